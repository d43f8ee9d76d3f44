// SPDX-License-Identifier: Apache-2.0

/// One screen on a path.
public struct Element: Hashable, Sendable, Identifiable {
  /// Its identity in the scene.
  public var id: ElementID
  /// What it shows.
  public var screen: AnyScreen
  /// Whether its host has reported that it appeared.
  public var hasAppeared: Bool
  /// The branches of a container screen; nil for all others.
  public var branches: Branches?
  /// The sub-tree of the plan that begins with it; nil for all others.
  public var subTree: SubTree?

  /// An element; not appeared, without branches and without a sub-tree unless told otherwise.
  public init(
    id: ElementID, screen: AnyScreen, hasAppeared: Bool = false, branches: Branches? = nil, subTree: SubTree? = nil
  ) {
    self.id = id
    self.screen = screen
    self.hasAppeared = hasAppeared
    self.branches = branches
    self.subTree = subTree
  }
}

/// The branches of a container: one shows (`tabs`) or all do (`split`).
public struct Branches: Hashable, Sendable {
  /// Which branches show.
  public enum Kind: Hashable, Sendable {
    /// The selected one.
    case tabs
    /// All, in declared order; the selected one has the focus.
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

  /// Which branches show.
  public var kind: Kind
  /// In declared order.
  public var branches: [Branch]
  /// The name of the branch that shows (tabs) or has the focus (split).
  public var selected: BranchName

  /// The branches of a container.
  public init(kind: Kind, branches: [Branch], selected: BranchName) {
    self.kind = kind
    self.branches = branches
    self.selected = selected
  }
}

/// Elements, root first.
public struct Path: Hashable, Sendable {
  /// Root first.
  public var elements: [Element]

  /// A path of these elements.
  public init(_ elements: [Element]) { self.elements = elements }
}

/// The canonical state of a scene: its root path with everything inside it.
public struct Route: Hashable, Sendable {
  /// The root path. Empty only for a scene that has not begun.
  public var root: Path

  /// A route with this root path.
  public init(root: Path = Path([])) { self.root = root }
}
