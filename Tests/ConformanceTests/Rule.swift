// SPDX-License-Identifier: Apache-2.0

/// Where we differ on purpose from Tempura (specification, sections "Show, hide, navigate" and "Instructions"), from QRoute
/// (section "Drive") and from RouteComposer (section "Destinations").
enum Rule: String {
  /// Their process dies; here the command ends and nothing changes.
  case unhandled = "unhandled instead of death"
  /// There a container that something covers takes what is in it off the line; here it stays.
  case covered = "covered containers stay"
  /// Their process dies; here the command is rejected.
  case noStack = "no layer takes the push"
  /// Their process dies; here nothing is popped.
  case stacklessPop = "a pop without a stack pops nothing"
  /// Their process dies; here the command is rejected, and a screen that answers nothing is found.
  case unknownPop = "an unknown screen to pop to is refused"
  /// There it removes what the screen presents; here the screen's layer and all above it.
  case hardDismiss = "hard dismiss removes the layer itself"
  /// There a covered layer is only marked, and goes with what is above it later; here it goes alone, at once.
  case softDismiss = "soft dismiss removes the layer alone"
  /// Their process dies; here the command is rejected.
  case firstHidden = "the first cannot be hidden"
  /// Their process dies; here the installer is asked.
  case emptyLine = "an empty line asks the installer"
  /// Their process dies, or has nothing to do where no screen is on the line; here the command is rejected.
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
  /// There all screens of the found one's layer and of those above it may refuse; here those that would go.
  case onlyLeaving = "only screens that leave are asked"
  /// There a choice sees the context of the request; here that of its place in the chain.
  case convertedContext = "a choice sees the converted context"
  /// There the found screen has the context before the gates; here after them.
  case contextsLast = "contexts come after the gates"
  /// There a step that is impossible shows after the gates; here before, since the next route stands first.
  case plannedFirst = "the route is planned before the gates"
  /// There screens are prepared before the gates, and built one by one; here their hosts prepare them together, after.
  case hostsLast = "hosts prepare after the gates"
  /// There what was done before a failure stays; here nothing changes.
  case noTraces = "a failure leaves the old route"
  /// There a gate that changes the route ends the request; here it is planned again.
  case replanned = "a gate that changes the route is planned again"
  /// There a screen that is put nowhere is a success; here it is told.
  case notPlaced = "a screen that is nowhere is told"
  /// There the destination may stay hidden behind merged edits; here it comes into view.
  case revealed = "the destination is always revealed"
  /// There edits of one container are put off, and a later step does not see them; here it does.
  case notPostponed = "edits are not postponed"
  /// There a split may hold a third child; here the detail takes the place of the old one.
  case twoBranches = "a split has a master and a detail"
  /// There the object behind a stack may refuse to go; here only screens can.
  case stacksCannotRefuse = "a stack has no screen that could refuse"
  /// There a stack or a tab bar may be without a screen.
  case emptyStack = "there are no empty stacks"
}
