// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// Every limit and interval of the coordinator that a configuration may set; units are in the names.
package struct Settings: Hashable, Sendable {
  /// How a declared scene begins.
  package struct Scene: Hashable, Sendable {
    /// The path it begins with when there is nothing to restore.
    package var start: [PathItem]
    /// Whether its last route comes back.
    package var restore: Restore
    /// What Back does at the root: nil stays, else this path.
    package var backAtRoot: [PathItem]?

    /// A declared scene.
    package init(start: [PathItem] = [], restore: Restore = .always, backAtRoot: [PathItem]? = nil) {
      self.start = start
      self.restore = restore
      self.backAtRoot = backAtRoot
    }
  }

  /// Whether a scene's last route comes back at a start.
  package enum Restore: Hashable, Sendable {
    case always
    case never
    /// Only if it is at most so old.
    case within(ms: Int64)
  }

  /// What becomes of a path that a changed tree does not build any more.
  package enum TreeChange: String, Hashable, Sendable, CaseIterable {
    /// It stays, and what is not built is marked.
    case keep
    /// It is cut to what builds.
    case trim
  }

  /// Declared scenes: a closed list; empty: any scene may come into being by `start` or `replace`.
  package var scenes: [SceneName: Scene] = [:]
  /// Whether a new element needs a registered, live host.
  package var requiresHosts = true
  /// Whether there is a journal at all.
  package var isJournalled = true
  /// An ask's time, in ms.
  package var askMs: Int64 = 500
  /// A guard's time, in ms.
  package var guardMs: Int64 = 1000
  /// A command's time, in ms.
  package var transitionMs: Int64 = 3000
  /// How long a command waits for missing hosts, in ms.
  package var hostWaitMs: Int64 = 0
  /// How long the boot route and links wait for missing hosts and parts of the tree, in ms; their deadline too.
  package var startHostWaitMs: Int64 = 10_000
  /// The longest that WORKING may extend an ask, in ms.
  package var workingMaxMs: Int64 = 60_000
  /// What becomes of a path that a changed tree does not build any more.
  package var treeChange = TreeChange.keep
  /// The links of the configuration; they come before those of workers.
  package var links = LinkReading()
  /// How long a command stays parked, in ms.
  package var parkedMs: Int64 = 120_000
  /// How long after a death its policy waits for a new HELLO, in ms.
  package var afterDeathMs: Int64 = 1000
  /// How long after a start commands wait for the registered workers, in ms.
  package var restartGraceMs: Int64 = 2000

  /// The settings of the specification's table of constants.
  package init() {}
}

/// The fixed numbers of the specification's table of constants.
package enum Limits {
  /// Commands that wait in a scene's queue.
  package static let queueMax = 64
  /// Of those, kept for commands from inside asks and internal ones.
  package static let queueReserved = 4
  /// Of those, for one client.
  package static let queuePerClientMax = 16
  /// Parked commands of a scene.
  package static let parkedMax = 16
  /// Links of a scene that wait for workers.
  package static let linksMax = 16
  /// Peers that wait for one outcome.
  package static let attachedMax = 4
  /// Scenes.
  package static let scenesMax = 256
  /// Workers.
  package static let workersMax = 1024
  /// Screens of one worker.
  package static let routablesMax = 256
  /// Retired incarnations remembered for each worker name.
  package static let retiredMax = 8
  /// Causes before a command.
  package static let depthMax = 8
  /// Outcomes remembered for retries, before new ids are refused.
  package static let windowMax = 100_000
  /// How long an outcome is promised to be remembered, in ms.
  package static let windowMs: Int64 = 600_000
  /// Verdicts remembered for workers that reconnect.
  package static let usedTokensMax = 1024
  /// Asks of one command.
  package static let asksMax = 256
  /// Elements of a route.
  package static let pathElementsMax = Route.elementsMax
  /// Encoded content of one screen, in bytes.
  package static let contentBytesMax = 16 * 1024
  /// An encoded route, in bytes.
  package static let routeBytesMax = 256 * 1024
  /// The longest deadline that a command may ask for, in ms.
  package static let deadlineMsMax: Int64 = 86_400_000
  /// Time between two pings of a session that has been silent for at least half of it, in ms.
  package static let pingMs: Int64 = 1000
  /// Missed pings until a session is suspect.
  package static let missesSuspect = 3
  /// Missed pings until a session is over.
  package static let missesOver = 10
  /// Silence after which a worker makes a new connection, in ms.
  package static let workerSilenceMs: Int64 = 3000
  /// Idle time of a scene before a keepalive, in ms.
  package static let keepaliveMs: Int64 = 1000
  /// A stall of the loop above which deadlines move by it, in ms.
  package static let stallMs: Int64 = 500
}
