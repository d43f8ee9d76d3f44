// SPDX-License-Identifier: Apache-2.0

/// The way to a destination: a plan of its own kind, which the verb's plan goes on with (specification, section
/// "Destinations").
extension Plan {
  /// The step after a ``PlanStep/task(_:)``.
  package mutating func answer(_ answer: DestinationAnswer, in registry: some Registry) -> PlanStep {
    guard case .leading(var way) = state else { preconditionFailure("a destination's answer in \(state)") }
    let step = way.answer(answer, in: registry)
    return follow(step, of: way)
  }

  /// Whether it is on the way to a destination, where tasks may come behind the guards.
  package var leadsToDestination: Bool {
    if case .leading = state { true } else { false }
  }

  /// The step after the guards allowed the route of ``PlanStep/finished(_:)``; nil where nothing is left to ask. The route
  /// that it finishes with differs at most in contents.
  package mutating func pass() -> PlanStep? {
    guard case .leading(var way) = state else { return nil }
    let step = way.resume()
    return follow(step, of: way)
  }

  /// What the way to a destination found and made; nil for all other verbs.
  package var destinationOutline: Destination.Outline? {
    if case .leading(let way) = state { way.outline } else { nil }
  }

  /// The questions that the way to a destination still has, in order.
  package var tasksToCome: [Destination.Ask] {
    if case .leading(let way) = state { way.tasksToCome } else { [] }
  }

  mutating func begin(_ reference: Destination.Reference, in registry: some Registry) -> PlanStep {
    let destination: Destination
    switch reference {
    case .inline(let given): destination = given
    case .named(let name):
      guard let known = registry.destination(name) else {
        let message = DestinationVocabulary.unknown(name, among: registry.destinationNames)
        return end(.refused(.rejected(.unknownDestination, message: message)))
      }
      destination = known
    }
    var way = DestinationPlan(
      DestinationRequest(
        destination.completed, context: context, on: draft, ids: ids, among: registry.destinations(before: destination),
        hooks: registry.destinationHooks))
    let step = way.begin(in: registry)
    return follow(step, of: way)
  }

  private mutating func follow(_ step: DestinationPlanStep, of way: DestinationPlan) -> PlanStep {
    state = .leading(way)
    ids = way.ids
    switch step {
    case .ask(let ask): return .task(ask)
    case .guards(let route):
      draft = route
      return .finished(route)
    case .finished(let result):
      (draft, postTasks) = (result.route, result.postTasks)
      state = .over
      return .finished(result.route)
    case .refused(let refusal):
      if case .refused(let reason) = refusal.reason { return end(.refused(reason)) }
      return end(.stopped(refusal))
    }
  }
}

extension Registry {
  /// The destinations that the steps of one come from, those of these, and so on, as they are now.
  fileprivate func destinations(before destination: Destination) -> [DestinationName: Destination] {
    var known: [DestinationName: Destination] = [:]
    var pending = destination.origins
    while let name = pending.popLast() {
      guard known[name] == nil, let next = self.destination(name) else { continue }
      known[name] = next.completed
      pending += next.origins
    }
    return known
  }
}
