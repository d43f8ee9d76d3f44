// SPDX-License-Identifier: Apache-2.0

/// Which routes lead to which: what a drive walks on (QRoute's route plan).
///
/// It is the navigation tree with all that is not a route left out, so a worker declares both at once. Ids are unique in
/// what coordinators hold, which ``duplicates`` tells; the search itself goes by QRoute's rules for repeated ones too.
/// Rules: specification, section "Drive".
public struct RoutePlan: Hashable, Sendable {
  /// One route.
  public struct Node: Hashable, Sendable {
    /// The route itself.
    public var route: RoutePoint
    /// What stands for it on a path.
    public var screen: ScreenName
    /// The route above it; nil for a root.
    public var parent: Int?
    /// The routes below it, in declared order.
    public var children: [Int] = []
    /// Who declares it.
    public var worker: WorkerName?
    /// Where its worker declares it: the screens of the tree round it, and its own.
    public var screens: [ScreenName] = []

    /// Where it is declared, for people: `kiosk: home/list`.
    public var declaration: String {
      (worker.map { "\($0): " } ?? "") + screens.map(\.rawValue).joined(separator: "/")
    }

    /// Its id.
    public var id: RouteID { route.id }
  }

  /// One step of a walk; the number is the node that is arrived at.
  public enum Step: Hashable, Sendable {
    /// Where it stands already.
    case stay(Int)
    /// To the route above.
    case up(Int)
    /// To a route below.
    case down(Int)

    /// The node that is arrived at.
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

  /// Adds a route below `parent`; its number.
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

  /// The first id that two nodes bear, and both of them.
  public var duplicates: (first: Node, second: Node)? {
    var seen: [RouteID: Int] = [:]
    for (index, node) in nodes.enumerated() {
      if let first = seen[node.id] { return (nodes[first], node) }
      seen[node.id] = index
    }
    return nil
  }
}
