// SPDX-License-Identifier: Apache-2.0

extension Drive {
  /// The steps that the walk would take, or the reason why it has none. No screen is asked, so the outline does not know
  /// how the screens would answer.
  package func outline(on route: Route, in registry: some Registry) -> Result<[PlannedStep], Refusal> {
    Walk.planned(self, on: route, in: registry.routePlan).map { walk in
      var origin = (screen: route.element(walk.start)?.screen.name, element: Optional(walk.start))
      return walk.legs.compactMap { leg in
        guard let screen = origin.screen else { return nil }
        defer { origin = (leg.step.screen, leg.target) }
        return PlannedStep(
          leg.step.direction, to: leg.step.route, screen: leg.step.screen, beginsSubTree: leg.step.beginsSubTree,
          element: leg.target, from: screen, at: origin.element,
          isAsked: registry.mayHandle(leg.step.request, screen: screen), missing: leg.missing(on: route))
      }
    }
  }
}
