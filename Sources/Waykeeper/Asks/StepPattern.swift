// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// Which steps of walks a screen takes.
public struct StepPattern: Hashable, Sendable {
  let pattern: RequestPattern

  /// Down to this route.
  public static func toChild(_ route: RouteID) -> StepPattern { StepPattern(pattern: .toChild(route)) }

  /// Down to any route that no other handler of the screen names.
  public static var toAnyChild: StepPattern { StepPattern(pattern: .toAnyChild) }

  /// Up.
  public static var toParent: StepPattern { StepPattern(pattern: .toParent) }

  /// To where it stands already: its input has changed.
  public static var toSelf: StepPattern { StepPattern(pattern: .toSelf) }
}

extension RequestPattern {
  /// `to child route`
  public static func toChild(_ route: RouteID) -> RequestPattern { RequestPattern(toChild: route) }
  /// `to child *`
  public static var toAnyChild: RequestPattern { RequestPattern(toChild: nil) }
  /// `to parent`
  public static var toParent: RequestPattern { RequestPattern(.toParent, nil) }
  /// `to self`
  public static var toSelf: RequestPattern { RequestPattern(.toSelf, nil) }
}
