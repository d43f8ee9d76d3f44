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
  package var outline: Element {
    guard var branches else { return self }
    for index in branches.branches.indices { branches.branches[index].path = Path([]) }
    var element = self
    element.branches = branches
    return element
  }
}
