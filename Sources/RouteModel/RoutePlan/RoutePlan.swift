// SPDX-License-Identifier: Apache-2.0

/// The routes and which of them lead to which: the ground of every drive (QRoute's route plan).
///
/// The plan is the navigation tree without the screens that are no routes, so a worker declares both at once. A
/// coordinator accepts unique ids only (see ``duplicates``); the search also follows QRoute's rules for repeated ones.
/// Rules: specification, section "Drive".
public struct RoutePlan: Hashable, Sendable {
  /// One route.
  public struct Node: Hashable, Sendable {
    /// The route itself.
    public var route: RoutePoint
    /// The screen that stands for it on a path.
    public var screen: ScreenName
    /// The route above it; nil for a root.
    public var parent: Int?
    /// The routes below it, in declared order.
    public var children: [Int] = []
    /// The worker that declares it.
    public var worker: WorkerName?
    /// The screens of the tree round the declaration, and its own.
    public var screens: [ScreenName] = []

    /// The place of its declaration, for people: `kiosk: home/list`.
    public var declaration: String {
      (worker.map { "\($0): " } ?? "") + screens.map(\.rawValue).joined(separator: "/")
    }

    /// Its id.
    public var id: RouteID { route.id }
  }

  /// One step of a walk, with the number of the node at its end.
  public enum Step: Hashable, Sendable {
    /// The walk stays where it is.
    case stay(Int)
    /// To the route above.
    case up(Int)
    /// To a route below.
    case down(Int)

    /// The node at the end of the step.
    public var node: Int {
      switch self {
      case .stay(let node), .up(let node), .down(let node): node
      }
    }
  }

  /// All routes, each before those below it.
  public private(set) var nodes: [Node] = []

  /// A plan without routes.
  public init() {}

  /// The nodes without a parent, in order.
  public var roots: [Int] { nodes.indices.filter { nodes[$0].parent == nil } }

  /// Adds a route below `parent` and returns its number.
  @discardableResult
  public mutating func add(
    _ route: RoutePoint, screen: ScreenName, below parent: Int?, by worker: WorkerName? = nil,
    at screens: [ScreenName] = []
  ) -> Int {
    nodes.append(Node(route: route, screen: screen, parent: parent, worker: worker, screens: screens))
    if let parent { nodes[parent].children.append(nodes.count - 1) }
    return nodes.count - 1
  }

  /// The first route with this id.
  public func index(of id: RouteID) -> Int? { nodes.firstIndex { $0.id == id } }

  /// The first two nodes with the same id.
  public var duplicates: (first: Node, second: Node)? {
    var seen: [RouteID: Int] = [:]
    for (index, node) in nodes.enumerated() {
      if let first = seen[node.id] { return (nodes[first], node) }
      seen[node.id] = index
    }
    return nil
  }
}
