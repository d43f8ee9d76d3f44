// SPDX-License-Identifier: Apache-2.0

/// The branches of a container: one shows (`tabs`) or all do (`split`). A container of rules of its own is one of these with
/// ``alwaysShown`` and ``keepsSelection``: RouteComposer's custom containers say the same by `visibleViewControllers` and
/// `makeVisible`.
public struct Branches: Hashable, Sendable {
  /// The rule by which branches show.
  public enum Kind: Hashable, Sendable {
    /// The selected branch shows.
    case tabs
    /// All branches show, in declared order; the selected one has the focus.
    case split
  }

  /// One branch.
  public struct Branch: Hashable, Sendable {
    /// Its name, unique in the container.
    public var name: BranchName
    /// Its own path; may be empty.
    public var path: Path

    /// A branch.
    public init(_ name: BranchName, path: Path = Path([])) {
      self.name = name
      self.path = path
    }
  }

  /// The rule by which branches show.
  public var kind: Kind
  /// In declared order.
  public var branches: [Branch]
  /// The name of the branch that shows (tabs) or has the focus (split).
  public var selected: BranchName
  /// Of tabs the branches that show beside the selected one, such as a dock. A name that no branch has means nothing.
  public var alwaysShown: [BranchName]
  /// Whether the selection stays where a screen is brought into view in a branch that shows already.
  public var keepsSelection: Bool

  /// The branches of a container.
  public init(
    kind: Kind, branches: [Branch], selected: BranchName, alwaysShown: [BranchName] = [], keepsSelection: Bool = false
  ) {
    self.kind = kind
    self.branches = branches
    self.selected = selected
    self.alwaysShown = alwaysShown
    self.keepsSelection = keepsSelection
  }
}
