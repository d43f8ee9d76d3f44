// SPDX-License-Identifier: Apache-2.0

/// An element of a path that stands for a route of the plan.
package struct RouteStand: Hashable, Sendable {
  /// The element.
  package var element: ElementID
  /// The route's number in the plan; nil if the plan does not hold it any more.
  package var node: Int?
  /// The element from which the sub-tree was driven that begins here; nil if none begins here.
  package var origin: ElementID?
}

extension RoutePlan {
  /// The elements of the active path that stand for a route, from the root on.
  package func stands(on route: Route) -> [RouteStand] {
    PlanStands(route, in: self).stands.map { stand in
      RouteStand(element: stand.element, node: stand.node, origin: route.element(stand.element)?.subTree?.origin)
    }
  }
}
