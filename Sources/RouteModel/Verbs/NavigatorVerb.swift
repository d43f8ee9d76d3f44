// SPDX-License-Identifier: Apache-2.0

/// A verb that needs no handler: the coordinator decides it by the rules of Composable Navigator
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
  /// A new branch of a container, at an index or behind the others; without a name it is called like its first screen.
  case insertBranch(BranchName?, [PathItem], at: Int?, of: Target)
  /// Takes a branch out of a container, with all in it.
  case removeBranch(BranchName, of: Target)
  /// The branches of a container, in order; one that it has keeps an equal prefix.
  case replaceBranches(of: Target, with: [PathItem.Branch], selected: BranchName?)
}
