// SPDX-License-Identifier: Apache-2.0

extension NodeTree {
  /// The nodes that a search is for.
  struct Wanted {
    fileprivate(set) var isWanted: [Bool]
    /// How many they are.
    fileprivate(set) var count: Int

    /// No longer for this one.
    mutating func remove(_ index: Int) {
      if isWanted[index] { count -= 1 }
      isWanted[index] = false
    }
  }

  /// The nodes for which `isWanted` holds.
  func nodes(where isWanted: (_ index: Int) -> Bool) -> Wanted {
    var count = 0
    let all = nodes.indices.map { index in
      let isWanted = isWanted(index)
      if isWanted { count += 1 }
      return isWanted
    }
    return Wanted(isWanted: all, count: count)
  }

  /// The first of the wanted nodes from `start` on. Depth first; the order is RouteComposer's: the node, what is round it,
  /// the children that show, the other children, the layers above, the layers below.
  func first(_ wanted: Wanted, from start: Int, in options: Destination.SearchOptions) -> Int? {
    guard wanted.count > 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: nodes.count) { visited in
      visited.initialize(repeating: 0)
      return nodes.withUnsafeBufferPointer { nodes in
        wanted.isWanted.withUnsafeBufferPointer { wanted in
          var search = Search(nodes: nodes, wanted: wanted, visited: visited)
          return search.visit(start, options)
        }
      }
    }
  }
}

/// One search, on memory of the caller.
private struct Search {
  let nodes: UnsafeBufferPointer<NodeTree.Node>
  let wanted: UnsafeBufferPointer<Bool>
  /// For each node a bit for each combination of options with which it was visited.
  let visited: UnsafeMutableBufferPointer<UInt64>

  /// A node can be reached in many ways; seen once with the same options, it has nothing new. So each is visited at most
  /// once for every combination of options.
  mutating func visit(_ index: Int, _ options: Destination.SearchOptions) -> Int? {
    let bit = UInt64(1) << UInt64(options.rawValue)
    guard visited[index] & bit == 0 else { return nil }
    visited[index] |= bit
    let node = nodes[index]
    if options.contains(.current) {
      if wanted[index] { return index }
      // The only element of a stack is found where its stack is.
      if node.isStack, nodes[node.child].sibling < 0, wanted[node.child] { return node.child }
    }
    if options.contains(.parent), node.parent >= 0, let found = visit(node.parent, [.current, .parent]) {
      return found
    }
    if let found = visitChildren(of: node, options) { return found }
    if options.contains(.presented), node.above >= 0,
      let found = visit(node.above, options.subtracting(.presenting))
    {
      return found
    }
    if options.contains(.presenting), node.below >= 0 {
      return visit(node.below, options.subtracting(.presented))
    }
    return nil
  }

  private mutating func visitChildren(of node: NodeTree.Node, _ options: Destination.SearchOptions) -> Int? {
    let isDeep = options.contains(.contained)
    guard isDeep || options.contains(.visible) else { return nil }
    // What shows is searched for what shows, even where the hidden children are looked at too.
    let inner: Destination.SearchOptions = [.current, options.contains(.visible) ? .visible : .contained]
    var child = node.child
    while child >= 0, isDeep || nodes[child].isVisible {
      if let found = visit(child, inner.union(options.intersection(.presented))) { return found }
      child = nodes[child].sibling
    }
    return nil
  }
}
