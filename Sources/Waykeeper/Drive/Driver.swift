// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// Walks from route to route on the plan that the workers declare, as QRoute's driver does: a ``Navigator``, or in tests
/// a `RecordingDriver`.
///
/// ```swift
/// try await driver.driveTo("exhibit", input: ["id": 7])     // the nearest way: up, down, or up and down again
/// try await driver.driveSub("help")                         // a sub-tree on top of where the driver is
/// try await driver.driveParent()                            // one step up; out of a sub-tree where it began
/// ```
///
/// Each step is asked of the screen that the walk stands on, which takes it, or ends the walk there. A screen that
/// registers for no steps lets them be taken as usual (``Hosts/onStep(_:handler:)``). Every screen on the way may see the
/// whole input; the routes' own members of it become part of their screens' content. An unknown route is refused, and so
/// is a walk without what its routes require, before the first step.
///
/// The short forms throw unless the walk has arrived, an error with ``NavigatorError/outcome``. ``attempt(_:animated:)``
/// returns the outcome, whatever it is. Rules: specification, section "Drive".
public protocol Driver: Sendable {
  /// Walks, and returns how the walk ended. Steps that were taken stay taken, unless the walk is transactional.
  func attempt(_ drive: Drive, animated: Bool) async throws(NavigatorError) -> Outcome
}

extension Driver {
  /// Walks the nearest way to a route: it stays, goes down, or up, or up to the nearest common one and down.
  ///
  /// - Parameters:
  ///   - route: Its id in the plan.
  ///   - start: Where the walk starts; left out, at the topmost screen that stands for a route.
  ///   - input: An object, or null. Routes get those of its members that they declare.
  ///   - animated: A hint for the screens.
  public func driveTo(
    _ route: RouteID, from start: (any TargetConvertible)? = nil, input: JSONValue = .null, animated: Bool = false
  ) async throws(NavigatorError) {
    try await perform(.driveTo(route, from: start, input: input, animated: animated))
  }

  /// Walks the nearest way to a route, with an input of one's own type.
  public func driveTo(
    _ route: RouteID, from start: (any TargetConvertible)? = nil, input: some Encodable & Sendable,
    animated: Bool = false
  ) async throws(NavigatorError) {
    try await perform(.driveTo(route, from: start, input: input, animated: animated))
  }

  /// Puts the part of the plan that begins with this route on top of where the driver is, whatever the plan says: any
  /// route, at any depth, any number of times. Leaving it leads back there, and ends it.
  public func driveSub(
    _ route: RouteID, from start: (any TargetConvertible)? = nil, input: JSONValue = .null, animated: Bool = false
  ) async throws(NavigatorError) {
    try await perform(.driveSub(route, from: start, input: input, animated: animated))
  }

  /// Puts the part of the plan that begins with this route on top of where the driver is, with an input of one's own
  /// type.
  public func driveSub(
    _ route: RouteID, from start: (any TargetConvertible)? = nil, input: some Encodable & Sendable,
    animated: Bool = false
  ) async throws(NavigatorError) {
    try await perform(.driveSub(route, from: start, input: input, animated: animated))
  }

  /// Walks one step up: to the route above, or from a sub-tree's first screen to where it was driven from. At the root of
  /// the plan the outcome is `unchanged(atRoot)`, which is thrown.
  public func driveParent(
    from start: (any TargetConvertible)? = nil, input: JSONValue = .null, animated: Bool = false
  ) async throws(NavigatorError) {
    try await perform(.driveParent(from: start, input: input, animated: animated))
  }

  /// Walks one step up, with an input of one's own type.
  public func driveParent(
    from start: (any TargetConvertible)? = nil, input: some Encodable & Sendable, animated: Bool = false
  ) async throws(NavigatorError) {
    try await perform(.driveParent(from: start, input: input, animated: animated))
  }

  private func perform(_ navigation: Navigation) async throws(NavigatorError) {
    guard case .drive(let drive) = try navigation.sendable else { preconditionFailure("a walk that is no drive") }
    _ = try await attempt(drive, animated: navigation.animated).get()
  }
}

extension Navigator: Driver {
  /// Walks, and returns how the walk ended; with ``transactional()`` all steps become visible at once, or none.
  public func attempt(_ drive: Drive, animated: Bool = false) async throws(NavigatorError) -> Outcome {
    try await attempt(Navigation(.drive(drive), animated: animated))
  }
}
