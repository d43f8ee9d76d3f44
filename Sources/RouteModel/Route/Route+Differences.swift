// SPDX-License-Identifier: Apache-2.0

// An element stays from one route to the next if its id and its screen's name stand together in both. Another name
// under the same id is another screen to a follower.

extension Route {
  /// Whether this is another route than `old`, but nothing differs except which elements have appeared.
  public func differsOnlyInAppearance(from old: Route) -> Bool {
    var differs = false
    return root.equals(old.root, exceptInAppearance: &differs) && differs
  }

  /// The elements that a change to `new` takes away: those that do not stay. Topmost first along the active path, then
  /// the hidden ones.
  public func leaving(for new: Route) -> [Element] {
    var others = ElementLookup(in: new.root)
    var leaving: [Element] = []
    let start = root.commonCount(with: new.root)
    root.forEachActiveElementReversed(from: start) { if !others.contains($0) { leaving.append($0) } }
    root.forEachHiddenElementReversed(from: start) { if !others.contains($0) { leaving.append($0) } }
    return leaving
  }

  /// The elements that were not in `old`, root first.
  public func arriving(since old: Route) -> [Element] {
    var others = ElementLookup(in: old.root)
    var arriving: [Element] = []
    root.forEachElement(from: root.commonCount(with: old.root)) { if !others.contains($0) { arriving.append($0) } }
    return arriving
  }

  /// All that a change from `old` to this route does to elements.
  package func difference(from old: Route) -> RouteDifference {
    RouteDifference(
      leaving: old.leaving(for: self), arriving: arriving(since: old), changed: changed(since: old))
  }

  private func changed(since old: Route) -> [Element] {
    var changed: [Element] = []
    let start = root.commonCount(with: old.root)
    for index in 0..<start where root[index] != old.root[index] { changed.append(root[index]) }
    var others = ElementLookup(in: old.root)
    root.forEachElement(from: start) { element in
      if let before = others[element], !element.equalsOutsideBranches(before) { changed.append(element) }
    }
    return changed
  }
}

/// The difference between two routes.
package struct RouteDifference: Hashable, Sendable {
  /// As ``Route/leaving(for:)`` of the old route.
  package var leaving: [Element]
  /// As ``Route/arriving(since:)`` of the new route.
  package var arriving: [Element]
  /// The elements of the new route that stay and differ from before: in content, presentation, appearance, sub-tree, or
  /// in which branches they have and show. The elements inside the branches count for themselves. In the order of
  /// ``Route/allElements``.
  package var changed: [Element]
}

extension Element {
  fileprivate func equalsOutsideBranches(_ other: Element) -> Bool {
    guard id == other.id, hasAppeared == other.hasAppeared, screen == other.screen, subTree == other.subTree else {
      return false
    }
    guard let branches, let others = other.branches else { return branches == nil && other.branches == nil }
    return branches.kind == others.kind && branches.selected == others.selected
      && branches.branches.elementsEqual(others.branches) { $0.name == $1.name }
  }
}

extension Path {
  /// How many elements at the beginning of this path stand at the same positions of `other`, with equal branches. They
  /// stay with all that is inside them, and no walk has to look at them. Unchanged branches share their memory, so they
  /// are compared at once.
  fileprivate func commonCount(with other: Path) -> Int {
    let limit = Swift.min(count, other.count)
    var count = 0
    while count < limit, elements[count].id == other.elements[count].id,
      elements[count].screen.name == other.elements[count].screen.name,
      elements[count].branches == other.elements[count].branches
    {
      count += 1
    }
    return count
  }

  /// Equality except in which elements have appeared; `differs` becomes true if the paths are not simply equal.
  fileprivate func equals(_ other: Path, exceptInAppearance differs: inout Bool) -> Bool {
    guard count == other.count else { return false }
    for index in elements.indices {
      guard elements[index].id == other.elements[index].id, elements[index].screen == other.elements[index].screen
      else { return false }
      if elements[index].hasAppeared != other.elements[index].hasAppeared
        || elements[index].subTree != other.elements[index].subTree
      {
        differs = true
      }
      switch (elements[index].branches, other.elements[index].branches) {
      case (nil, nil): continue
      case (let branches?, let others?):
        guard branches.equals(others, exceptInAppearance: &differs) else { return false }
      default: return false
      }
    }
    return true
  }
}

extension Branches {
  fileprivate func equals(_ other: Branches, exceptInAppearance differs: inout Bool) -> Bool {
    guard kind == other.kind, selected == other.selected, branches.count == other.branches.count else { return false }
    for index in branches.indices {
      guard branches[index].name == other.branches[index].name,
        branches[index].path.equals(other.branches[index].path, exceptInAppearance: &differs)
      else { return false }
    }
    return true
  }
}

/// Finds the elements of a path, and of its branches, by id and name. Few and short questions walk the path; when they
/// become many, a dictionary is made once.
private struct ElementLookup {
  private struct Identity: Hashable {
    var id: ElementID
    var name: ScreenName
  }

  /// So many elements are looked at before the dictionary is worth its memory.
  private static let walkedMax = 256

  private let path: Path
  private var walked = 0
  private var known: [Identity: Element]?

  init(in path: Path) { self.path = path }

  mutating func contains(_ element: Element) -> Bool {
    if let known { return known[Identity(id: element.id, name: element.screen.name)] != nil }
    return walk(to: element) != nil
  }

  subscript(element: Element) -> Element? {
    mutating get {
      if let known { return known[Identity(id: element.id, name: element.screen.name)] }
      return walk(to: element)
    }
  }

  private mutating func walk(to element: Element) -> Element? {
    var count = 0
    let found = path.firstElement {
      count += 1
      return $0.id == element.id && $0.screen.name == element.screen.name
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
