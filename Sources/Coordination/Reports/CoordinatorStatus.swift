// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// What a coordinator reports of itself: INSPECT `status`.
public struct CoordinatorStatus: Hashable, Sendable {
  /// The coordinator's software version.
  public var version: String
  /// The number of this start; grows with every start, not by one.
  public var epoch: Epoch
  /// How often the coordinator has started with this journal.
  public var starts: UInt64
  /// How long it has been running.
  public var uptime: Duration
  /// Whether every screen needs a worker that shows it.
  public var requiresHosts: Bool
  /// Whether commits survive a crash of the coordinator.
  public var isDurable: Bool
  /// Its scenes, by name.
  public var scenes: [SceneStatus]
  /// Its workers, by name.
  public var workers: [WorkerStatus]
  /// The last commands that did not end as asked, oldest first.
  public var notAsAsked: [NotAsAsked]
  /// What each user holds of what all users share, in the order of users.
  public var users: [UserShare] = []
  /// How much there is of that.
  public var capacities = Capacities()
  /// What happened since the start.
  public var counters: Counters
  /// What only the running service knows; nil from a coordinator without one.
  public var service: Service?

  /// A status without counts, scenes or workers.
  public init(version: String, epoch: Epoch, starts: UInt64, uptime: Duration, requiresHosts: Bool, isDurable: Bool) {
    self.version = version
    self.epoch = epoch
    self.starts = starts
    self.uptime = uptime
    self.requiresHosts = requiresHosts
    self.isDurable = isDurable
    (scenes, workers, notAsAsked, counters) = ([], [], [], Counters())
  }

  /// A command that did not end as asked.
  public struct NotAsAsked: Hashable, Sendable {
    /// The command.
    public var command: CommandID
    /// The verb as people write it: `show list`.
    public var verb: String
    /// The word of its outcome: `vetoed`.
    public var outcome: String
    /// The outcome's reason code, for the kinds that have one.
    public var reason: String?
    /// For people.
    public var message: String?
    /// The scene it was for.
    public var scene: SceneName
    /// The screens that were asked, in order.
    public var asked: [ScreenName]
    /// What came back from each of them; empty where that was not told.
    public var answers: [Asked.Answer]
    /// What its client calls itself.
    public var origin: String
    /// The client's process id; 0 where the socket did not say.
    public var pid: Int32
    /// How long ago it ended.
    public var ago: Duration

    /// A command about which nothing else is known.
    public init(_ command: CommandID, in scene: SceneName) {
      (self.command, self.scene, verb, outcome, origin) = (command, scene, "", "", "")
      (asked, answers, pid, ago) = ([], [], 0, .zero)
    }

    /// The command with this outcome.
    public init(_ outcome: Outcome, verb: String, origin: Origin, ago: Duration) {
      (command, self.outcome, reason, message) = (outcome.id, outcome.word, outcome.reason, outcome.message)
      (scene, asked, answers) = (outcome.scene, outcome.asked.map(\.screen), outcome.asked.map(\.answer))
      (self.verb, self.origin, pid, self.ago) = (verb, origin.name, origin.pid, ago)
    }
  }

  /// Counts since the start.
  public struct Counters: Hashable, Sendable {
    /// Commands that were admitted.
    public var commands: UInt64 = 0
    /// Commits of all scenes.
    public var commits: UInt64 = 0
    /// Asks that were sent.
    public var asks: UInt64 = 0
    /// Answers that came after their ask was cancelled.
    public var lateAnswers: UInt64 = 0
    /// Answers to asks that were answered already, are closed, or never were.
    public var strayAnswers: UInt64 = 0
    /// Sessions of workers that ended without BYE and without a successor.
    public var deaths: UInt64 = 0
    /// Commands that a gate parked.
    public var parked: UInt64 = 0
    /// HELLOs that were refused.
    public var refusedHellos: UInt64 = 0
    /// Commands whose outcome was no longer known.
    public var outsideWindow: UInt64 = 0
    /// Commands that were refused because too many outcomes are remembered.
    public var full: UInt64 = 0
    /// How often the coordinator's own process stood still.
    public var stalls: UInt64 = 0
    /// Start paths that did not come to be.
    public var failedStarts: UInt64 = 0
    /// Messages that were none, or not for the coordinator, by error code.
    public var garbage: [String: UInt64] = [:]

    /// Nothing has happened.
    public init() {}
  }

  /// The process that runs the coordinator.
  public struct Service: Hashable, Sendable {
    /// Its process id.
    public var pid: Int32
    /// The folder of its sockets.
    public var runtimeFolder: String
    /// The folder of its journal; nil where it keeps none.
    public var stateFolder: String?
    /// Programs that subscribe to the updates.
    public var observers: [Observer]
    /// Its journal.
    public var journal: Journal
    /// What its sockets have seen.
    public var sockets: Sockets

    /// A service.
    public init(
      pid: Int32, runtimeFolder: String, stateFolder: String?, observers: [Observer], journal: Journal,
      sockets: Sockets
    ) {
      (self.pid, self.runtimeFolder, self.stateFolder) = (pid, runtimeFolder, stateFolder)
      (self.observers, self.journal, self.sockets) = (observers, journal, sockets)
    }
  }

  /// A program that subscribes to the updates.
  public struct Observer: Hashable, Sendable {
    /// Its process id; 0 where the socket does not say.
    public var pid: Int32
    /// The name of its program, empty where unknown.
    public var command: String

    /// An observer.
    public init(pid: Int32, command: String) { (self.pid, self.command) = (pid, command) }
  }

  /// The journal of a coordinator.
  public struct Journal: Hashable, Sendable {
    /// How it is kept: the word of the configuration; `none` where there is no journal, and the rest is nil.
    public var mode: String
    /// When a commit counts as written: the word of the configuration.
    public var durability: String?
    /// Commits that it holds.
    public var commits: UInt64?
    /// Outcomes that it holds.
    public var outcomes: UInt64?
    /// Gaps in what it holds, from times when it could not be written.
    public var gaps: UInt64?
    /// Its size in bytes.
    public var bytes: Int64?
    /// Whether it can be written.
    public var isWorking: Bool?
    /// Since when it cannot be written, as the time since 1970; nil where it can. What was decided since is not in it.
    public var failingSince: Duration?
    /// For people: why it cannot be written, or what the last start found missing in it; nil where all is well.
    public var problem: String?

    /// No journal.
    public static let none = Journal(mode: "none")

    /// A journal of this mode, about which nothing else is known.
    public init(mode: String) { self.mode = mode }
  }

  /// What the sockets of a coordinator have seen.
  public struct Sockets: Hashable, Sendable {
    /// Connections that are open.
    public var connections: UInt64 = 0
    /// Answers whose receiver had gone, or did not read.
    public var discardedReplies: UInt64 = 0
    /// Connections that spoke another protocol.
    public var refusedHandshakes: UInt64 = 0
    /// Messages on the observers' socket that are no subscriptions.
    public var strangeSubscriptions: UInt64 = 0
    /// Connections that one socket lets in.
    public var connectionsMax: UInt64 = 0
    /// Connections that were not let in, because a socket or a user's share of it was full.
    public var refusedConnections: UInt64 = 0
    /// Connections that were ended because they went beyond a limit, or did what no peer may do (specification, section "Sockets").
    public var endedConnections: UInt64 = 0
    /// Updates that were larger than observers take.
    public var unpublished: UInt64 = 0
    /// What each user takes.
    public var users: [SocketShare] = []

    /// Nothing was seen.
    public init() {}
  }

  /// What a user takes of the sockets.
  public struct SocketShare: Hashable, Sendable {
    /// The user; nil for all that come over tcp.
    public var uid: UInt32?
    /// Connections that are open.
    public var connections: UInt64 = 0
    /// Subscriptions of all its observers.
    public var subscriptions: UInt64 = 0
    /// What it has sent and the coordinator has not read, in bytes.
    public var unreadBytes: UInt64 = 0
    /// What waits to be sent to it, in bytes.
    public var unsentBytes: UInt64 = 0

    /// A user that takes nothing.
    public init(uid: UInt32?) { self.uid = uid }
  }
}
