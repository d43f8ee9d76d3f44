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

  /// A literal.
  public init(_ screen: AnyScreen, branches: [Branch] = [], selected: BranchName? = nil) {
    self.screen = screen
    self.branches = branches
    self.selected = selected
  }
}

/// What a verb acts on.
public enum Target: Hashable, Sendable {
  /// The element with this id.
  case id(ElementID)
  /// The topmost element on the active path with an equal screen, else the last among the hidden ones.
  case screen(AnyScreen)
  /// The place before the first element of a container's branch.
  case branch(ElementID, BranchName)
  /// The element that is asked; only inside an ask's answer.
  case asked
}

/// A verb that the coordinator decides at once, by the rules of Composable Navigator
/// (specification, section "Navigator verbs").
public enum NavigatorVerb: Hashable, Sendable {
  /// One screen on top of the target; always a fresh element.
  case go(to: PathItem, on: Target)
  /// Screens on top of the target; an equal prefix keeps its elements.
  case goPath(to: [PathItem], on: Target)
  /// Drops everything above the target.
  case goBack(to: Target)
  /// The whole path, or that of a branch; an equal prefix keeps its elements.
  case replace(path: [PathItem], in: Target?)
  /// Drops the target and everything above it.
  case dismiss(Target)
  /// Drops everything above the target, without bringing it into view.
  case dismissSuccessor(of: Target)
  /// Another screen in the element with the target's id; id, flag and successors stay.
  case replaceContent(of: Target, with: AnyScreen)
  /// As ``replaceContent(of:with:)``, the element found by its screen.
  case replaceScreen(AnyScreen, with: AnyScreen)
  /// The element has appeared.
  case didAppear(Target)
  /// Shows a branch of a container.
  case select(BranchName, of: Target)
}

/// What a client wants.
public enum Verb: Hashable, Sendable {
  /// Decided by the coordinator at once.
  case navigator(NavigatorVerb)
  /// Several of them as one transaction.
  case batch([NavigatorVerb])
  /// Asks the top screen, else pops or dismisses it.
  case back
  /// Asks the installer of this root name, like a show with an empty chain.
  case start(ScreenName)
  /// Asks the active path, topmost first, to show each name in order (Tempura).
  case show([ScreenName])
  /// Asks the last element of this name to hide, then downwards; atomic: it alone, not those above it first.
  case hide(ScreenName, atomic: Bool)
  /// Asks for the differences between the active path's names and these (Tempura).
  case navigate([ScreenName])
  /// Replaces the path with the one that this URL leads to.
  case open(String)
  /// Walks from route to route, each step asked of the screen that it starts from (QRoute).
  case drive(Drive)
}
