// SPDX-License-Identifier: Apache-2.0

public import RouteModel

extension RequestPattern {
  /// `show name`
  public static func show(_ name: ScreenName) -> RequestPattern { RequestPattern(.show, name) }
  /// `hide name`
  public static func hide(_ name: ScreenName) -> RequestPattern { RequestPattern(.hide, name) }
  /// `change name`: a change to that screen.
  public static func change(_ name: ScreenName) -> RequestPattern { RequestPattern(.change, name) }
  /// `show *`
  public static var showAny: RequestPattern { RequestPattern(.show, nil) }
  /// `hide *`
  public static var hideAny: RequestPattern { RequestPattern(.hide, nil) }
  /// `change *`
  public static var changeAny: RequestPattern { RequestPattern(.change, nil) }
}
