// SPDX-License-Identifier: Apache-2.0

extension Drive {
  /// The subject of a step of a walk, sent with its question.
  public struct Step: Hashable, Sendable {
    /// The direction of a step in the plan.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
      case up, down, stay
    }

    /// The direction.
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

    /// The request to the screen that the step starts from.
    public var request: Request { Request(direction, to: route) }
  }
}

extension Request {
  /// A step of a walk to this route.
  init(_ direction: Drive.Step.Direction, to route: RouteID) {
    self =
      switch direction {
      case .down: .toChild(route)
      case .up: .toParent
      case .stay: .toSelf
      }
  }
}
