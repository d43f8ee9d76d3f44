// SPDX-License-Identifier: Apache-2.0

// An element stays from one route to the next if its id and its screen's name stand together in both. Another name
// under the same id is another screen to a follower.

extension Route {
  /// Whether this is another route than `old`, but nothing differs except which elements have appeared, and which begin a
  /// sub-tree: a minor commit.
  package func differsOnlyInAppearance(from old: Route) -> Bool {
    var differs = false
    return root.equals(old.root, exceptInAppearance: &differs) && differs
  }

  /// The elements that a change to `new` takes away: those that do not stay. Topmost first along the active path, then
  /// the hidden ones; of these, those that are wanted.
  ///
  /// - Parameter common: With so many equal elements both root paths begin.
  package func leaving(
    for new: Route, common: Int = 0, where isWanted: (Element) -> Bool = { _ in true }
  ) -> [Element] {
    var others = ElementSearch(in: new.root)
    var leaving: [Element] = []
    func look(at element: Element) {
      if !others.contains(element.id, element.screen.name), isWanted(element) { leaving.append(element) }
    }
    let start = root.stayingCount(since: new.root, common: common)
    root.forEachActiveElementReversed(from: start) { look(at: $0) }
    root.forEachHiddenElementReversed(from: start) { look(at: $0) }
    return leaving
  }

  /// The elements that were not in `old`, root first; of these, those that are wanted.
  ///
  /// - Parameter common: With so many equal elements both root paths begin.
  package func arriving(
    since old: Route, common: Int = 0, where isWanted: (Element) -> Bool = { _ in true }
  ) -> [Element] {
    var others = ElementSearch(in: old.root)
    var arriving: [Element] = []
    root.forEachElement(from: root.stayingCount(since: old.root, common: common)) {
      if !others.contains($0.id, $0.screen.name), isWanted($0) { arriving.append($0) }
    }
    return arriving
  }
}

extension Path {
  /// With how many equal elements this and another path begin, branches included.
  package func commonCount(with other: Path) -> Int { elements.commonPrefixCount(with: other.elements) }

  /// How many elements at the beginning of this path stand at the same positions of `other`, with equal branches. They
  /// stay with all that is inside them, and no walk has to look at them. Unchanged branches share their memory, so they
  /// are compared at once.
  ///
  /// - Parameter common: With so many equal elements both begin.
  package func stayingCount(since other: Path, common: Int = 0) -> Int {
    elements.commonPrefixCount(with: other.elements, from: common) { Element.areSameWithBranches($0, $1) }
  }

  /// Equality except in which elements have appeared, and which begin a sub-tree; `differs` becomes true if the paths are not
  /// simply equal.
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
    guard kind == other.kind, selected == other.selected, alwaysShown == other.alwaysShown,
      keepsSelection == other.keepsSelection, branches.count == other.branches.count
    else { return false }
    for index in branches.indices {
      guard branches[index].name == other.branches[index].name,
        branches[index].path.equals(other.branches[index].path, exceptInAppearance: &differs)
      else { return false }
    }
    return true
  }
}
