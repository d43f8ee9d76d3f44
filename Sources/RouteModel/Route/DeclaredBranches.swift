// SPDX-License-Identifier: Apache-2.0

/// The branches that a fresh element of a container gets, as its routable declares them (RouteComposer's container
/// factories; specification, section "Branches").
public struct DeclaredBranches: Hashable, Sendable {
  /// The most branches of one container.
  public static let branchesMax = 32

  /// One branch.
  public struct Branch: Hashable, Sendable {
    /// Its name, unique in the container.
    public var name: BranchName
    /// The screens that it begins with.
    public var path: [AnyScreen]

    /// A branch.
    public init(_ name: BranchName, path: [AnyScreen] = []) {
      self.name = name
      self.path = path
    }
  }

  /// The rule by which branches show.
  public var kind: Branches.Kind
  /// In order.
  public var branches: [Branch]
  /// The one that shows first (tabs) or has the focus (split); nil for the first one.
  public var selected: BranchName?

  /// Branches.
  public init(_ kind: Branches.Kind, _ branches: [Branch], selected: BranchName? = nil) {
    self.kind = kind
    self.branches = branches
    self.selected = selected
  }

  /// What is wrong with them; nil where nothing is.
  package var complaint: String? {
    if branches.isEmpty { return "a container has at least one branch" }
    if branches.count > Self.branchesMax { return "a container has at most \(Self.branchesMax) branches" }
    var seen: Set<BranchName> = []
    for branch in branches where !seen.insert(branch.name).inserted {
      return "the branch '\(branch.name)' is declared twice"
    }
    guard let selected, !seen.contains(selected) else { return nil }
    return "there is no branch '\(selected)' to be selected"
      + Spelling.hint(selected.rawValue, among: branches.map(\.name.rawValue))
  }

  /// The branches as a pattern of fresh ones; the ids in it mean nothing.
  package var pattern: Branches {
    Branches(
      kind: kind,
      branches: branches.map { branch in
        Branches.Branch(branch.name, path: Path(branch.path.map { Element(id: .root, screen: $0) }))
      }, selected: selected ?? branches.first?.name ?? "content")
  }
}
