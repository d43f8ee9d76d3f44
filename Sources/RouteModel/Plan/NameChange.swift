// SPDX-License-Identifier: Apache-2.0

/// A difference between two routes of names (specification, section "Differences").
package enum NameChange: Hashable {
  /// Bring this one.
  case show(ScreenName)
  /// Take away the one at this index of the old route.
  case hide(Int)
  /// Ask the one at this index of the old route to exchange all that follows it for these.
  case exchange(Int, [ScreenName])
  /// Install this one as the root.
  case root(ScreenName)

  /// The changes that lead from one route to another, in order. Atomic: of several to hide only the lowest is asked.
  package static func all(
    from old: [ScreenName], to new: [ScreenName], isAtomic: Bool
  ) -> Result<[NameChange], Refusal> {
    guard let root = new.first else { return .failure(.noScreen) }
    let common = zip(old, new).prefix { $0 == $1 }.count
    switch (old.count > common, new.count > common) {
    case (false, false): return .success([])
    case _ where common == 0: return .success([.root(root)] + new.dropFirst().map { .show($0) })
    case (true, false): return .success(isAtomic ? [.hide(common)] : (common..<old.count).reversed().map { .hide($0) })
    case (false, true): return .success(new[common...].map { .show($0) })
    case (true, true): return .success([.exchange(common - 1, Array(new[common...]))])
    }
  }
}
