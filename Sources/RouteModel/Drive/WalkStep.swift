// SPDX-License-Identifier: Apache-2.0

/// One step of a walk that is only planned: who would be asked, and where it would arrive.
public struct WalkStep: Hashable, Sendable {
  /// Which way it goes.
  public var direction: DriveStep.Direction
  /// The route to arrive at.
  public var route: RouteID
  /// The screen that stands for it.
  public var screen: ScreenName
  /// Whether a sub-tree of the plan begins there.
  public var beginsSubTree: Bool
  /// The element to arrive at; nil where there is none yet.
  public var element: ElementID?
  /// The screen that the step starts from.
  public var origin: ScreenName
  /// Its element; nil where there is none yet.
  public var originElement: ElementID?
  /// Who registered the screen that the step starts from.
  public var worker: WorkerName?
  /// Whether that screen registered for the step; else it is taken as such steps are.
  public var isAsked: Bool
  /// Members that the route requires, and that are neither in the input nor there already.
  public var missing: [String]

  /// A step.
  public init(
    _ direction: DriveStep.Direction, to route: RouteID, screen: ScreenName, beginsSubTree: Bool = false,
    element: ElementID? = nil, from origin: ScreenName, at originElement: ElementID? = nil, worker: WorkerName? = nil,
    isAsked: Bool = false, missing: [String] = []
  ) {
    self.direction = direction
    self.route = route
    self.screen = screen
    self.beginsSubTree = beginsSubTree
    self.element = element
    self.origin = origin
    self.originElement = originElement
    self.worker = worker
    self.isAsked = isAsked
    self.missing = missing
  }

  /// What would be asked of the screen that it starts from.
  public var request: Request { Request(direction, to: route) }
}
