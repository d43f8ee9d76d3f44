// SPDX-License-Identifier: Apache-2.0

extension Walk.Leg {
  /// The question to the element on which the walk stands; nil if its routable did not register for the step.
  func ask(of element: ElementID, on route: Route, in registry: some Registry) -> PlanAsk? {
    guard let screen = route.element(element)?.screen.name, registry.mayHandle(step.request, screen: screen) else {
      return nil
    }
    return PlanAsk(request: step.request, subject: .element(element), step: step)
  }

  /// The route after the step, and the element that it arrived at.
  ///
  /// - Parameters:
  ///   - instruction: the answer of the asked element; nil for the customary way.
  ///   - isMerging: whether the route's share of the input becomes a part of the content of the screen arrived at.
  func taken(
    from origin: ElementID, on before: Route, by instruction: Instruction?, merging isMerging: Bool,
    with maker: inout ElementMaker, in registry: some Registry
  ) throws(Refusal) -> (route: Route, arrived: ElementID) {
    var route = before
    do throws(Refusal) {
      if let instruction {
        let named = Request.show(step.screen)
        let share = self.route.share(of: step.input)
        try route.apply(
          RelativeInstruction(instruction, of: origin, to: named, context: share), with: &maker, in: registry)
      } else {
        route = try route.edited(
          by: customary(from: origin, on: route, registry), asked: nil, with: &maker, in: registry)
      }
    } catch {
      // Nothing had to change. Whether the walk is at its route nevertheless is checked below.
      guard case .unchanged = error else { throw error }
    }
    let arrived = try arrival(on: route, since: before, from: origin, in: registry.routePlan)
    guard let place = route.place(of: arrived) else { throw .unchanged(.targetNotFound) }
    route.edit(place) { element in
      if step.beginsSubTree { element.subTree = SubTree(step.route, from: origin) }
      if isMerging { element.screen.content = self.route.merging(step.input, into: element.screen.content) }
    }
    return (route, arrived)
  }

  /// The customary way of a step, for screens that did not register for steps. Down: the route's screen goes on top. Up:
  /// the elements above the route's element go; if no element stands for the route, its screen takes their place.
  private func customary(
    from origin: ElementID, on route: Route, _ registry: some Registry
  ) -> [NavigatorVerb] {
    let presentation = registry.presentation(of: step.screen) ?? .push
    let screen = PathItem(
      AnyScreen(step.screen, content: self.route.share(of: step.input), presentation: presentation))
    switch (step.direction, target) {
    case (.stay, _): return []
    case (.down, _): return [.go(to: screen, on: .id(origin))]
    case (.up, let target?): return [.goBack(to: .id(target))]
    case (.up, nil):
      guard let place = route.place(of: origin) else { return [.replace(path: [screen], in: nil)] }
      guard place.index > 0, let beneath = route.path(at: place.address)?.elements[place.index - 1] else {
        return [.replace(path: [screen], in: route.branch(holding: origin))]
      }
      return [.go(to: screen, on: .id(beneath.id))]
    }
  }

  /// The element that stands for the route to be reached. It has to be the topmost that stands for any route.
  private func arrival(
    on route: Route, since before: Route, from origin: ElementID, in plan: RoutePlan
  ) throws(Refusal) -> ElementID {
    let top = route.tip
    // The answer may have put a fresh element in the place of the one that stood for the route.
    let target = self.target.flatMap { route.element($0) }?.id
    if step.beginsSubTree, let new = route.newestOnTop(named: step.screen, since: before) { return new.id }
    let onPlan = PlanStands(route, in: plan)
    let stand = onPlan.stands.last
    let id = stand?.node.map { plan.nodes[$0].id }
    if let stand, !step.beginsSubTree, target == nil ? id == step.route : target == stand.element {
      return stand.element
    }
    // It may stand for that route, and be another element than the one that the walk goes back to.
    if let stand, let target, id == step.route, !step.beginsSubTree {
      throw .rejected(
        .invalid,
        message:
          "'\(step.request)' from \(origin) led to \(stand.element), and not to \(target), which stands for route '\(step.route)'"
      )
    }
    let place = id.map { "route '\($0)'" } ?? top.map { "'\($0.screen.name)'" } ?? "nowhere"
    throw .rejected(.invalid, message: "'\(step.request)' from \(origin) led to \(place), not to route '\(step.route)'")
  }
}

extension Route {
  /// The branch whose path holds this element; nil for one of the root path.
  fileprivate func branch(holding id: ElementID) -> Target? {
    place(of: id)?.address.entries.last.map { .branch($0.container, $0.branch) }
  }

  /// The topmost element of this name that `before` does not have, where it is the tip or a container with the tip inside.
  fileprivate func newestOnTop(named name: ScreenName, since before: Route) -> Element? {
    activePath.last { element in
      guard element.screen.name == name, before.element(element.id) == nil, let place = place(of: element.id) else {
        return false
      }
      return path(at: place.address)?.elements.last?.id == element.id
    }
  }
}
