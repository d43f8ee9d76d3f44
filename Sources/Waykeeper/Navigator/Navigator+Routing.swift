// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// Routes to destinations, from wherever one is (RouteComposer). The `context` says which one of its kind; where nobody
/// declares the name it is `rejected(unknownDestination)`.
extension Navigator {
  /// Leads to a destination by name, or one that is given here.
  ///
  /// ```swift
  /// try await navigator.route(to: "exhibit", context: ["id": 7])
  /// ```
  public func route(
    to destination: Destination.Reference, animated: Bool = false, context: JSONValue = .null
  ) async throws(NavigatorError) {
    try await perform(.route(to: destination, animated: animated, context: context))
  }

  /// Leads to a destination by name, or one that is given here, with a context of one's own type.
  public func route(
    to destination: Destination.Reference, animated: Bool = false, context: some Encodable & Sendable
  ) async throws(NavigatorError) {
    try await perform(.route(to: destination, animated: animated, context: context))
  }

  /// Leads to a destination that takes this context.
  public func route<Context: Encodable & Sendable>(
    to destination: DestinationStep<some Container.Kind, Context>, animated: Bool = false, context: Context
  ) async throws(NavigatorError) {
    try await perform(.route(to: destination, animated: animated, context: context))
  }

  /// Leads to a destination that takes any context.
  public func route(
    to destination: DestinationStep<some Container.Kind, AnyContext>, animated: Bool = false, context: JSONValue = .null
  ) async throws(NavigatorError) {
    try await perform(.route(to: destination, animated: animated, context: context))
  }

  /// Leads back to the layer beneath the top one, to who presented it, however long the way in it was.
  public func backToPresenter(animated: Bool = false) async throws(NavigatorError) {
    try await perform(.backToPresenter(animated: animated))
  }
}
