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

    func isThat(of element: Element) -> Bool { element.id == id && element.screen.name == name }
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
    let identity = Identity(id: element.id, name: element.screen.name)
    if let place, stands(identity, at: place) { return path.elements[place] }
    return lookUp(identity)
  }

  /// Whether the element with this id and screen stays; as ``find(_:near:)``, but without a copy.
  package mutating func contains(_ id: ElementID, _ name: ScreenName, near place: Int? = nil) -> Bool {
    let identity = Identity(id: id, name: name)
    if let place, stands(identity, at: place) { return true }
    return lookUp(identity) != nil
  }

  private func stands(_ identity: Identity, at place: Int) -> Bool {
    place < path.elements.count && identity.isThat(of: path.elements[place])
  }

  private mutating func lookUp(_ identity: Identity) -> Element? {
    if let known { return known[identity] }
    var count = 0
    let found = path.firstElement {
      count += 1
      return identity.isThat(of: $0)
    }
    walked += count
    if walked > Self.walkedMax { makeDictionary() }
    return found
  }

  private mutating func makeDictionary() {
    var known: [Identity: Element] = [:]
    path.forEachElement { element in
      let identity = Identity(id: element.id, name: element.screen.name)
      if known[identity] == nil { known[identity] = element }
    }
    self.known = known
  }
}
