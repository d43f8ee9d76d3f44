// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// The verbs of Composable Navigator, decided by the coordinator at once.
extension Navigator {
  /// Puts a screen on top of the target; always a fresh element. What was above the target goes.
  @discardableResult
  public func go(
    to screen: some ScreenConvertible, on target: some TargetConvertible
  ) async throws(NavigatorError) -> Outcome {
    try await edit { () throws(ContentError) in .go(to: PathItem(try screen.anyScreen), on: try target.target) }
  }

  /// Puts screens on top of the target. Those that are there already, in this order, keep their elements.
  @discardableResult
  public func go(
    to path: [any ScreenConvertible], on target: some TargetConvertible
  ) async throws(NavigatorError) -> Outcome {
    try await edit { () throws(ContentError) in .goPath(to: try literals(path), on: try target.target) }
  }

  /// Drops everything above the target.
  @discardableResult
  public func goBack(to target: some TargetConvertible) async throws(NavigatorError) -> Outcome {
    try await edit { () throws(ContentError) in .goBack(to: try target.target) }
  }

  /// Makes these screens the whole path. Those that are there already, from the root on, keep their elements.
  @discardableResult
  public func replace(path: any ScreenConvertible...) async throws(NavigatorError) -> Outcome {
    try await replace(path: path)
  }

  /// Makes these screens the whole path. Those that are there already, from the root on, keep their elements.
  @discardableResult
  public func replace(path: [any ScreenConvertible]) async throws(NavigatorError) -> Outcome {
    try await edit { () throws(ContentError) in .replace(path: try literals(path), in: nil) }
  }

  /// Drops the element and everything above it.
  @discardableResult
  public func dismiss(id: ElementID) async throws(NavigatorError) -> Outcome {
    try await edit { () throws(ContentError) in .dismiss(.id(id)) }
  }

  /// Drops the last element with an equal screen and everything above it.
  @discardableResult
  public func dismiss(screen: some ScreenConvertible) async throws(NavigatorError) -> Outcome {
    try await edit { () throws(ContentError) in .dismiss(.screen(try screen.anyScreen)) }
  }

  /// Drops everything above the target, without bringing it into view.
  @discardableResult
  public func dismissSuccessor(of target: some TargetConvertible) async throws(NavigatorError) -> Outcome {
    try await edit { () throws(ContentError) in .dismissSuccessor(of: try target.target) }
  }

  /// Exchanges the screen of the element; id, flag and what is above stay.
  @discardableResult
  public func replaceContent(
    of id: ElementID, with screen: some ScreenConvertible
  ) async throws(NavigatorError) -> Outcome {
    try await edit { () throws(ContentError) in .replaceContent(of: .id(id), with: try screen.anyScreen) }
  }

  /// Exchanges the last screen equal to `screen`; id, flag and what is above stay.
  @discardableResult
  public func replace(
    screen: some ScreenConvertible, with other: some ScreenConvertible
  ) async throws(NavigatorError) -> Outcome {
    try await edit { () throws(ContentError) in .replaceScreen(try screen.anyScreen, with: try other.anyScreen) }
  }

  /// Says that the element has appeared. A worker says so itself; this is for screens that nobody hosts.
  @discardableResult
  public func didAppear(_ target: some TargetConvertible) async throws(NavigatorError) -> Outcome {
    try await edit { () throws(ContentError) in .didAppear(try target.target) }
  }

  /// Shows a branch of a container.
  @discardableResult
  public func select(
    _ branch: BranchName, of target: some TargetConvertible
  ) async throws(NavigatorError) -> Outcome {
    try await edit { () throws(ContentError) in .select(branch, of: try target.target) }
  }

  /// Several of these verbs as one transaction: all or nothing, at most one commit.
  @discardableResult
  public func batch(_ verbs: [NavigatorVerb]) async throws(NavigatorError) -> Outcome {
    try await perform(.batch(verbs))
  }

  private func edit(
    _ verb: () throws(ContentError) -> NavigatorVerb
  ) async throws(NavigatorError) -> Outcome {
    let navigatorVerb: NavigatorVerb
    do {
      navigatorVerb = try verb()
    } catch {
      throw NavigatorError(.content, error.description)
    }
    return try await perform(.navigator(navigatorVerb))
  }

  private func literals(_ path: [any ScreenConvertible]) throws(ContentError) -> [PathItem] {
    var literals: [PathItem] = []
    for screen in path { literals.append(PathItem(try screen.anyScreen)) }
    return literals
  }
}

/// Deep links.
extension Navigator {
  /// Follows a URL: replaces the path with the one that it leads to. Whoever reads it first wins: the configuration's
  /// patterns, then each worker's patterns and parser, in the order of their names.
  ///
  /// A link that arrives before its workers waits for them, 10 s unless configured, and so does the call, unless
  /// ``timeout(_:)`` says otherwise. Nobody's link is `unhandled`; what is no URL is `rejected(invalid)`.
  @discardableResult
  public func open(_ url: String) async throws(NavigatorError) -> Outcome {
    let navigator = options.isTimeoutSet ? self : timeout(.seconds(15))
    return try await navigator.perform(.open(url))
  }
}

/// The verbs of Tempura, asked of the screens on the active path, topmost first; and Back.
extension Navigator {
  /// Asks the screens to show each name, in order. `context` becomes the content of screens made from their name alone.
  @discardableResult
  public func show(
    _ names: ScreenName..., animated: Bool = false, context: JSONValue = .null
  ) async throws(NavigatorError) -> Outcome {
    try await perform(.show(names), animated: animated, context: context)
  }

  /// Asks the last element of this name to hide, then those beneath it. Atomic: it alone, not those above it first.
  @discardableResult
  public func hide(
    _ name: ScreenName, animated: Bool = false, atomic: Bool = false, context: JSONValue = .null
  ) async throws(NavigatorError) -> Outcome {
    try await perform(.hide(name, atomic: atomic), animated: animated, context: context)
  }

  /// Asks for the differences between the active path's names and these.
  @discardableResult
  public func navigate(
    to names: [ScreenName], animated: Bool = false, context: JSONValue = .null
  ) async throws(NavigatorError) -> Outcome {
    try await perform(.navigate(names), animated: animated, context: context)
  }

  /// Asks the installer of this root to install it.
  @discardableResult
  public func start(
    _ name: ScreenName, context: JSONValue = .null
  ) async throws(NavigatorError) -> Outcome {
    try await perform(.start(name), context: context)
  }

  /// Asks the top screen to go back, else pops or dismisses it.
  @discardableResult
  public func back(animated: Bool = false) async throws(NavigatorError) -> Outcome {
    try await perform(.back, animated: animated)
  }
}
