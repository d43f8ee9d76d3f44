// SPDX-License-Identifier: Apache-2.0

/// A walk from route to route, each step asked of the screen that it starts from (QRoute's driver).
public struct Drive: Hashable, Sendable {
  /// The end of a walk.
  public enum Destination: Hashable, Sendable {
    /// The nearest way to this route.
    case route(RouteID)
    /// The part of the plan that begins with this route, as a child of the start.
    case subTree(RouteID)
    /// The route above.
    case parent
  }

  /// The end of the walk.
  public var destination: Destination
  /// The start; nil for the topmost screen that stands for a route.
  public var start: Target?
  /// The input, null or an object. Each screen on the way gets the members that its route declares.
  public var input: JSONValue
  /// Whether all steps become visible in one commit or not at all. Otherwise each step is a commit of its own.
  public var isTransactional: Bool

  /// A walk.
  public init(
    _ destination: Destination, from start: Target? = nil, input: JSONValue = .null, transactional: Bool = false
  ) {
    self.destination = destination
    self.start = start
    self.input = input.canonical
    isTransactional = transactional
  }
}
