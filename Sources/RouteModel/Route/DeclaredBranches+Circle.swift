// SPDX-License-Identifier: Apache-2.0

extension [ScreenName: DeclaredBranches] {
  /// The way by which a container would hold itself without end, by its declared branches and those of the containers in them: its
  /// name at both ends. Nil where none does.
  package var circle: [ScreenName]? {
    var done: Set<ScreenName> = []
    for name in keys.sorted() {
      if let circle = circle(from: name, done: &done) { return circle }
    }
    return nil
  }

  /// Goes down from a container, depth first and without recursion: many may lie in each other.
  private func circle(from first: ScreenName, done: inout Set<ScreenName>) -> [ScreenName]? {
    guard !done.contains(first) else { return nil }
    var way = [(name: first, held: containers(in: first), tried: 0)]
    var open: Set<ScreenName> = [first]
    while let index = way.indices.last {
      guard way[index].tried < way[index].held.count else {
        open.remove(way[index].name)
        done.insert(way[index].name)
        way.removeLast()
        continue
      }
      let next = way[index].held[way[index].tried]
      way[index].tried += 1
      if open.contains(next), let start = way.firstIndex(where: { $0.name == next }) {
        return way[start...].map(\.name) + [next]
      }
      guard !done.contains(next) else { continue }
      open.insert(next)
      way.append((name: next, held: containers(in: next), tried: 0))
    }
    return nil
  }

  private func containers(in name: ScreenName) -> [ScreenName] {
    let held = self[name]?.branches.flatMap { $0.path.map(\.name) } ?? []
    return Set(held).filter { self[$0] != nil }.sorted()
  }
}
