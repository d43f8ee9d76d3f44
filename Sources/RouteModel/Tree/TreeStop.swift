// SPDX-License-Identifier: Apache-2.0

/// Where a path stops: the first element that the tree does not build.
public struct TreeStop: Hashable, Sendable {
  /// How many elements of its path are built before it; in a branch, of the branch's path.
  public var index: Int
  /// The screen that is not built.
  public var screen: AnyScreen
  /// The names that would have been built there, in declared order, as far as they can be told without asking.
  public var allowed: [ScreenName]
  /// Parts that could have built it, but that nobody declares.
  public var missing: [PartName]

  /// A stop.
  public init(index: Int, screen: AnyScreen, allowed: [ScreenName] = [], missing: [PartName] = []) {
    self.index = index
    self.screen = screen
    self.allowed = allowed
    self.missing = missing
  }
}
