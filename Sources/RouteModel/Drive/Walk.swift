// SPDX-License-Identifier: Apache-2.0

/// A planned drive: its start and its steps (specification, section "Drive").
struct Walk {
  /// One step.
  struct Leg: Hashable, Sendable {
    /// The step, with its request.
    var step: Drive.Step
    /// The route to arrive at, with its share of the input.
    var route: RoutePoint
    /// The element to arrive at, if it exists already.
    var target: ElementID?

    /// The required members that are neither in the input nor in the content of the screen there.
    func missing(on route: Route) -> [String] {
      self.route.missing(from: step.input, and: target.flatMap { route.element($0) }?.screen.content ?? .null)
    }
  }

  /// The element that is asked first.
  var start: ElementID
  /// At least one.
  var legs: [Leg]

  /// Plans a drive, or says why it is impossible. The requirements of all routes are checked before the first step.
  static func begin(_ drive: Drive, on route: Route, in plan: RoutePlan) -> Result<Walk, Refusal> {
    planned(drive, on: route, in: plan).flatMap { walk in
      for leg in walk.legs {
        let missing = leg.missing(on: route)
        if !missing.isEmpty { return .failure(.missing(missing, of: leg.step.route)) }
      }
      return .success(walk)
    }
  }

  /// Plans a drive without a look at the requirements of its routes.
  static func planned(_ drive: Drive, on route: Route, in plan: RoutePlan) -> Result<Walk, Refusal> {
    let onPlan = PlanStands(route, in: plan)
    do throws(Refusal) {
      if let impossibility = drive.impossibility { throw impossibility }
      let start = try start(of: drive, on: route, onPlan)
      let steps = try onPlan.steps(of: drive, from: start).get()
      let legs = try steps.map { step throws(Refusal) in try leg(step, of: drive, from: start, on: onPlan) }
      let destination = legs.last?.step.route
      return .success(
        Walk(
          start: onPlan.stands[start].element,
          legs: legs.map { leg in
            var leg = leg
            leg.step.destination = destination ?? leg.step.route
            return leg
          }))
    } catch {
      return .failure(error)
    }
  }

  private static func start(of drive: Drive, on route: Route, _ onPlan: PlanStands) throws(Refusal) -> Int {
    guard let target = drive.start else {
      if let top = onPlan.stands.indices.last { return top }
      let reason = onPlan.plan.nodes.isEmpty ? "no worker declares routes" : "no screen of the path stands for a route"
      throw .rejected(.unknownRoute, message: reason)
    }
    let place = try route.place(of: target, asked: nil)
    let id = route.path(at: place.address)?.elements[place.index].id
    if let id, let stand = onPlan.stand(at: id, on: route) { return stand }
    let isHidden = !route.activePath.contains { $0.id == id }
    let reason =
      isHidden
      ? "is not on the active path, so select its branch first" : "stands for no route, and nothing beneath it does"
    throw .rejected(.unknownRoute, message: "\(target.nameText) \(reason)")
  }

  private static func leg(
    _ step: PlanStands.Step, of drive: Drive, from start: Int, on onPlan: PlanStands
  ) throws(Refusal) -> Leg {
    let plan = onPlan.plan
    func leg(_ direction: Drive.Step.Direction, _ node: Int, _ target: ElementID?, beginsSubTree: Bool = false) -> Leg {
      let to = plan.nodes[node]
      return Leg(
        step: Drive.Step(
          direction, to: to.id, screen: to.screen, beginsSubTree: beginsSubTree, destination: to.id, input: drive.input),
        route: to.route, target: target)
    }
    switch step {
    case .stay(let node): return leg(.stay, node, onPlan.stands[start].element)
    case .down(let node, let beginsSubTree): return leg(.down, node, nil, beginsSubTree: beginsSubTree)
    case .up(.node(let node)): return leg(.up, node, nil)
    case .up(.stand(let index)):
      guard let node = onPlan.stands[index].node else {
        throw .rejected(
          .unknownRoute, message: "the plan does not hold the route of \(onPlan.stands[index].element) any more")
      }
      return leg(.up, node, onPlan.stands[index].element)
    }
  }
}
