// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// All that a scene reads and never changes: the settings, the workers with what they registered, the time.
///
/// The coordinator keeps it true between two turns of a scene; a scene gets it as an argument.
struct World: Sendable {
  var settings: Settings
  let version: String
  /// Numbers this start.
  let epoch: Epoch
  /// Counts the starts, this one too.
  let starts: UInt64
  let started: Instant
  /// The moment of the present event.
  var time: Instant
  var workers = WorkerTable()
  /// The screens whose content is withheld.
  var sensitive: SensitiveScreens
  /// Workers of the last epoch that have not come back.
  var missing: Set<WorkerName>
  /// Whether workers of the last epoch were there to the end, or said that they would be back.
  let hasAwaited: Bool
  /// Workers of earlier epochs that have not come back, and are not forgotten, with the users that their names belong to;
  /// nil where that is not known.
  var unseen: [WorkerName: UInt32?]
  /// What becomes of the screens of these workers if they do not come back in time.
  var lastWishes: [WorkerName: WorkerRecord]
  /// Until when commands wait for them; nil once all are back or the time is over.
  var graceEnds: Instant?
  /// When the time was over before all were back.
  var graceMissedAt: Instant?
  var journalWorks = true
  var isStopping = false

  init(settings: Settings, restored: Restored, version: String, at now: Instant) {
    self.settings = settings
    self.version = version
    epoch = restored.epoch
    starts = restored.starts
    started = now
    time = now
    sensitive = SensitiveScreens(restored.workers)
    let awaited = restored.workers.filter(\.isAwaited)
    hasAwaited = !awaited.isEmpty
    missing = Set(awaited.map(\.name))
    unseen = Dictionary(awaited.map { ($0.name, $0.uid) }) { $1 }
    lastWishes = Dictionary(awaited.map { ($0.name, $0) }) { $1 }.filter { !$0.value.onDeath.isEmpty }
    graceEnds = missing.isEmpty ? nil : now.advanced(byMs: settings.restartGraceMs)
  }

  /// Whether commands that need workers wait for those of the last epoch.
  var isInGrace: Bool { graceEnds != nil }

  /// The first workers of the last epoch that have not come back, and how many more there are, for people.
  var missingNames: String { missing.sorted().map(\.rawValue).listed(atMost: 3, separator: ", ") }

  /// Whether a decision of now survives a `kill -9`.
  var isDurable: Bool { settings.isJournalled && journalWorks }

  /// Until when a link waits for workers that have not registered in this epoch; now, if none is expected.
  ///
  /// The journal knows the workers of the last epoch. In a first one, behind one whose workers have all ended in order, and without
  /// a journal any may come: a link of a scheme that nobody reads then waits for the first of them alone.
  func coldUntil(hasReaders: Bool) -> Instant {
    let knowsNone = !hasAwaited || !settings.isJournalled
    guard !unseen.isEmpty || knowsNone && (hasReaders || workers.inOrder.isEmpty) else { return time }
    return max(started.advanced(byMs: settings.startHostWaitMs), graceEnds ?? started)
  }

  /// How long a command may take that begins its way now.
  func times(of command: Command) -> Errand.Times {
    let usual = if case .open = command.verb { settings.startHostWaitMs } else { settings.transitionMs }
    let ms = Self.clamped(ms: command.deadlineMs ?? usual)
    return Errand.Times(deadline: time.advanced(byMs: ms), hostWaitMs: settings.hostWaitMs)
  }

  /// A time in ms that a message asks for, within the range of the clock.
  static func clamped(ms: Int64) -> Int64 { min(max(ms, 1), Limits.deadlineMsMax) }
}

/// Looking things up as one scene sees them.
extension World {
  /// The registration of this screen for the scene; its worker may be dead.
  func registered(_ screen: ScreenName, in scene: SceneName) -> RegisteredScreen? {
    workers.roster.registered(screen, in: scene)
  }

  /// Whether this is the worker that shows the screen in the scene.
  func isHost(_ worker: WorkerSlot, of screen: ScreenName, in scene: SceneName) -> Bool {
    registered(screen, in: scene)?.isHosted(by: worker) ?? false
  }

  /// The registered screens, and the destinations, as the planners of a scene see them.
  func registry(of scene: SceneName, routePlan: RoutePlan = RoutePlan()) -> SceneRegistry {
    SceneRegistry(
      scene: scene, roster: workers.roster, routePlan: routePlan, configured: settings.destinations,
      destinationHooks: settings.destinationHooks)
  }

  /// The session of a worker, if it has one.
  func session(of worker: WorkerSlot) -> Session? { workers[worker].session }

  /// The connection of a worker's session, if it has one.
  func connection(of worker: WorkerSlot) -> Connection? { workers[worker].session?.connection }

  /// What a worker is told of a scene that has nothing of its own any more.
  func emptyState(of scene: SceneName, at revision: Revision, for worker: WorkerSlot) -> WorkerState {
    let wantsRoutes = workers[worker].registration.wantsRoutes
    return WorkerState(scene: scene, revision: revision, elements: [], path: wantsRoutes ? Path([]) : nil)
  }

  /// Whether a worker has been silent for so long that asks pass it over.
  func isSuspect(_ worker: WorkerSlot) -> Bool { workers[worker].session?.isSuspect ?? false }

  /// Whether a worker has a session.
  func isLive(_ worker: WorkerSlot) -> Bool { workers[worker].session != nil }

  /// Whether the worker of this name has a session.
  func isLive(_ worker: WorkerName) -> Bool { workers.slot(worker).map { isLive($0) } ?? false }
}

/// Looks up the screens of a path one after the other. Neighbours on a long path often show the same screen, so the last
/// registration is kept.
struct RegistrationLookup {
  private let scene: SceneName
  private var known: (screen: ScreenName, registered: RegisteredScreen?)?

  init(_ scene: SceneName) { self.scene = scene }

  /// The registration of this screen for the scene; its worker may be dead.
  mutating func registered(_ screen: ScreenName, in world: World) -> RegisteredScreen? {
    if let known, known.screen == screen { return known.registered }
    let registered = world.registered(screen, in: scene)
    known = (screen, registered)
    return registered
  }

  /// The worker that hosts this screen for the scene; it may be dead.
  mutating func host(_ screen: ScreenName, in world: World) -> Owner? {
    registered(screen, in: world).flatMap { $0.routable.hosts ? $0.owner : nil }
  }
}
