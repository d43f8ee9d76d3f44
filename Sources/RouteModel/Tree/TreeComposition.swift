// SPDX-License-Identifier: Apache-2.0

/// The tree of a scene, put together from the parts that its workers declare.
package struct TreeComposition: Sendable {
  /// The parts that may begin a path, in the order in which they are tried: by name of the worker.
  package let roots: [TreePart]
  /// The parts that others lead to.
  package let parts: [PartName: TreePart]
  /// The routes of the tree, read once; shared, so that scenes with one tree have one plan.
  private let routes: ComposedRoutes

  /// The tree of `parts`. If several parts have one name, the one of the first worker by name counts.
  package init(_ parts: some Sequence<TreePart>) {
    let sorted = parts.sorted { $0.worker < $1.worker }
    roots = sorted.filter { $0.name == nil }
    self.parts = Dictionary(sorted.compactMap { part in part.name.map { ($0, part) } }) { first, _ in first }
    routes = ComposedRoutes(roots: roots, parts: self.parts)
  }

  /// Whether there is a tree; without one every path is allowed.
  package var isDeclared: Bool { !roots.isEmpty }

  /// The routes that drives walk on.
  package var plan: RoutePlan { routes.plan }

  /// The nodes that were read for the plan. Each part is read once, and a part that leads to no route not at all; only a
  /// part that stands in several alternatives may be read again.
  package var steps: Int { routes.steps }

  /// The limit that ended the reading of the plan early; such a tree has to be refused.
  package var excess: TreeExcess? { routes.excess }

  /// The place in the tree of the screen that stands for this route: the beginning of a path, or the block of the screen
  /// round it. Conditionals and dynamic nodes between them belong to that place.
  func place(of route: RouteID) -> TreePlace? { routes.places[route] }

  /// The parts that other parts lead to and no worker declares, by name.
  package var missing: [PartName] {
    var missing: Set<PartName> = []
    for part in roots + parts.values {
      for name in part.references where parts[name] == nil { missing.insert(name) }
    }
    return missing.sorted()
  }

  /// The first circle of parts that lead to each other without a screen between, its first part repeated at the end. A
  /// search in such a circle would never end.
  package var circle: [PartName]? {
    var done: Set<PartName> = []
    for name in parts.keys.sorted() {
      if let circle = circle(from: name, done: &done) { return circle }
    }
    return nil
  }

  /// Goes down from a part, depth first and without recursion: a chain of parts may be long.
  private func circle(from first: PartName, done: inout Set<PartName>) -> [PartName]? {
    var way: [(name: PartName, references: [PartName], tried: Int)] = []
    var places: [PartName: Int] = [:]
    var next: PartName? = first
    while true {
      if let name = next, !done.contains(name), let part = parts[name] {
        if let start = places[name] { return way[start...].map(\.name) + [name] }
        places[name] = way.count
        way.append((name, part.openReferences, 0))
      }
      guard let last = way.indices.last else { return nil }
      if way[last].tried < way[last].references.count {
        next = way[last].references[way[last].tried]
        way[last].tried += 1
      } else {
        let name = way.removeLast().name
        places[name] = nil
        done.insert(name)
        next = nil
      }
    }
  }
}

extension TreeComposition: Hashable {
  /// Equality of the parts, of which all else follows.
  package static func == (a: Self, b: Self) -> Bool { a.roots == b.roots && a.parts == b.parts }

  /// Consistent with `==`.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(roots)
    hasher.combine(parts)
  }
}
