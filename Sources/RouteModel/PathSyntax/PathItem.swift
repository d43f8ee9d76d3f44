// SPDX-License-Identifier: Apache-2.0

/// A screen to be put on a path, before it has an id; for a container optionally with what its branches shall hold.
public struct PathItem: Hashable, Sendable {
  /// What a branch shall hold.
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
  /// Given branches, in order; empty for none given.
  public var branches: [Branch]
  /// The branch to select, if said.
  public var selected: BranchName?

  /// An item of a path.
  public init(_ screen: AnyScreen, branches: [Branch] = [], selected: BranchName? = nil) {
    self.screen = screen
    self.branches = branches
    self.selected = selected
  }
}
