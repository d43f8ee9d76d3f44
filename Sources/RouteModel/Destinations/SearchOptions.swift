// SPDX-License-Identifier: Apache-2.0

/// Where a finder looks (RouteComposer's search options). In the order of the search: `current`, `parent`, the children,
/// `presented`, `presenting`.
package struct SearchOptions: OptionSet, Hashable, Sendable {
  /// One bit for each place.
  package let rawValue: UInt8

  /// Options of these bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The start itself.
  package static let current = SearchOptions(rawValue: 1)
  /// The children that show, theirs, and so on.
  package static let visible = SearchOptions(rawValue: 2)
  /// All children, those that show first, theirs, and so on.
  package static let contained = SearchOptions(rawValue: 4)
  /// The layers above, the nearest first.
  package static let presented = SearchOptions(rawValue: 8)
  /// The layers below, the nearest first.
  package static let presenting = SearchOptions(rawValue: 16)
  /// The containers round the start, the nearest first.
  package static let parent = SearchOptions(rawValue: 32)

  /// All layers, each with everything in it.
  package static let fullStack: SearchOptions = [.current, .contained, .presented, .presenting]

  /// Each place with the word that people write.
  package static let words: [(word: String, option: SearchOptions)] = [
    ("current", .current), ("visible", .visible), ("contained", .contained), ("presented", .presented),
    ("presenting", .presenting), ("parent", .parent),
  ]
}
