// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// Walks from route to route on the plan that the workers declare, as QRoute's driver does: a ``Navigator``, or in tests
/// a `RecordingDriver`.
///
/// ```swift
/// try await driver.driveTo("exhibit", input: ["id": 7])     // the nearest way: up, down, or up and down again
/// try await driver.driveSub("help")                         // a sub-tree on top of where one is
/// try await driver.driveParent()                            // one step up; out of a sub-tree where it began
/// ```
///
/// Each step is asked of the screen that the walk stands on, which takes it, or ends the walk there; who registers for no
/// steps lets them be taken as they usually are (``Hosts/onStep(_:handler:)``). Every screen on the way may see the whole
/// input; the routes' own members of it become part of their screens' content. An unknown route is refused, and so is a
/// walk without what its routes require, before the first step.
///
/// Rules: specification, section "Drive".
public protocol Driver: Sendable {
  /// Walks, and tells how it ended. What a walk has done by then stays done, unless it is transactional.
  @discardableResult
  func drive(_ drive: Drive, animated: Bool) async throws(NavigatorError) -> Outcome
}

extension Driver {
  /// Walks the nearest way to a route: it stays, goes down, or up, or up to the nearest common one and down.
  ///
  /// - Parameters:
  ///   - route: Its id in the plan.
  ///   - start: Where the walk starts; left out, at the topmost screen that stands for a route.
  ///   - input: An object, or null. Routes get those of its members that they declare.
  ///   - animated: A hint for the screens.
  @discardableResult
  public func driveTo(
    _ route: RouteID, from start: (any TargetConvertible)? = nil, input: JSONValue = .null, animated: Bool = false
  ) async throws(NavigatorError) -> Outcome {
    try await drive(.route(route), start, { () throws(ContentError) in input }, animated)
  }

  /// Walks the nearest way to a route, with an input of one's own type.
  @discardableResult
  public func driveTo(
    _ route: RouteID, from start: (any TargetConvertible)? = nil, input: some Encodable & Sendable,
    animated: Bool = false
  ) async throws(NavigatorError) -> Outcome {
    try await drive(.route(route), start, { () throws(ContentError) in try .input(input) }, animated)
  }

  /// Puts the part of the plan that begins with this route on top of where one is, whatever the plan says: any route, at
  /// any depth, any number of times. Leaving it leads back there, and ends it.
  @discardableResult
  public func driveSub(
    _ route: RouteID, from start: (any TargetConvertible)? = nil, input: JSONValue = .null, animated: Bool = false
  ) async throws(NavigatorError) -> Outcome {
    try await drive(.subTree(route), start, { () throws(ContentError) in input }, animated)
  }

  /// Puts the part of the plan that begins with this route on top of where one is, with an input of one's own type.
  @discardableResult
  public func driveSub(
    _ route: RouteID, from start: (any TargetConvertible)? = nil, input: some Encodable & Sendable,
    animated: Bool = false
  ) async throws(NavigatorError) -> Outcome {
    try await drive(.subTree(route), start, { () throws(ContentError) in try .input(input) }, animated)
  }

  /// Walks one step up: to the route above, or from a sub-tree's first screen to where it was driven from. At the root of
  /// the plan the outcome is `unchanged(atRoot)`.
  @discardableResult
  public func driveParent(
    from start: (any TargetConvertible)? = nil, input: JSONValue = .null, animated: Bool = false
  ) async throws(NavigatorError) -> Outcome {
    try await drive(.parent, start, { () throws(ContentError) in input }, animated)
  }

  /// Walks one step up, with an input of one's own type.
  @discardableResult
  public func driveParent(
    from start: (any TargetConvertible)? = nil, input: some Encodable & Sendable, animated: Bool = false
  ) async throws(NavigatorError) -> Outcome {
    try await drive(.parent, start, { () throws(ContentError) in try .input(input) }, animated)
  }

  private func drive(
    _ destination: Drive.Destination, _ start: (any TargetConvertible)?,
    _ input: () throws(ContentError) -> JSONValue, _ animated: Bool
  ) async throws(NavigatorError) -> Outcome {
    let drive: Drive
    do {
      drive = Drive(destination, from: try start?.target, input: try input())
    } catch {
      throw NavigatorError(.content, error.description)
    }
    return try await self.drive(drive, animated: animated)
  }
}

extension Navigator: Driver {
  /// Walks, and tells how it ended; with ``transactional`` all steps become visible at once, or none.
  @discardableResult
  public func drive(_ drive: Drive, animated: Bool = false) async throws(NavigatorError) -> Outcome {
    var drive = drive
    if options.isTransactional { drive.isTransactional = true }
    return try await perform(.drive(drive), animated: animated)
  }
}

extension JSONValue {
  fileprivate static func input(_ value: some Encodable) throws(ContentError) -> JSONValue {
    try ContentCoder.encode(value, of: "input")
  }
}
