// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The place of a scene in ``SceneTable``.
struct SceneSlot: Hashable, Sendable {
  let index: Int
}

/// What stands in a scene: the committed route, the hosts of its elements, and what the tree says of them. A transition
/// reads it and changes nothing of it before the commit.
struct Stage: Sendable {
  let name: SceneName
  let slot: SceneSlot
  private(set) var route = Route()
  /// The root path of the route, and how much room it takes.
  private(set) var measured = MeasuredPath(Path([]))
  var revision: Revision
  /// The newest revision that is not minor.
  var majorRevision: Revision
  private let firstRevision: Revision
  var ids: IDSource
  /// Ids below are taken for the next epoch too: the journal says so.
  var reservedIDs: UInt64
  /// By element id.
  var hosts: PathHosts = [:]
  /// Elements that a worker has said it cannot show. Looked at through ``Stage/failure(of:_:)``: another worker may host one by now.
  var failures: [ElementID: Failure] = [:]
  /// Since which revision an element shows its screen; only of those that have shown another one before.
  var screenSince: [ElementID: Revision] = [:]
  /// The screens that could not be shown in an element, since a worker reported that it appeared, or anything but a policy changed
  /// the route. Hashes of them: a worker may give each fallback a content as large as contents may be.
  var fallenFrom: [ElementID: Set<UInt64>] = [:]
  var presenceNumber: UInt64 = 0
  /// The tree that the workers of the scene make together.
  var tree = TreeComposition([]) {
    didSet {
      routePlan = tree.plan
      treeVersion += 1
    }
  }
  /// The routes of the tree.
  private(set) var routePlan = RoutePlan()
  /// Counts the changes of the tree.
  private(set) var treeVersion: UInt64 = 0
  /// What the tree says of the elements of the route, as far as it was asked.
  var decisions: [ElementID: TreeDecision] = [:]
  /// Elements that stand as a death policy has left them: the tree was not asked about them, and is not before it changes.
  var exempt: Set<ElementID> = []
  /// What each worker with a session was told of the scene, and has acknowledged.
  var followers: [WorkerSlot: Following] = [:]
  /// When the route was committed last, for people.
  var committed: Instant?

  /// What a worker said of an element that it hosted and could not show.
  struct Failure: Sendable {
    let worker: WorkerName
    /// Why, for people.
    let message: String
  }

  /// How far a worker follows the scene, in its present session.
  struct Following: Hashable, Sendable {
    /// The revision of the last state that it was sent.
    var told: Revision = 0
    /// Whether it has acknowledged the scene, or reported from it.
    var attends = false
    /// When it was last told the state again because it said that it was behind.
    var repaired: Instant?
  }

  /// A scene without a commit, whose new elements get ids from `firstID` on and whose revisions follow `firstRevision`.
  init(_ name: SceneName, _ slot: SceneSlot, firstID: UInt64, firstRevision: Revision = 0) {
    self.name = name
    self.slot = slot
    self.firstRevision = firstRevision
    (revision, majorRevision) = (firstRevision, firstRevision)
    ids = IDSource(next: firstID)
    reservedIDs = firstID
  }

  /// Whether it has ever changed.
  var hasCommits: Bool { revision > firstRevision }

  /// Puts another route in place of the committed one.
  ///
  /// - Parameter common: With how many elements the root paths of both begin, where that is known.
  /// - Returns: The same.
  @discardableResult
  mutating func replaceRoute(with route: Route, common: Int? = nil) -> Int {
    let common = common ?? self.route.root.commonCount(with: route.root)
    measured = measured.changed(to: route.root, common: common)
    self.route = route
    return common
  }

  /// Whether elements wait for a worker by which the tree decides about them.
  var isPartlyUndecided: Bool {
    route.allElements.contains { decisions[$0.id] == nil && !exempt.contains($0.id) }
  }

  /// The registered screens as the planners see them.
  func registry(in world: World) -> SceneRegistry {
    world.registry(of: name, routePlan: routePlan)
  }

  /// The registration of a screen for this scene; its worker may be dead.
  func registered(_ screen: ScreenName, in world: World) -> RegisteredScreen? {
    world.registered(screen, in: name)
  }

  /// An element and its worker, as outcomes name them.
  func party(of element: Element, in world: World) -> Outcome.Party {
    Outcome.Party(
      worker: registered(element.screen.name, in: world)?.owner.name, screen: element.screen.name, element: element.id)
  }

  /// The path with hosts, sensitive content withheld.
  func placed(in world: World) -> PlacedPath { PlacedPath(world.redacted(route.root), hosts: hosts) }

  /// The scene as observers and snapshots get it.
  func state(in world: World) -> SceneState {
    SceneState(
      scene: name, epoch: world.epoch, revision: revision, presenceNumber: presenceNumber, path: placed(in: world))
  }
}
