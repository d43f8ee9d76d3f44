// SPDX-License-Identifier: Apache-2.0

/// How deep the nodes of one part stand in each other, and the references in them; nodes that build nothing do not count.
struct PartDepth: Sendable {
  /// A part that this one leads to. Where it does so in several places, each number is that of the deepest one.
  struct Reference: Sendable {
    var name: PartName
    /// The nodes down to it, from the first node of the part.
    var nodes = 0
    /// The nodes down to it, from the screen round it, if there is one.
    var nodesBelowScreen = 0
    /// The nodes down to it where no screen is round it; 0 where one always is.
    var openNodes = 0
  }

  private(set) var nodes = 0
  /// The nodes that have no screen round them.
  private(set) var openNodes = 0
  /// Each part once, in declared order.
  private(set) var references: [Reference] = []
  private var places: [PartName: Int] = [:]

  init(_ node: TreeNode) {
    look(at: node, outer: 0, belowScreen: 0)
    places = [:]
  }

  private mutating func look(at node: TreeNode, outer: Int, belowScreen: Int) {
    if case .empty = node { return }
    let (count, below) = (outer + 1, belowScreen + 1)
    nodes = max(nodes, count)
    if below == count { openNodes = max(openNodes, count) }
    switch node {
    case .empty: break
    case .screen(let screen): look(at: screen.nesting, outer: count, belowScreen: 0)
    case .remote(let name):
      let place = places[name] ?? references.count
      if place == references.count { references.append(Reference(name: name)) }
      places[name] = place
      references[place].nodes = max(references[place].nodes, count)
      references[place].nodesBelowScreen = max(references[place].nodesBelowScreen, below)
      if below == count { references[place].openNodes = max(references[place].openNodes, count) }
    case .anyOf, .conditional, .wildcard, .dynamic, .onDismiss:
      for child in node.children { look(at: child, outer: count, belowScreen: below) }
    }
  }
}

/// How deep nodes stand in each other below each part, those of parts in parts counted.
///
/// A way down ends where it would come to a part that it goes through already. Each part is measured once, so that where
/// parts lead to each other in a circle a longer way may be missed; but no search goes along such a circle, for a search ends
/// at a screen, and each circle has one.
struct TreeDepth {
  private let parts: [PartName: TreePart]
  /// Whether only nodes without a screen round them count, which one search may go through.
  private let isOpen: Bool
  private var known: [PartName: Int] = [:]

  private init(_ parts: [PartName: TreePart], isOpen: Bool) { (self.parts, self.isOpen) = (parts, isOpen) }

  /// Whether more than `limit` nodes stand in each other anywhere in a tree.
  static func isDeeper(than limit: Int, _ roots: [TreePart], _ parts: [PartName: TreePart]) -> Bool {
    var (whole, open) = (TreeDepth(parts, isOpen: false), TreeDepth(parts, isOpen: true))
    // Where ways are cut depends on the order, which is not that of a table.
    for part in roots + parts.keys.sorted().compactMap({ parts[$0] }) {
      if part.depth.nodes > limit { return true }
      for reference in part.depth.references {
        if reference.nodes + whole.nodes(of: reference.name) > limit { return true }
        if reference.nodesBelowScreen + open.nodes(of: reference.name) > limit { return true }
      }
    }
    return false
  }

  /// A part on the way down that is being measured.
  private struct Visit {
    var name: PartName
    var depth: PartDepth
    var tried = 0
    var nodes: Int
  }

  /// The nodes in each other below the first node of a part, depth first and without recursion: a chain of parts may be long.
  private mutating func nodes(of first: PartName) -> Int {
    var way: [Visit] = []
    var isOnWay: Set<PartName> = []
    var next: PartName? = known[first] == nil ? first : nil
    while true {
      if let name = next, let part = parts[name], isOnWay.insert(name).inserted {
        way.append(Visit(name: name, depth: part.depth, nodes: isOpen ? part.depth.openNodes : part.depth.nodes))
      }
      next = nil
      guard let last = way.indices.last else { return known[first] ?? 0 }
      guard way[last].tried < way[last].depth.references.count else {
        let visit = way.removeLast()
        known[visit.name] = visit.nodes
        isOnWay.remove(visit.name)
        continue
      }
      let reference = way[last].depth.references[way[last].tried]
      let outer = isOpen ? reference.openNodes : reference.nodes
      if outer > 0, known[reference.name] == nil, parts[reference.name] != nil, !isOnWay.contains(reference.name) {
        // It is looked at again once the part is measured.
        next = reference.name
      } else {
        way[last].tried += 1
        if outer > 0 { way[last].nodes = max(way[last].nodes, outer + (known[reference.name] ?? 0)) }
      }
    }
  }
}
