// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// A route of the plan that drives walk on: INSPECT `plan`.
public struct RouteReport: Hashable, Sendable {
  /// An element that stands for a route.
  public struct Stand: Hashable, Sendable {
    /// The element.
    public var element: ElementID
    /// Where it begins a sub-tree, the element that was driven from.
    public var origin: ElementID?
    /// Whether drives start from it unless they name a start.
    public var isTop: Bool

    /// A stand.
    public init(_ element: ElementID, origin: ElementID? = nil, isTop: Bool = false) {
      (self.element, self.origin, self.isTop) = (element, origin, isTop)
    }
  }

  /// The scene whose plan it is in.
  public var scene: SceneName
  /// Its id.
  public var route: RouteID
  /// The screen that stands for it.
  public var screen: ScreenName
  /// The route above; nil for a root of the plan.
  public var parent: RouteID?
  /// Members of a drive's input without which it cannot be reached.
  public var requires: [String]
  /// Members of a drive's input that it takes where they are given.
  public var takes: [String]
  /// The worker that declares it.
  public var worker: WorkerName?
  /// Whether that worker is connected.
  public var isLive: Bool
  /// Where it is declared: the screens round it and its own, outermost first.
  public var screens: [ScreenName]
  /// The elements that stand for it now.
  public var stands: [Stand]

  /// A route that nothing stands for.
  public init(
    _ route: RouteID, screen: ScreenName, parent: RouteID? = nil, scene: SceneName = "main", worker: WorkerName? = nil,
    isLive: Bool = false
  ) {
    (self.route, self.screen, self.parent, self.scene) = (route, screen, parent, scene)
    (self.worker, self.isLive) = (worker, isLive)
    (requires, takes, screens, stands) = ([], [], [], [])
  }
}
