// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// Drives; see the functions of the same names of ``Driver``.
extension Navigation {
  /// Walks the nearest way to a route.
  public static func driveTo(
    _ route: RouteID, from start: (any TargetConvertible)? = nil, input: JSONValue = .null, animated: Bool = false
  ) -> Navigation {
    drive(.route(route), start, animated) { () throws(ContentError) in input }
  }

  /// Walks the nearest way to a route, with an input of one's own type.
  public static func driveTo(
    _ route: RouteID, from start: (any TargetConvertible)? = nil, input: some Encodable & Sendable,
    animated: Bool = false
  ) -> Navigation {
    drive(.route(route), start, animated) { () throws(ContentError) in try ContentCoder.value(input, of: "input") }
  }

  /// Puts the part of the plan that begins with this route on top of where the driver is.
  public static func driveSub(
    _ route: RouteID, from start: (any TargetConvertible)? = nil, input: JSONValue = .null, animated: Bool = false
  ) -> Navigation {
    drive(.subTree(route), start, animated) { () throws(ContentError) in input }
  }

  /// Puts the part of the plan that begins with this route on top of where the driver is, with an input of one's own
  /// type.
  public static func driveSub(
    _ route: RouteID, from start: (any TargetConvertible)? = nil, input: some Encodable & Sendable,
    animated: Bool = false
  ) -> Navigation {
    drive(.subTree(route), start, animated) { () throws(ContentError) in try ContentCoder.value(input, of: "input") }
  }

  /// Walks one step up.
  public static func driveParent(
    from start: (any TargetConvertible)? = nil, input: JSONValue = .null, animated: Bool = false
  ) -> Navigation {
    drive(.parent, start, animated) { () throws(ContentError) in input }
  }

  /// Walks one step up, with an input of one's own type.
  public static func driveParent(
    from start: (any TargetConvertible)? = nil, input: some Encodable & Sendable, animated: Bool = false
  ) -> Navigation {
    drive(.parent, start, animated) { () throws(ContentError) in try ContentCoder.value(input, of: "input") }
  }

  private static func drive(
    _ destination: Drive.Destination, _ start: (any TargetConvertible)?, _ animated: Bool,
    input: () throws(ContentError) -> JSONValue
  ) -> Navigation {
    do {
      return Navigation(.drive(Drive(destination, from: try start?.target, input: try input())), animated: animated)
    } catch {
      return Navigation(.failure(Fault(code: .content, message: error.description)), animated: animated)
    }
  }
}
