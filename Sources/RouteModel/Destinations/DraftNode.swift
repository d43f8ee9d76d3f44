// SPDX-License-Identifier: Apache-2.0

/// A node of a route that is being edited, named so that edits do not move it.
enum DraftNode: Hashable {
  /// An element.
  case element(ElementID)
  /// The layer with this element, which takes pushes.
  case stack(of: ElementID)
  /// A branch without an element.
  case emptyBranch(ElementID, BranchName)
  /// A scene that has not begun.
  case nothing
  /// A screen that is made, but nowhere in the route.
  case unplaced

  /// The element, of a stack one of its elements.
  var id: ElementID? {
    switch self {
    case .element(let id), .stack(of: let id): id
    case .emptyBranch, .nothing, .unplaced: nil
    }
  }

  /// Whether it is a stack.
  var isStack: Bool { if case .stack = self { true } else { false } }
}

extension Route {
  /// The node of a layer: its stack, or else its element.
  private func node(of layer: Range<Int>, on path: Path) -> DraftNode {
    let first = path.elements[layer.lowerBound].id
    return path.takesPushes(layer) ? .stack(of: first) : .element(first)
  }

  /// The node of the bottom layer.
  var bottomNode: DraftNode { root.layers.first.map { node(of: $0, on: root) } ?? .nothing }

  /// The node of the top layer.
  var topNode: DraftNode { root.layers.last.map { node(of: $0, on: root) } ?? .nothing }

  /// Whether two nodes are the same: a stack is named by any of its elements.
  func isSame(_ node: DraftNode, _ other: DraftNode) -> Bool {
    guard case .stack(let id) = node, case .stack(let otherID) = other else { return node == other }
    guard let place = place(of: id), let otherPlace = self.place(of: otherID), place.address == otherPlace.address,
      let path = path(at: place.address)
    else { return false }
    return path.layer(of: place.index) == path.layer(of: otherPlace.index)
  }

  /// The node of a branch: that of its first layer.
  func node(ofBranch name: BranchName, of container: ElementID) -> DraftNode? {
    guard let path = element(container)?.branches?[name]?.path else { return nil }
    return path.layers.first.map { node(of: $0, on: path) } ?? .emptyBranch(container, name)
  }

  /// The nearest stack at or round a node, never out through a layer above the first of a path. That of an empty branch
  /// has no elements.
  func nearestStack(from node: DraftNode) -> Layer? {
    switch node {
    case .element(let id), .stack(of: let id): place(of: id).flatMap { stack(of: $0) }
    case .emptyBranch(let id, let name):
      place(of: id).map { Layer(address: $0.address.branch(name, of: id), range: 0..<0) }
    case .nothing, .unplaced: nil
    }
  }

  /// The place of the nearest container at or round a node that is wanted. The only element of a stack counts as the stack.
  func nearestContainer(from node: DraftNode, where isWanted: (Branches) -> Bool) -> Place? {
    var next: Place?
    switch node {
    case .element(let id): next = place(of: id)
    case .stack(of: let id): next = place(of: id).flatMap { isAlone(at: $0) ? $0 : container(round: $0) }
    case .emptyBranch(let id, _): next = place(of: id)
    case .nothing, .unplaced: return nil
    }
    while let place = next {
      if let branches = path(at: place.address)?.elements[place.index].branches, isWanted(branches) { return place }
      next = container(round: place)
    }
    return nil
  }

  private func isAlone(at place: Place) -> Bool { path(at: place.address)?.layer(of: place.index).count == 1 }

  /// The container round an element whose layer is the first of its branch.
  func container(round place: Place) -> Place? {
    guard let entry = place.address.entries.last, path(at: place.address)?.layer(of: place.index).lowerBound == 0 else {
      return nil
    }
    return self.place(of: entry.container)
  }

  /// Brings a node into view: selects its branch in every container round it, and drops what lies above it. Of a stack all
  /// elements stay.
  mutating func reveal(_ node: DraftNode) {
    switch node {
    case .nothing, .unplaced: return
    case .emptyBranch(let id, let name):
      guard let place = place(of: id) else { return }
      reveal(place.address.branch(name, of: id))
    case .element(let id), .stack(of: let id):
      guard let place = place(of: id) else { return }
      reveal(place.address)
      edit(place.address) { path in
        var end = place.index + 1
        if case .stack = node { end = path.layer(of: place.index).upperBound }
        if end < path.count { path.elements.removeSubrange(end...) }
      }
    }
  }
}
