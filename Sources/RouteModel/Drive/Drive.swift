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

/// What a step of a walk is about; goes with its question.
public struct DriveStep: Hashable, Sendable {
  /// Which way it goes.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    case up, down, stay
  }

  /// Which way it goes.
  public var direction: Direction
  /// The route to arrive at.
  public var route: RouteID
  /// The screen that stands for it.
  public var screen: ScreenName
  /// Whether a sub-tree of the plan begins there.
  public var beginsSubTree: Bool
  /// The route that the whole walk leads to.
  public var destination: RouteID
  /// All of the walk's input.
  public var input: JSONValue

  /// A step.
  public init(
    _ direction: Direction, to route: RouteID, screen: ScreenName, beginsSubTree: Bool = false, destination: RouteID,
    input: JSONValue = .null
  ) {
    self.direction = direction
    self.route = route
    self.screen = screen
    self.beginsSubTree = beginsSubTree
    self.destination = destination
    self.input = input
  }

  /// What is asked of the screen that the step starts from.
  public var request: Request { Request(direction, to: route) }
}

extension Request {
  /// A step of a walk to this route.
  init(_ direction: DriveStep.Direction, to route: RouteID) {
    self =
      switch direction {
      case .down: .toChild(route)
      case .up: .toParent
      case .stay: .toSelf
      }
  }
}

/// That an element begins a sub-tree of the plan: for whom stands there and above, the tree ends here, and what lies
/// beyond is where the drive came from. Its identity is that of its element, which is never given again.
public struct SubTree: Hashable, Sendable {
  /// The route that it begins with.
  public var route: RouteID
  /// The element that it was driven from.
  public var origin: ElementID

  /// A sub-tree.
  public init(_ route: RouteID, from origin: ElementID) {
    self.route = route
    self.origin = origin
  }
}
