// SPDX-License-Identifier: Apache-2.0

/// A route as the tree of nodes that a finder walks: each element, and for each layer that takes pushes the *stack* that
/// holds its elements. Stacks are implied by a path, but RouteComposer's rules are about them.
///
/// The nodes lie in one array and know each other by index, so that a search follows numbers only.
struct NodeTree {
  /// One node. An index of -1 stands for none.
  struct Node {
    /// Whether it is a stack.
    var isStack: Bool
    /// The node that holds it: its stack, else the container whose branch it begins.
    var parent: Int
    /// The container in whose branch it lies, also in a layer above the first.
    var container: Int
    /// The first of its children, those that show before the others.
    var child = -1
    /// The next child of its parent.
    var sibling = -1
    /// Whether it shows in its parent.
    var isVisible = true
    /// The layer above; for a node of a branch at last that above the container.
    var above = -1
    /// The layer below, likewise.
    var below = -1
  }

  private(set) var nodes: [Node] = []
  /// For each node its element, for a stack its first one.
  private(set) var elements: [Element] = []
  /// The first node of the bottom layer, and of the top layer; nil for a route that has not begun.
  private(set) var ends: (bottom: Int, top: Int)?

  init(_ route: Route) {
    let count = 2 * route.elementCount
    nodes.reserveCapacity(count)
    elements.reserveCapacity(count)
    ends = add(route.root, in: -1)
    // Parents stand before their children, so one pass hands the layers on.
    for index in nodes.indices {
      let outer = nodes[index].parent >= 0 ? nodes[index].parent : nodes[index].container
      guard outer >= 0 else { continue }
      if nodes[index].above < 0 { nodes[index].above = nodes[outer].above }
      if nodes[index].below < 0, nodes[index].parent >= 0 { nodes[index].below = nodes[outer].below }
    }
  }

  /// The node, named so that edits do not move it.
  func draftNode(_ index: Int) -> DraftNode {
    nodes[index].isStack ? .stack(of: elements[index].id) : .element(elements[index].id)
  }

  /// Adds the layers of a path; the first becomes a child of `container`.
  private mutating func add(_ path: Path, in container: Int) -> (bottom: Int, top: Int)? {
    var ends: (bottom: Int, top: Int)?
    for layer in path.layers {
      let index = add(layer, of: path, parent: ends == nil ? container : -1, container: container)
      if let below = ends?.top {
        nodes[index].below = below
        nodes[below].above = index
      }
      ends = (ends?.bottom ?? index, index)
    }
    return ends
  }

  private mutating func add(_ layer: Range<Int>, of path: Path, parent: Int, container: Int) -> Int {
    guard path.takesPushes(layer) else {
      return add(path.elements[layer.lowerBound], parent: parent, container: container)
    }
    let stack = nodes.count
    nodes.append(Node(isStack: true, parent: parent, container: container))
    elements.append(path.elements[layer.lowerBound])
    let children = layer.map { add(path.elements[$0], parent: stack, container: container) }
    link(children.suffix(1) + children.dropLast(), showing: 1, in: stack)
    return stack
  }

  private mutating func add(_ element: Element, parent: Int, container: Int) -> Int {
    let index = nodes.count
    nodes.append(Node(isStack: false, parent: parent, container: container))
    elements.append(element)
    guard let branches = element.branches else { return index }
    var (showing, hidden): ([Int], [Int]) = ([], [])
    for branch in branches.branches {
      guard let first = add(branch.path, in: index)?.bottom else { continue }
      if branches.shows(branch.name) { showing.append(first) } else { hidden.append(first) }
    }
    link(showing + hidden, showing: showing.count, in: index)
    return index
  }

  private mutating func link(_ children: [Int], showing: Int, in parent: Int) {
    nodes[parent].child = children.first ?? -1
    for (offset, child) in children.enumerated() {
      nodes[child].isVisible = offset < showing
      nodes[child].sibling = offset + 1 < children.count ? children[offset + 1] : -1
    }
  }
}
