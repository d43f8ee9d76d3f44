// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// How an element's host stands. Not part of the route: it has its own number, and no revision.
public enum Presence: String, Hashable, Sendable, CaseIterable {
  /// A live worker hosts it.
  case attended
  /// Its worker said that it restarts, and for how long.
  case leaving
  /// No live worker hosts it.
  case unattended
  /// Its worker cannot show it.
  case failed
  /// Its worker dies so often that it is no longer trusted.
  case quarantined
  /// The navigation tree does not build it any more; whether a worker hosts it is not said.
  case notInTree
}

/// An element's host at a moment.
public struct Host: Hashable, Sendable {
  /// How it stands.
  public var presence: Presence
  /// Which worker, if one is or was there.
  public var worker: WorkerName?

  /// A host.
  public init(_ presence: Presence, worker: WorkerName?) {
    self.presence = presence
    self.worker = worker
  }
}

/// A path with the host of each of its elements, those in branches too.
public struct PlacedPath: Hashable, Sendable {
  /// The root path.
  public var path: Path
  /// By element id; an element without entry is unattended.
  public var hosts: [ElementID: Host]

  /// A path with hosts.
  public init(_ path: Path, hosts: [ElementID: Host] = [:]) {
    self.path = path
    self.hosts = hosts
  }
}

/// Who sent a command: what it calls itself, and what the coordinator saw on the socket.
public struct Origin: Hashable, Sendable {
  /// What the client calls itself.
  public var name: String
  /// Its process id, 0 where the socket does not say.
  public var pid: Int32
  /// Its user id; nil where the socket does not say.
  public var uid: UInt32?
  /// The name of its program, empty where unknown.
  public var command: String

  /// An origin.
  public init(name: String, pid: Int32 = 0, uid: UInt32? = nil, command: String = "") {
    self.name = name
    self.pid = pid
    self.uid = uid
    self.command = command
  }

  /// The coordinator itself.
  public static let coordinator = Origin(name: "waykeeperd")
}

/// Why a revision came to be.
public struct Cause: Hashable, Sendable {
  /// What kind of cause.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A client's or worker's command.
    case command
    /// The scene's start, or what was restored.
    case start
    /// Elements appeared.
    case appeared
    /// A death policy.
    case death
    /// A gate's redirect.
    case redirect
    /// A change of the navigation tree.
    case tree
  }

  /// What kind.
  public var kind: Kind
  /// The command, if it was one.
  public var command: CommandID?
  /// The verb as people write it: `show list`.
  public var verb: String
  /// Who wanted it.
  public var origin: Origin
  /// Who was asked, and what each answered.
  public var asked: [Asked]
  /// The client's note.
  public var because: String?
  /// The tokens of the asks whose answers were used.
  public var tokens: [AskToken]
  /// Whether guards were skipped on request.
  public var skippedGuards: Bool

  /// A cause.
  public init(
    kind: Kind, command: CommandID? = nil, verb: String, origin: Origin = .coordinator, asked: [Asked] = [],
    because: String? = nil, tokens: [AskToken] = [], skippedGuards: Bool = false
  ) {
    self.kind = kind
    self.command = command
    self.verb = verb
    self.origin = origin
    self.asked = asked
    self.because = because
    self.tokens = tokens
    self.skippedGuards = skippedGuards
  }

  /// The one whose answer decided, if somebody was asked and handled it.
  public var handledBy: Asked? {
    asked.last {
      switch $0.answer {
      case .push, .present, .pop, .popToRoot, .popTo, .dismiss, .edit, .done: true
      case .declined, .allow, .deny, .redirect, .noAnswer, .died, .skipped, .unregistered, .failed: false
      }
    }
  }
}
