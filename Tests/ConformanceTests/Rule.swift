// SPDX-License-Identifier: Apache-2.0

/// Where we differ on purpose from Tempura (specification, sections "Show, hide, navigate" and "Instructions") and from
/// QRoute (section "Drive").
enum Rule: String {
  /// Their process dies; here the command ends and nothing changes.
  case unhandled = "unhandled instead of death"
  /// There a container that something covers takes what is in it off the line; here it stays.
  case covered = "covered containers stay"
  /// Their process dies; here the command is rejected.
  case noStack = "no layer takes the push"
  /// There it removes what the screen presents; here the screen's layer and all above it.
  case hardDismiss = "hard dismiss removes the layer itself"
  /// Their process dies; here the command is rejected.
  case firstHidden = "the first cannot be hidden"
  /// Their process dies; here the installer is asked.
  case emptyLine = "an empty line asks the installer"
  /// Their process dies; here the command is rejected.
  case emptyRoute = "an empty route is refused"
  /// There all but the new root is dropped; here the rest is shown.
  case restIsShown = "the rest is shown after a new root"
  /// Their process dies; here a declined change becomes hides and shows.
  case declinedChange = "a declined change falls back"
  /// There an operation is planned on what earlier ones are about to change.
  case oneAtATime = "one transition at a time"
  /// There a handler that never completes has handled after 3 s; here the next is asked.
  case silent = "silence is no answer"
  /// There a screen that answers nothing is never found, and nothing happens; here those beneath it are asked.
  case unlisted = "a screen that answers nothing can be hidden"
  /// There a walk to a route that is none cannot be told from one that arrived; here the command is rejected.
  case unknownRoute = "an unknown route is refused"
  /// There a sub-tree is confused with the part of the plan that it is a copy of; here it has an identity.
  case subTree = "a sub-tree ends where it began"
}
