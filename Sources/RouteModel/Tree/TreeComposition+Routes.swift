// SPDX-License-Identifier: Apache-2.0

extension TreeComposition {
  /// The place in the tree of the screen that stands for this route: the beginning of a path, or the block of the screen
  /// round it. Conditionals and dynamic nodes between them belong to that place.
  func place(of route: RouteID) -> TreePlace? {
    var finder = RouteFinder(route: route, composition: self)
    for part in roots {
      let place = TreePlace(part: part, block: part.index.root)
      if let found = finder.find(in: place, level: place) { return found }
    }
    return nil
  }

  private struct RouteFinder {
    let route: RouteID
    let composition: TreeComposition
    /// Parts that were looked at. Their inside does not depend on the way to them, so one look is enough.
    var parts: Set<PartName> = []

    /// - Parameter level: the outermost place from which `place` is reached without a screen between.
    mutating func find(in place: TreePlace, level: TreePlace) -> TreePlace? {
      for entry in place.entries.entries {
        if let found = find(entry, in: place, level: level) { return found }
      }
      return nil
    }

    private mutating func find(_ entry: TreeIndex.Entry, in place: TreePlace, level: TreePlace) -> TreePlace? {
      switch entry.kind {
      case .screen(let traits, let next):
        return traits.route == route ? level : find(in: place.at(next), level: place.at(next))
      case .conditional(_, let then, let otherwise), .dynamic(_, let then, let otherwise):
        return find(in: place.at(then), level: level) ?? find(in: place.at(otherwise), level: level)
      case .wildcard(_, let inner): return find(in: place.at(inner), level: level)
      case .remote(let name):
        guard parts.insert(name).inserted, let part = composition.parts[name] else { return nil }
        return find(in: TreePlace(part: part, block: part.index.root), level: level)
      }
    }
  }
}
