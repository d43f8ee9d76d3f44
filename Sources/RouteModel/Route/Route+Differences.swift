// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// Whether this is another route than `old`, but nothing differs except which elements have appeared.
  public func differsOnlyInAppearance(from old: Route) -> Bool {
    self != old && root.equals(old.root)
  }

  /// The elements that a change to `new` takes away: those whose id and name no longer stand together in it. Topmost
  /// first along the active path, then the hidden ones.
  public func leaving(for new: Route) -> [Element] {
    let staying = new.identities
    let active = activePath
    let visible = Set(active.map(\.id))
    return (active.reversed() + allElements.reversed().filter { !visible.contains($0.id) })
      .filter { !staying.contains($0.identity) }
  }

  /// The elements that were not in `old`: those whose id and name did not stand together in it. Root first.
  public func arriving(since old: Route) -> [Element] {
    let known = old.identities
    return allElements.filter { !known.contains($0.identity) }
  }

  private var identities: Set<Element.Identity> { Set(allElements.map(\.identity)) }
}

extension Element {
  /// What a follower takes for the same screen: another name under the same id is another one.
  struct Identity: Hashable {
    var id: ElementID
    var name: ScreenName
  }

  var identity: Identity { Identity(id: id, name: screen.name) }
}

extension Path {
  /// Equality that leaves out which elements have appeared.
  fileprivate func equals(_ other: Path) -> Bool {
    elements.count == other.elements.count
      && zip(elements, other.elements).allSatisfy { a, b in
        a.id == b.id && a.screen == b.screen && Branches.equal(a.branches, b.branches)
      }
  }
}

extension Branches {
  fileprivate static func equal(_ a: Branches?, _ b: Branches?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.kind == b.kind && a.selected == b.selected && a.branches.count == b.branches.count
      && zip(a.branches, b.branches).allSatisfy { $0.name == $1.name && $0.path.equals($1.path) }
  }
}
