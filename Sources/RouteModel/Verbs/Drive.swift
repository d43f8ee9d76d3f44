// SPDX-License-Identifier: Apache-2.0

/// A walk from route to route, each step asked of the screen that it starts from (QRoute's driver).
public struct Drive: Hashable, Sendable {
  /// Where to.
  public enum Destination: Hashable, Sendable {
    /// The nearest way to this route.
    case route(RouteID)
    /// The part of the plan that begins with this route, as a child of where the walk starts.
    case subTree(RouteID)
    /// The route above.
    case parent
  }

  /// Where to.
  public var destination: Destination
  /// Where it starts; nil: at the topmost screen that stands for a route.
  public var start: Target?
  /// What the screens on the way get of it is what their routes declare; null or an object.
  public var input: JSONValue
  /// Whether all steps become visible at once, or not at all; else each is a commit of its own.
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
