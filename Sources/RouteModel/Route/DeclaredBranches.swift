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
  /// Of tabs the branches that show beside the selected one.
  public var alwaysShown: [BranchName]
  /// Whether the selection stays where a screen is brought into view in a branch that shows already.
  public var keepsSelection: Bool

  /// Branches.
  public init(
    _ kind: Branches.Kind, _ branches: [Branch], selected: BranchName? = nil, alwaysShown: [BranchName] = [],
    keepsSelection: Bool = false
  ) {
    self.kind = kind
    self.branches = branches
    self.selected = selected
    self.alwaysShown = alwaysShown
    self.keepsSelection = keepsSelection
  }

  /// What is wrong with no branches.
  package static let emptiness = "a container has at least one branch"

  /// What is wrong with them; nil where nothing is.
  package var complaint: String? {
    if branches.isEmpty { return Self.emptiness }
    if branches.count > Self.branchesMax { return "a container has at most \(Self.branchesMax) branches" }
    var seen: Set<BranchName> = []
    for branch in branches where !seen.insert(branch.name).inserted {
      return "the branch '\(branch.name)' is declared twice"
    }
    if let selected, !seen.contains(selected) { return absence(of: selected, "selected") }
    if kind == .split, !alwaysShown.isEmpty { return "all branches of a split show, so none is always shown besides" }
    return alwaysShown.first { !seen.contains($0) }.map { absence(of: $0, "always shown") }
  }

  private func absence(of name: BranchName, _ wish: String) -> String {
    "there is no branch '\(name)' to be \(wish)" + Spelling.hint(name.rawValue, among: branches.map(\.name.rawValue))
  }

  /// The branches as a pattern of fresh ones; the ids in it mean nothing.
  package var pattern: Branches {
    Branches(
      kind: kind,
      branches: branches.map { branch in
        Branches.Branch(branch.name, path: Path(branch.path.map { Element(id: .root, screen: $0) }))
      }, selected: selected ?? branches.first?.name ?? "content", alwaysShown: alwaysShown,
      keepsSelection: keepsSelection)
  }
}
