// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// The verbs of Composable Navigator, which need no handler. Every verb throws unless the route is as asked.
extension Navigator {
  /// Puts a screen on top of the target; always a fresh element. What was above the target goes.
  public func go(
    to screen: some ScreenConvertible, on target: some TargetConvertible
  ) async throws(NavigatorError) {
    try await perform(.go(to: screen, on: target))
  }

  /// Puts screens on top of the target. Those that are there already, in this order, keep their elements.
  public func go(
    to path: [any ScreenConvertible], on target: some TargetConvertible
  ) async throws(NavigatorError) {
    try await perform(.go(to: path, on: target))
  }

  /// A text alone is no screen: it may be a name, or path syntax.
  @available(*, unavailable, message: "a screen of this name without content is AnyScreen(\"exhibit\")")
  public func go(to name: String, on target: some TargetConvertible) async throws(NavigatorError) {}

  /// Drops everything above the target.
  public func goBack(to target: some TargetConvertible) async throws(NavigatorError) {
    try await perform(.goBack(to: target))
  }

  /// Makes these screens the whole path. Those that are there already, from the root on, keep their elements.
  public func replace(path: any ScreenConvertible...) async throws(NavigatorError) {
    try await replace(path: path)
  }

  /// Makes these screens the whole path. Those that are there already, from the root on, keep their elements.
  public func replace(path: [any ScreenConvertible]) async throws(NavigatorError) {
    try await perform(.replace(path: path))
  }

  /// Drops the element and everything above it.
  public func dismiss(id: ElementID) async throws(NavigatorError) {
    try await perform(.dismiss(id: id))
  }

  /// Drops the last element with an equal screen and everything above it.
  public func dismiss(screen: some ScreenConvertible) async throws(NavigatorError) {
    try await perform(.dismiss(screen: screen))
  }

  /// Drops everything above the target, without bringing it into view.
  public func dismissSuccessor(of target: some TargetConvertible) async throws(NavigatorError) {
    try await perform(.dismissSuccessor(of: target))
  }

  /// Exchanges the screen of the element; id, flag and what is above stay.
  public func replaceContent(
    of id: ElementID, with screen: some ScreenConvertible
  ) async throws(NavigatorError) {
    try await perform(.replaceContent(of: id, with: screen))
  }

  /// Exchanges the last screen equal to `screen`; id, flag and what is above stay.
  public func replace(
    screen: some ScreenConvertible, with other: some ScreenConvertible
  ) async throws(NavigatorError) {
    try await perform(.replace(screen: screen, with: other))
  }

  /// Says that the element has appeared. A worker says so itself; this is for screens that nobody hosts.
  public func didAppear(_ target: some TargetConvertible) async throws(NavigatorError) {
    try await perform(.didAppear(target))
  }

  /// Several of these verbs as one transaction: all or nothing, at most one commit.
  public func batch(_ navigations: [Navigation]) async throws(NavigatorError) {
    try await perform(.batch(navigations))
  }
}

/// Deep links.
extension Navigator {
  /// Follows a URL: replaces the path with the one that it leads to. The first reader wins: the configuration's
  /// patterns, then each worker's patterns and parser, in the order of their names.
  ///
  /// A link that arrives before its workers waits for them, 10 s unless configured, and so does the call, unless
  /// ``timeout(_:)`` says otherwise. A link that nobody reads is `unhandled`; a text that is no URL is `rejected(invalid)`.
  public func open(_ url: String) async throws(NavigatorError) {
    try await perform(.open(url))
  }
}

/// The verbs of Tempura, asked of the screens on the active path, topmost first; and Back.
///
/// `context` is handed to every screen that is asked; it becomes the content of screens that are made from their name
/// alone. Write it as a literal (`["id": 7]`), as a ``JSONValue``, or give a value of your own type.
extension Navigator {
  /// Asks the screens to show each name, in order.
  public func show(
    _ names: ScreenName..., animated: Bool = false, context: JSONValue = .null
  ) async throws(NavigatorError) {
    try await perform(.show(names, animated: animated, context: context))
  }

  /// Asks the screens to show each name, in order.
  public func show(
    _ names: ScreenName..., animated: Bool = false, context: some Encodable & Sendable
  ) async throws(NavigatorError) {
    try await perform(.show(names, animated: animated, context: context))
  }

  /// Asks the last element of this name to hide, then those beneath it. Atomic: it alone, not those above it first.
  public func hide(
    _ name: ScreenName, animated: Bool = false, atomic: Bool = false, context: JSONValue = .null
  ) async throws(NavigatorError) {
    try await perform(.hide(name, animated: animated, atomic: atomic, context: context))
  }

  /// Asks the last element of this name to hide, then those beneath it. Atomic: it alone, not those above it first.
  public func hide(
    _ name: ScreenName, animated: Bool = false, atomic: Bool = false, context: some Encodable & Sendable
  ) async throws(NavigatorError) {
    try await perform(.hide(name, animated: animated, atomic: atomic, context: context))
  }

  /// Asks for the differences between the active path's names and these.
  public func navigate(
    to names: [ScreenName], animated: Bool = false, context: JSONValue = .null
  ) async throws(NavigatorError) {
    try await perform(.navigate(to: names, animated: animated, context: context))
  }

  /// Asks for the differences between the active path's names and these.
  public func navigate(
    to names: [ScreenName], animated: Bool = false, context: some Encodable & Sendable
  ) async throws(NavigatorError) {
    try await perform(.navigate(to: names, animated: animated, context: context))
  }

  /// Asks the installer of this root to install it.
  public func start(
    _ name: ScreenName, context: JSONValue = .null
  ) async throws(NavigatorError) {
    try await perform(.start(name, context: context))
  }

  /// Asks the installer of this root to install it.
  public func start(
    _ name: ScreenName, context: some Encodable & Sendable
  ) async throws(NavigatorError) {
    try await perform(.start(name, context: context))
  }

  /// Asks the top screen to go back, else pops or dismisses it.
  public func back(animated: Bool = false) async throws(NavigatorError) {
    try await perform(.back(animated: animated))
  }
}
