// SPDX-License-Identifier: Apache-2.0

// The walks over a path and the branches inside it. Every turn of a coordinator takes several of them, so they visit the
// elements where they lie and collect nothing.

extension Path {
  /// Calls `body` with every element, also of hidden branches: each before the elements of its branches, branches in
  /// declared order.
  public func forEachElement<Failure: Error>(_ body: (Element) throws(Failure) -> Void) throws(Failure) {
    try forEachElement(from: 0, body)
  }

  /// As ``forEachElement(_:)``, but leaves out the first `start` elements of this path with all that is inside them.
  package func forEachElement<Failure: Error>(
    from start: Int, _ body: (Element) throws(Failure) -> Void
  ) throws(Failure) {
    for index in start..<elements.count {
      try body(elements[index])
      guard let branches = elements[index].branches else { continue }
      for branch in branches.branches.indices { try branches.branches[branch].path.forEachElement(from: 0, body) }
    }
  }

  /// Calls `body` with every element, in the order of ``forEachElement(_:)``, and how it shows; leaves out the first `start`
  /// elements of this path with all that is inside them.
  ///
  /// - Parameter shown: How the place shows that the path fills.
  package func forEachElement(
    from start: Int = 0, shown: Element.Visibility = .top, _ body: (Element, Element.Visibility) -> Void
  ) {
    for index in start..<elements.count {
      let visibility = shown == .top && index < elements.count - 1 ? .beneath : shown
      body(elements[index], visibility)
      guard let branches = elements[index].branches else { continue }
      for branch in branches.branches.indices {
        let item = branches.branches[branch]
        item.path.forEachElement(shown: branches.shows(item.name) ? visibility : .hidden, body)
      }
    }
  }

  /// The first element in the order of ``forEachElement(_:)`` for which `isWanted` holds; nil where there is none.
  public func firstElement<Failure: Error>(
    where isWanted: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Element? {
    for index in elements.indices {
      if try isWanted(elements[index]) { return elements[index] }
      guard let branches = elements[index].branches else { continue }
      for branch in branches.branches.indices {
        if let found = try branches.branches[branch].path.firstElement(where: isWanted) { return found }
      }
    }
    return nil
  }

  /// Calls `body` with every element of the active path: the path in order, after a container its showing branches, each
  /// in full.
  public func forEachActiveElement<Failure: Error>(_ body: (Element) throws(Failure) -> Void) throws(Failure) {
    for index in elements.indices {
      try body(elements[index])
      guard let branches = elements[index].branches else { continue }
      try branches.forEachShowing { branch throws(Failure) in try branch.path.forEachActiveElement(body) }
    }
  }

  /// Calls `body` with every element of the active path, the tip first; leaves out the first `start` elements of this
  /// path.
  func forEachActiveElementReversed(from start: Int = 0, _ body: (Element) -> Void) {
    for index in (start..<elements.count).reversed() {
      elements[index].branches?.forEachShowingReversed { $0.path.forEachActiveElementReversed(body) }
      body(elements[index])
    }
  }

  /// Calls `body` with every element that is not on the active path, in the reverse of the order of
  /// ``forEachElement(_:)``.
  ///
  /// - Parameters:
  ///   - start: the number of elements of this path to leave out at its beginning.
  ///   - isActive: whether this path is a part of the active path.
  func forEachHiddenElementReversed(from start: Int = 0, isActive: Bool = true, _ body: (Element) -> Void) {
    for index in (start..<elements.count).reversed() {
      if let branches = elements[index].branches {
        for branch in branches.branches.indices.reversed() {
          let shows = isActive && branches.shows(branches.branches[branch].name)
          branches.branches[branch].path.forEachHiddenElementReversed(isActive: shows, body)
        }
      }
      if !isActive { body(elements[index]) }
    }
  }
}
