// SPDX-License-Identifier: Apache-2.0

extension TreeNode {
  /// The end of the buildable part of a path: the first element that the tree does not build.
  public struct Stop: Hashable, Sendable {
    /// The number of elements before it on its own path, all of which the tree builds.
    public var index: Int
    /// The screen that is not built.
    public var screen: AnyScreen
    /// The names that the tree would have built there, in declared order, as far as no worker has to be asked.
    public var allowed: [ScreenName]
    /// Parts that could have built the screen, but that no worker declares.
    public var missing: [PartName]

    /// A stop.
    public init(index: Int, screen: AnyScreen, allowed: [ScreenName] = [], missing: [PartName] = []) {
      self.index = index
      self.screen = screen
      self.allowed = allowed
      self.missing = missing
    }
  }
}
