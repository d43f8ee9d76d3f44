// SPDX-License-Identifier: Apache-2.0

/// One screen on a path.
public struct Element: Hashable, Sendable, Identifiable {
  /// Its identity in the scene.
  public var id: ElementID
  /// The screen that it shows.
  public var screen: AnyScreen
  /// Whether its host has reported that it appeared.
  public var hasAppeared: Bool
  /// The branches of a container screen; nil for all other screens.
  public var branches: Branches?
  /// The sub-tree of the plan that begins with it; nil for all others.
  public var subTree: SubTree?
  /// How it shows, where its worker is told of it; nil elsewhere, for its place in the route says it.
  public var visibility: Visibility?

  /// How an element shows (specification, section "Following").
  public enum Visibility: String, Hashable, Sendable, CaseIterable {
    /// Nothing covers it. A container is, together with what shows in its branches.
    case top
    /// Others lie above it, on its path or on that of a container round it.
    case beneath
    /// It lies in a branch that does not show.
    case hidden
  }

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

  /// The element as its host is told of it: of a container, what its branches are called and which one is selected, but
  /// not what they hold.
  package func outline(_ visibility: Visibility? = nil) -> Element {
    var element = self
    element.visibility = visibility
    guard var branches else { return element }
    for index in branches.branches.indices { branches.branches[index].path = Path([]) }
    element.branches = branches
    return element
  }
}
