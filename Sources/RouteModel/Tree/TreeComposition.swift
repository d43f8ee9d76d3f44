// SPDX-License-Identifier: Apache-2.0

/// The tree of a scene, put together from the parts that its workers declare.
package struct TreeComposition: Hashable, Sendable {
  /// The parts that may begin a path, in the order in which they are tried: by name of the worker.
  package let roots: [TreePart]
  /// The parts that others lead to.
  package let parts: [PartName: TreePart]

  /// The tree of `parts`. If several parts have one name, the one of the first worker by name counts.
  package init(_ parts: some Sequence<TreePart>) {
    let sorted = parts.sorted { $0.worker < $1.worker }
    roots = sorted.filter { $0.name == nil }
    self.parts = Dictionary(sorted.compactMap { part in part.name.map { ($0, part) } }) { first, _ in first }
  }

  /// Whether there is a tree; without one every path is allowed.
  package var isDeclared: Bool { !roots.isEmpty }

  /// The parts that other parts lead to and no worker declares, by name.
  package var missing: [PartName] {
    var missing: Set<PartName> = []
    for part in roots + parts.values {
      for block in part.index.blocks {
        for entry in block.entries {
          if case .remote(let name) = entry.kind, parts[name] == nil { missing.insert(name) }
        }
      }
    }
    return missing.sorted()
  }

  /// The first circle of parts that lead to each other without a screen between, its first part repeated at the end. A
  /// search in such a circle would never end.
  package var circle: [PartName]? {
    var done: Set<PartName> = []
    for name in parts.keys.sorted() {
      var way: [PartName] = []
      if let circle = circle(from: name, way: &way, done: &done) { return circle }
    }
    return nil
  }

  private func circle(from name: PartName, way: inout [PartName], done: inout Set<PartName>) -> [PartName]? {
    if let start = way.firstIndex(of: name) { return way[start...] + [name] }
    guard !done.contains(name), let part = parts[name] else { return nil }
    way.append(name)
    for next in part.index.references(in: part.index.root) {
      if let circle = circle(from: next, way: &way, done: &done) { return circle }
    }
    way.removeLast()
    done.insert(name)
    return nil
  }
}
