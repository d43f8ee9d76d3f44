// SPDX-License-Identifier: Apache-2.0

/// The task that a routable is asked to do.
public enum Request: Hashable, Sendable {
  /// Bring the named screen.
  case show(ScreenName)
  /// Take the named screen away.
  case hide(ScreenName)
  /// Exchange what follows the asked element for the named screen.
  case change(from: ScreenName, to: ScreenName)
  /// Install the named screen as the root of the scene.
  case install(ScreenName)
  /// Back was pressed: handle it, or decline.
  case back
  /// Take a walk to a route below the asked element's own.
  case toChild(RouteID)
  /// Take a walk to the route above the asked element's own.
  case toParent
  /// A walk ends at the asked element's own route.
  case toSelf
}

extension Request {
  /// Whether the request is a step of a walk, which only the asked routable can take.
  public var isStep: Bool {
    switch self {
    case .toChild, .toParent, .toSelf: true
    case .show, .hide, .change, .install, .back: false
    }
  }
}

extension Request: CustomStringConvertible {
  /// As in traces: `show list`, `change exhibit`, `back`.
  public var description: String {
    switch self {
    case .show(let name): "show " + name.rawValue
    case .hide(let name): "hide " + name.rawValue
    case .change(_, let to): "change " + to.rawValue
    case .install(let name): "install " + name.rawValue
    case .back: "back"
    case .toChild(let route): "to child " + route.rawValue
    case .toParent: "to parent"
    case .toSelf: "to self"
    }
  }
}
