// SPDX-License-Identifier: Apache-2.0

/// What makes a screen of the tree a route of the plan: an id, and what of a drive's input concerns it.
public struct RoutePoint: Hashable, Sendable {
  /// Unique in the plan.
  public var id: RouteID
  /// Members of the input without which nobody is driven here.
  public var requires: [String]
  /// Members of the input that are taken where they are given.
  public var takes: [String]

  /// A route; it depends on nothing unless told otherwise.
  public init(_ id: RouteID, requires: [String] = [], takes: [String] = []) {
    self.id = id
    self.requires = requires
    self.takes = takes
  }
}

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
    public var place: String {
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

extension RoutePlan {
  /// The first route of this id below `start`: among the direct ones first, then below each of them, in order.
  public func descendant(of start: Int, _ id: RouteID) -> Int? {
    let children = nodes[start].children
    if let child = children.first(where: { nodes[$0].id == id }) { return child }
    for child in children {
      if let found = descendant(of: child, id) { return found }
    }
    return nil
  }

  /// The routes above, nearest first.
  public func ancestors(of node: Int) -> [Int] {
    var ancestors: [Int] = []
    var next = nodes[node].parent
    while let node = next {
      ancestors.append(node)
      next = nodes[node].parent
    }
    return ancestors
  }

  /// The nearest way: it stays, or goes down, or up, or up to what both have above them and down again; empty where
  /// there is none.
  public func way(from start: Int, to id: RouteID) -> [Step] {
    if nodes[start].id == id { return [.stay(start)] }
    if let target = descendant(of: start, id) { return descent(from: start, to: target) }
    let above = ancestors(of: start)
    if let index = above.firstIndex(where: { nodes[$0].id == id }) { return above[...index].map { .up($0) } }
    guard let root = above.last, let target = descendant(of: root, id) else { return [] }
    let common = commonAncestor(of: start, and: target)
    let turn = ([start] + above).firstIndex { nodes[$0].id == nodes[common].id } ?? 0
    return above[..<turn].map { .up($0) } + descent(from: common, to: target)
  }

  /// The nearest route above `node` whose id is also among those above `other`, else the root. As QRoute's, it knows
  /// routes by their ids alone, so that whatever bears the root's ends the search.
  public func commonAncestor(of node: Int, and other: Int) -> Int {
    let root = ancestors(of: node).last ?? node
    func line(_ node: Int) -> [Int] {
      let line = [node] + ancestors(of: node)
      return Array(line[...(line.firstIndex { nodes[$0].id == nodes[root].id } ?? line.count - 1)].dropFirst())
    }
    let ids = Set(line(other).map { nodes[$0].id })
    return line(node).first { ids.contains(nodes[$0].id) } ?? root
  }

  /// The steps down to a route that lies below.
  func descent(from start: Int, to target: Int) -> [Step] {
    let way = [target] + ancestors(of: target).prefix { nodes[$0].id != nodes[start].id }
    return way.reversed().map { .down($0) }
  }
}
