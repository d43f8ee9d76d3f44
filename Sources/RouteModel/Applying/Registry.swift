// SPDX-License-Identifier: Apache-2.0

/// The planners' view of the registered routables. A dead worker's registration stays in it; otherwise every crash would
/// change the differences between routes.
package protocol Registry {
  /// Whether screens of this name answer show, hide or change, and so count in a route of names.
  func answersRequests(_ name: ScreenName) -> Bool
  /// Whether a routable of this name can match the request; those that cannot are not asked. One that can match show, hide or
  /// change answers requests.
  func mayHandle(_ request: Request, screen: ScreenName) -> Bool
  /// The presentation that the host registered for screens made from their name alone.
  func presentation(of name: ScreenName) -> Presentation?
  /// How often screens of this name stand on a path.
  func instanceMode(of name: ScreenName) -> AnyScreen.InstanceMode
  /// The branches that a fresh container of this name gets, or nil for other screens.
  func declaredBranches(of name: ScreenName) -> Branches?
  /// The routes that drives walk on.
  var routePlan: RoutePlan { get }
  /// The destination that somebody registered under this name.
  func destination(_ name: DestinationName) -> Destination?
  /// The names of all of them, for suggestions.
  var destinationNames: [DestinationName] { get }
  /// What runs for every destination.
  var destinationHooks: DestinationHooks { get }
}

extension Registry {
  /// As often as they are put there.
  package func instanceMode(of name: ScreenName) -> AnyScreen.InstanceMode { .standard }
  /// No routes.
  package var routePlan: RoutePlan { RoutePlan() }
  /// None.
  package func destination(_ name: DestinationName) -> Destination? { nil }
  /// None.
  package var destinationNames: [DestinationName] { [] }
  /// Nothing.
  package var destinationHooks: DestinationHooks { DestinationHooks() }
}
