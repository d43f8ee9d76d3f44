// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// Links, the verbs of Tempura, and Back; see the functions of the same names of ``Navigator``.
extension Navigation {
  /// Follows a URL.
  public static func open(_ url: String) -> Navigation { Navigation(.open(url)) }

  /// Asks the top screen to go back, else pops or dismisses it.
  public static var back: Navigation { Navigation(.back) }

  /// Asks the top screen to go back, else pops or dismisses it.
  public static func back(animated: Bool) -> Navigation { Navigation(.back, animated: animated) }

  /// Asks the screens to show each name, in order.
  public static func show(
    _ names: ScreenName..., animated: Bool = false, context: JSONValue = .null
  ) -> Navigation {
    Navigation(.show(names), animated: animated, context: context)
  }

  /// Asks the screens to show each name, in order.
  public static func show(
    _ names: ScreenName..., animated: Bool = false, context: some Encodable & Sendable
  ) -> Navigation {
    Navigation(.show(names), animated: animated, encoding: context)
  }

  /// Asks the screens to show each name, in order.
  public static func show(
    _ names: [ScreenName], animated: Bool = false, context: JSONValue = .null
  ) -> Navigation {
    Navigation(.show(names), animated: animated, context: context)
  }

  /// Asks the screens to show each name, in order.
  public static func show(
    _ names: [ScreenName], animated: Bool = false, context: some Encodable & Sendable
  ) -> Navigation {
    Navigation(.show(names), animated: animated, encoding: context)
  }

  /// Asks the last element of this name to hide, then those beneath it. Atomic: it alone, not those above it first.
  public static func hide(
    _ name: ScreenName, animated: Bool = false, atomic: Bool = false, context: JSONValue = .null
  ) -> Navigation {
    Navigation(.hide(name, atomic: atomic), animated: animated, context: context)
  }

  /// Asks the last element of this name to hide, then those beneath it. Atomic: it alone, not those above it first.
  public static func hide(
    _ name: ScreenName, animated: Bool = false, atomic: Bool = false, context: some Encodable & Sendable
  ) -> Navigation {
    Navigation(.hide(name, atomic: atomic), animated: animated, encoding: context)
  }

  /// Asks for the differences between the active path's names and these.
  public static func navigate(
    to names: [ScreenName], animated: Bool = false, context: JSONValue = .null
  ) -> Navigation {
    Navigation(.navigate(names), animated: animated, context: context)
  }

  /// Asks for the differences between the active path's names and these.
  public static func navigate(
    to names: [ScreenName], animated: Bool = false, context: some Encodable & Sendable
  ) -> Navigation {
    Navigation(.navigate(names), animated: animated, encoding: context)
  }

  /// Asks the installer of this root to install it.
  public static func start(
    _ name: ScreenName, context: JSONValue = .null
  ) -> Navigation {
    Navigation(.start(name), context: context)
  }

  /// Asks the installer of this root to install it.
  public static func start(
    _ name: ScreenName, context: some Encodable & Sendable
  ) -> Navigation {
    Navigation(.start(name), encoding: context)
  }

  init(_ verb: Verb, animated: Bool = false, encoding context: some Encodable) {
    do {
      self.init(verb, animated: animated, context: try ContentCoder.value(context, of: "context"))
    } catch {
      self.init(.failure(Fault(code: .content, message: error.description)), animated: animated)
    }
  }
}
