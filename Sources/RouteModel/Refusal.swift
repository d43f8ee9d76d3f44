// SPDX-License-Identifier: Apache-2.0

/// Why nothing had to change. Closed list: specification, section "Reasons".
public enum UnchangedReason: String, Hashable, Sendable, CaseIterable {
  /// The route is already as asked.
  case same
  /// No element or branch is the target.
  case targetNotFound
  /// The first element of a path cannot be dismissed.
  case rootCannotBeDismissed
  /// There is nothing to go back to.
  case atRoot
  /// A built screen was put nowhere.
  case notPlaced
  /// The command only wanted to know what would be built.
  case dryRun
}

/// Why a command is refused. Closed list: specification, section "Reasons".
public enum RejectedReason: String, Hashable, Sendable, CaseIterable {
  case invalid, notInTree, unknownScene, unknownRoute, unknownDestination, noHost, denied, duplicateID, emptyRoute
  case emptyLayer, pushNotAllowed, layerAllowsNoPush, noSuchBranch, rootCannotBeHidden, targetNotFound, typeMismatch
  case missingDependency, idReused, askClosed, notParked, tooDeep, tooLarge, unsupported
}

/// An immediate end of a plan that changes nothing.
public enum Refusal: Error, Hashable, Sendable {
  /// The route already is, or has to stay, as it is.
  case unchanged(UnchangedReason)
  /// The verb makes no sense here.
  case rejected(RejectedReason, message: String)
}

/// What the planners need to know of the registered routables. Kept while a worker is dead, else every crash would
/// change the differences between routes.
public protocol Registry {
  /// Whether screens of this name answer show, hide or change, and so count in a route of names.
  func answersRequests(_ name: ScreenName) -> Bool
  /// Whether a routable of this name can match the request; those that cannot are not asked.
  func mayHandle(_ request: Request, screen: ScreenName) -> Bool
  /// The presentation that the host registered for screens made from their name alone.
  func presentation(of name: ScreenName) -> Presentation?
  /// The branches that a fresh container of this name gets, or nil for other screens.
  func declaredBranches(of name: ScreenName) -> Branches?
  /// The routes that drives walk on.
  var routePlan: RoutePlan { get }
}

extension Registry {
  /// No routes.
  public var routePlan: RoutePlan { RoutePlan() }
}
