// SPDX-License-Identifier: Apache-2.0

extension Element {
  /// Whether both are one screen for its host: the same id and the same name.
  package func isSameScreen(as other: Element) -> Bool { id == other.id && screen.name == other.screen.name }
}

/// Finds the elements of one route in another, in which they stay if their id and their screen's name stand together.
///
/// An element that stays has nearly always the same place as before, so a search looks there first. Otherwise it walks
/// the path with its branches; when the walks become long, it makes a dictionary once.
package struct ElementSearch {
  private struct Identity: Hashable {
    var id: ElementID
    var name: ScreenName

    init(_ element: Element) {
      id = element.id
      name = element.screen.name
    }
  }

  /// So many elements are looked at before the dictionary is worth its memory.
  private static let walkedMax = 256

  private let path: Path
  private var walked = 0
  private var known: [Identity: Element]?

  /// A search in `path` and in its branches.
  package init(in path: Path) { self.path = path }

  /// The element that stands for `element`; nil where it does not stay. `place` is where it may stand in the path itself.
  package mutating func find(_ element: Element, near place: Int? = nil) -> Element? {
    if let place, isSame(element, at: place) { return path.elements[place] }
    if let known { return known[Identity(element)] }
    return walk(to: element)
  }

  /// Whether an element stays; as ``find(_:near:)``, but without a copy.
  package mutating func contains(_ element: Element, near place: Int? = nil) -> Bool {
    if let place, isSame(element, at: place) { return true }
    if let known { return known[Identity(element)] != nil }
    return walk(to: element) != nil
  }

  private func isSame(_ element: Element, at place: Int) -> Bool {
    place < path.elements.count && path.elements[place].isSameScreen(as: element)
  }

  private mutating func walk(to element: Element) -> Element? {
    var count = 0
    let found = path.firstElement {
      count += 1
      return $0.isSameScreen(as: element)
    }
    walked += count
    if walked > Self.walkedMax { makeDictionary() }
    return found
  }

  private mutating func makeDictionary() {
    var known: [Identity: Element] = [:]
    path.forEachElement { element in
      let identity = Identity(element)
      if known[identity] == nil { known[identity] = element }
    }
    self.known = known
  }
}
