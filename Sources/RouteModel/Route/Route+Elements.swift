// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// The elements of the active path: the root path in order, after a container its showing branches, each in full, then
  /// the rest of the path. Covered containers are walked too.
  package var activePath: [Element] {
    guard hasBranches else { return root.elements }
    var elements: [Element] = []
    elements.reserveCapacity(root.count)
    root.forEachActiveElement { elements.append($0) }
    return elements
  }

  /// The last element of the active path.
  package var tip: Element? { root.tip }

  /// All elements, also those of hidden branches: each before the elements of its branches, branches in declared order.
  package var allElements: [Element] {
    guard hasBranches else { return root.elements }
    var elements: [Element] = []
    elements.reserveCapacity(root.count)
    root.forEachElement { elements.append($0) }
    return elements
  }

  /// The number of all elements, also those of hidden branches.
  package var elementCount: Int { root.elementCount }

  /// The element with this id, also in a hidden branch.
  package func element(_ id: ElementID) -> Element? { root[id] }

  private var hasBranches: Bool { root.elements.contains { $0.branches != nil } }

  /// The path at this address, or nil where there is none.
  package func path(at address: Address) -> Path? {
    var path = root
    for entry in address.entries {
      guard let container = path.elements.first(where: { $0.id == entry.container }),
        let branch = container.branches?[entry.branch]
      else { return nil }
      path = branch.path
    }
    return path
  }
}

extension [Element] {
  /// How many elements both lists begin with.
  package func commonPrefixCount(with other: [Element]) -> Int {
    commonPrefixCount(with: other) { Element.areEqual($0, $1) }
  }

  /// The end of the neighbours, from a place on, that show screens of the same name as the first of them.
  package func endOfNeighbours(from start: Int) -> Int {
    withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress, indices.contains(start) else { return elements.count }
      var end = start + 1
      while end < elements.count, Element.haveSameName(first + start, first + end) { end += 1 }
      return end
    }
  }

  /// How many elements both lists begin with that are the same to `areSame`. They are compared where they stand: to copy an
  /// element costs more than to compare it.
  ///
  /// - Parameter start: So many are known to be the same.
  @inline(__always)
  func commonPrefixCount(
    with other: [Element], from start: Int = 0, by areSame: (UnsafePointer<Element>, UnsafePointer<Element>) -> Bool
  ) -> Int {
    withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { yours in
        let count = Swift.min(mine.count, yours.count)
        guard let mine = mine.baseAddress, let yours = yours.baseAddress, mine != yours else { return count }
        var same = start
        while same < count, areSame(mine + same, yours + same) { same += 1 }
        return same
      }
    }
  }
}

extension Route {
  /// Those of these elements that stand on the route, each once, in their order.
  package func standing(_ ids: [ElementID]) -> [ElementID] {
    var seen: Set<ElementID> = []
    return ids.filter { element($0) != nil && seen.insert($0).inserted }
  }
}
