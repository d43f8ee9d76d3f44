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
    /// What becomes of it when nobody does anything; nil: nothing.
    package var idle: Idle?
    /// The screens that it is locked to; nil: every screen may stand in it.
    package var lock: Lock?

    /// A declared scene.
    package init(
      start: [PathItem] = [], restore: Restore = .always, backAtRoot: [PathItem]? = nil, idle: Idle? = nil,
      lock: Lock? = nil
    ) {
      self.start = start
      self.restore = restore
      self.backAtRoot = backAtRoot
      self.idle = idle
      self.lock = lock
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

  /// How many deaths within how long make a worker's name quarantined.
  package struct CrashLoop: Hashable, Sendable {
    /// The deaths that can be asked for: they are remembered for each worker.
    package static let deathsRange = 2...Limits.crashLoopDeathsMax

    /// Deaths.
    package var deaths = 5
    /// The time in which they happen, in ms.
    package var withinMs: Int64 = 60_000

    /// The limit of the specification's table of constants.
    package init() {}

    /// `5 deaths within 1m`
    package var text: String { "\(deaths) deaths within \(TimeText.text(ms: withinMs))" }
  }

  /// What the exactly-once window holds, of all users.
  package struct Window: Hashable, Sendable {
    /// Outcomes.
    package var rows = Limits.windowMax
    /// What they hold besides the fixed part of each, in bytes.
    package var bytes = Limits.windowBytesMax

    /// The window of the specification's table of constants.
    package init() {}
  }

  /// Declared scenes: a closed list; empty: any scene may come into being by `start` or `replace`.
  package var scenes: [SceneName: Scene] = [:]
  /// Whether a new element needs a registered, live host.
  package var requiresHosts = true
  /// Whether there is a journal at all.
  package var isJournalled = true
  /// Whether what happens is collected for figures.
  package var isMeasured = false
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
  /// The longest that an ask may take, as a routable registers it or as WORKING extends it, in ms.
  package var workingMaxMs: Int64 = 60_000
  /// What becomes of a path that a changed tree does not build any more.
  package var treeChange = TreeChange.keep
  /// The links of the configuration; they come before those of workers.
  package var links = LinkReading()
  /// The destinations of the configuration; workers cannot declare others of their names.
  package var destinations: [DestinationName: Destination] = [:]
  /// What runs for every destination.
  package var destinationHooks = DestinationHooks()
  /// What is remembered for retries. The configuration does not set it; a test may take less.
  package var window = Window()
  /// Scenes that users may begin. The configuration does not set it; a test may take fewer.
  package var scenesMax = Limits.scenesMax
  /// Workers. The configuration does not set it; a test may take fewer.
  package var workersMax = Limits.workersMax
  /// How long a command stays parked, in ms.
  package var parkedMs = usualParkedMs
  /// The same where the configuration says nothing; an answer that leaves its time out has this one.
  package static let usualParkedMs: Int64 = 120_000
  /// How long after a death its policy waits for a new HELLO, in ms.
  package var afterDeathMs: Int64 = 1000
  /// How long after a start commands wait for the registered workers, in ms.
  package var restartGraceMs: Int64 = 2000

  /// How long after a start the policies of workers that have not come back wait for them, in ms.
  package var hostReturnMs: Int64 = 30_000
  /// What makes a worker's name quarantined; nil: nothing does.
  package var crashLoop: CrashLoop? = CrashLoop()

  /// The settings of the specification's table of constants.
  package init() {}
}
