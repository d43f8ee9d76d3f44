// SPDX-License-Identifier: Apache-2.0

extension Destination {
  /// Where a finder looks (RouteComposer's search options). In the order of the search: `current`, `parent`, the children,
  /// `presented`, `presenting`.
  public struct SearchOptions: OptionSet, Hashable, Sendable {
    /// One bit for each place.
    public let rawValue: UInt8

    /// Options of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The start itself.
    public static let current = SearchOptions(rawValue: 1)
    /// The children that show, theirs, and so on.
    public static let visible = SearchOptions(rawValue: 2)
    /// All children, those that show first, theirs, and so on.
    public static let contained = SearchOptions(rawValue: 4)
    /// The layers above, the nearest first.
    public static let presented = SearchOptions(rawValue: 8)
    /// The layers below, the nearest first.
    public static let presenting = SearchOptions(rawValue: 16)
    /// The containers round the start, the nearest first.
    public static let parent = SearchOptions(rawValue: 32)

    /// All layers, each with everything in it.
    public static let fullStack: SearchOptions = [.current, .contained, .presented, .presenting]

    /// Each place with the word that people write.
    public static let words: [(word: String, option: SearchOptions)] = [
      ("current", .current), ("visible", .visible), ("contained", .contained), ("presented", .presented),
      ("presenting", .presenting), ("parent", .parent),
    ]
  }
}
