// SPDX-License-Identifier: Apache-2.0

/// The routes and which of them lead to which: the ground of every drive (QRoute's route plan).
///
/// The plan is the navigation tree without the screens that are no routes, so a worker declares both at once. A
/// coordinator accepts unique ids only (see ``duplicates``); the search also follows QRoute's rules for repeated ones.
/// Rules: specification, section "Drive".
package struct RoutePlan: Hashable, Sendable {
  /// One route.
  package struct Node: Hashable, Sendable {
    /// The route itself.
    package var route: RoutePoint
    /// The screen that stands for it on a path.
    package var screen: ScreenName
    /// The route above it; nil for a root.
    package var parent: Int?
    /// The routes below it, in declared order.
    package var children: [Int] = []
    /// The worker that declares it.
    package var worker: WorkerName?
    /// The screens of the tree round the declaration, and its own.
    package var screens: [ScreenName] { line?.names ?? [] }
    /// The same, shared with the nodes round it.
    fileprivate var line: ScreenLine?

    /// The place of its declaration, for people: `kiosk: home/list`.
    package var declaration: String {
      (worker.map { "\($0): " } ?? "") + screens.map(\.rawValue).joined(separator: "/")
    }

    /// Its id.
    package var id: RouteID { route.id }
  }

  /// One step of a walk, with the number of the node at its end.
  package enum Step: Hashable, Sendable {
    /// The walk stays where it is.
    case stay(Int)
    /// To the route above.
    case up(Int)
    /// To a route below.
    case down(Int)

    /// The node at the end of the step.
    package var node: Int {
      switch self {
      case .stay(let node), .up(let node), .down(let node): node
      }
    }
  }

  /// A place for a screen: among the roots (nil), or below a node.
  private struct ChildPlace: Hashable {
    var parent: Int?
    var screen: ScreenName
  }

  /// All routes, each before those below it.
  package private(set) var nodes: [Node] = []
  // A walk looks for each element of the path, at each of its steps: the first node of each kind.
  private var byID: [RouteID: Int] = [:]
  private var byScreen: [ScreenName: Int] = [:]
  private var byPlace: [ChildPlace: Int] = [:]

  /// A plan without routes.
  package init() {}

  /// Whether both have the same routes.
  package static func == (a: Self, b: Self) -> Bool { a.nodes == b.nodes }

  /// Hashes the routes.
  package func hash(into hasher: inout Hasher) { hasher.combine(nodes) }

  /// Adds a route below `parent` and returns its number.
  @discardableResult
  package mutating func add(
    _ route: RoutePoint, screen: ScreenName, below parent: Int?, by worker: WorkerName? = nil,
    at line: ScreenLine? = nil
  ) -> Int {
    nodes.append(Node(route: route, screen: screen, parent: parent, worker: worker, line: line))
    let node = nodes.count - 1
    if let parent { nodes[parent].children.append(node) }
    if byID[route.id] == nil { byID[route.id] = node }
    if byScreen[screen] == nil { byScreen[screen] = node }
    let place = ChildPlace(parent: parent, screen: screen)
    if byPlace[place] == nil { byPlace[place] = node }
    return node
  }

  /// The first route with this id.
  package func index(of id: RouteID) -> Int? { byID[id] }

  /// The first route with this screen.
  package func first(showing screen: ScreenName) -> Int? { byScreen[screen] }

  /// The first route with this screen directly below `parent`; nil: the first without a parent.
  package func child(of parent: Int?, showing screen: ScreenName) -> Int? {
    byPlace[ChildPlace(parent: parent, screen: screen)]
  }

  /// The first two nodes with the same id.
  package var duplicates: (first: Node, second: Node)? {
    var seen: [RouteID: Int] = [:]
    for (index, node) in nodes.enumerated() {
      if let first = seen[node.id] { return (nodes[first], node) }
      seen[node.id] = index
    }
    return nil
  }
}
