// SPDX-License-Identifier: Apache-2.0

extension Path {
  /// Whether it is the path that is written. Of a container those branches count that are written.
  package func matches(_ wish: [PathItem]) -> Bool {
    count == wish.count
      && zip(self, wish).allSatisfy { element, item in
        guard element.screen == item.screen else { return false }
        let branches = element.branches
        return (item.selected == nil || item.selected == branches?.selected)
          && item.branches.allSatisfy { wish in branches?[wish.name]?.path.matches(wish.path) ?? false }
      }
  }

  /// The last elements that show: one, unless a container shows several branches.
  package var tops: [Element] {
    guard let last = elements.last else { return [] }
    let inner = last.branches?.showing.flatMap(\.path.tops) ?? []
    return inner.isEmpty ? [last] : inner
  }
}
