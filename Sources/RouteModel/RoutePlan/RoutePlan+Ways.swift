// SPDX-License-Identifier: Apache-2.0

extension RoutePlan {
  /// The first route of this id below `start`: among the direct ones first, then below each of them, in order.
  package func descendant(of start: Int, _ id: RouteID) -> Int? {
    let children = nodes[start].children
    if let child = children.first(where: { nodes[$0].id == id }) { return child }
    for child in children {
      if let found = descendant(of: child, id) { return found }
    }
    return nil
  }

  /// The routes above, nearest first.
  package func ancestors(of node: Int) -> [Int] {
    var ancestors: [Int] = []
    var next = nodes[node].parent
    while let node = next {
      ancestors.append(node)
      next = nodes[node].parent
    }
    return ancestors
  }

  /// The nearest way: it stays, or goes down, or up, or up to a common ancestor and down again. Without a way the list is
  /// empty.
  package func way(from start: Int, to id: RouteID) -> [Step] {
    if nodes[start].id == id { return [.stay(start)] }
    if let target = descendant(of: start, id) { return descent(from: start, to: target) }
    let above = ancestors(of: start)
    if let index = above.firstIndex(where: { nodes[$0].id == id }) { return above[...index].map { .up($0) } }
    guard let root = above.last, let target = descendant(of: root, id) else { return [] }
    let common = commonAncestor(of: start, and: target)
    let turn = ([start] + above).firstIndex { nodes[$0].id == nodes[common].id } ?? 0
    return above[..<turn].map { .up($0) } + descent(from: common, to: target)
  }

  /// The nearest route above `node` whose id is also among those above `other`, else the root. As in QRoute, routes are
  /// known by their ids alone, so the search ends at any route that has the root's id.
  package func commonAncestor(of node: Int, and other: Int) -> Int {
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
