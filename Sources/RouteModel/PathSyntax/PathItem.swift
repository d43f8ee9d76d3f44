// SPDX-License-Identifier: Apache-2.0

/// A screen to be put on a path, before it has an id. For a container it may say what the branches hold.
public struct PathItem: Hashable, Sendable {
  /// The wanted content of a branch.
  public struct Branch: Hashable, Sendable {
    /// The branch's name.
    public var name: BranchName
    /// Its path, first element first; may be empty.
    public var path: [PathItem]

    /// A branch with this path.
    public init(_ name: BranchName, path: [PathItem]) {
      self.name = name
      self.path = path
    }
  }

  /// The screen.
  public var screen: AnyScreen
  /// The branches that are given, in order; may be empty.
  public var branches: [Branch]
  /// The branch to select; nil to leave that to the container.
  public var selected: BranchName?

  /// An item of a path.
  public init(_ screen: AnyScreen, branches: [Branch] = [], selected: BranchName? = nil) {
    self.screen = screen
    self.branches = branches
    self.selected = selected
  }
}
