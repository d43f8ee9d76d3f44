// SPDX-License-Identifier: Apache-2.0

extension Drive {
  /// One step of a walk that is only planned: the screen to be asked, and the place of arrival.
  public struct PlannedStep: Hashable, Sendable {
    /// The direction.
    public var direction: Step.Direction
    /// The route to arrive at.
    public var route: RouteID
    /// The screen that stands for it.
    public var screen: ScreenName
    /// Whether a sub-tree of the plan begins there.
    public var beginsSubTree: Bool
    /// The element to arrive at; nil if it does not exist yet.
    public var element: ElementID?
    /// The screen that the step starts from.
    public var origin: ScreenName
    /// The element of that screen; nil if it does not exist yet.
    public var originElement: ElementID?
    /// The worker that registered the screen that the step starts from.
    public var worker: WorkerName?
    /// Whether that screen registered for the step; otherwise the step is taken in the customary way.
    public var isAsked: Bool
    /// The required members that are neither in the input nor in the content of the screen there.
    public var missing: [String]

    /// A step.
    public init(
      _ direction: Step.Direction, to route: RouteID, screen: ScreenName, beginsSubTree: Bool = false,
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

    /// The request to the screen that the step starts from.
    public var request: Request { Request(direction, to: route) }
  }
}
