// SPDX-License-Identifier: Apache-2.0

extension DestinationComposer {
  /// The list of steps, destination first, up to the first that the chain can only begin with. Every choice is made, with
  /// the context that holds there (RouteComposer takes the one of the request).
  mutating func resolve() throws(DestinationStop) -> [PlacedStep] {
    var context = request.context
    if let type = request.destination.context { try check(context, type, at: nil) }
    var pending =
      placed(request.destination.steps, in: Destination.StepPlace([])).reversed()
      as [(Destination.Step, Destination.StepPlace)]
    var steps: [PlacedStep] = []
    var count = 0
    while let (step, place) = pending.popLast() {
      count += 1
      guard count <= Destination.stepsMax else {
        throw .rejected(.tooLarge, at: place, "a way to a destination has at most \(Destination.stepsMax) steps")
      }
      switch step {
      case .none: continue
      case .adapt(let conversion): context = try converted(context, by: conversion, at: place)
      case .choose(let choice):
        guard let (number, chosen) = try choose(choice, context, at: place) else { return steps }
        pending += placed(chosen, in: place.step(number)).reversed()
      case .from(let name):
        guard let destination = request.destinations[name] else {
          throw .refused(.unknown(name, among: request.destinations, at: place))
        }
        if let type = destination.context { try check(context, type, at: place) }
        pending += placed(destination.steps, in: Destination.StepPlace([], of: name)).reversed()
      case .screen, .root, .current, .custom:
        steps.append(PlacedStep(place: place, step: step, context: context))
        if step.isAnchor { return steps }
      }
    }
    return steps
  }

  private func placed(_ steps: [Destination.Step], in place: Destination.StepPlace) -> [(
    Destination.Step, Destination.StepPlace
  )] {
    steps.enumerated().map { ($0.element, place.step($0.offset)) }
  }

  /// The steps of the first case that holds, with its index.
  private mutating func choose(
    _ choice: Destination.Switch, _ context: JSONValue, at place: Destination.StepPlace
  ) throws(DestinationStop) -> (Int, [Destination.Step])? {
    if choice.context?.complaint(about: context) == nil {
      for (index, item) in choice.cases.enumerated() {
        if try holds(item.condition, context, at: place) { return (index, item.steps) }
      }
    }
    return choice.otherwise.map { (choice.cases.count, $0) }
  }

  private mutating func holds(
    _ condition: Destination.Switch.Condition, _ context: JSONValue, at place: Destination.StepPlace
  ) throws(DestinationStop) -> Bool {
    switch condition {
    case .context(let type): return type.complaint(about: context) == nil
    case .asked(let name):
      return try answer(.condition(name), context: context, at: place) == .decided(true)
    case .found(let finder):
      return try find(finder, context, at: place) != nil
    }
  }

  /// The context behind a conversion.
  mutating func converted(
    _ context: JSONValue, by conversion: Destination.ContextConversion, at place: Destination.StepPlace
  ) throws(DestinationStop) -> JSONValue {
    switch conversion {
    case .value(let value): return value.canonical
    case .member(let key):
      guard let value = context[key] else { throw .rejected(.typeMismatch, at: place, "the context has no '\(key)'") }
      return value
    case .members(let renamings):
      return .object(renamings.compactMap { renaming in context[renaming.old].map { (renaming.key, $0) } })
    case .asked(let name):
      return try answer(.conversion(name), context: context, at: place) { answer in
        if case .value(let value) = answer { value.canonical } else { nil }
      }
    }
  }

  /// Refuses a context that is none of these.
  func check(_ context: JSONValue, _ type: Destination.ContextType, at place: Destination.StepPlace?)
    throws(DestinationStop)
  {
    if let complaint = type.complaint(about: context) { throw .rejected(.typeMismatch, at: place, complaint) }
  }
}

extension DestinationRefusal {
  /// Nobody declares a destination of this name.
  package static func unknown(
    _ name: DestinationName, among destinations: [DestinationName: Destination], at step: Destination.StepPlace? = nil
  ) -> DestinationRefusal {
    .rejected(.unknownDestination, at: step, DestinationVocabulary.unknown(name, among: destinations.keys))
  }
}
