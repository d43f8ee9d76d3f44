// SPDX-License-Identifier: Apache-2.0

/// Checks a destination once, when it is registered: what RouteComposer leaves to Swift's types, and what would end every
/// request.
package struct DestinationCheck {
  /// What is wrong, in the order of the steps.
  package private(set) var problems: [DestinationProblem] = []

  private(set) var vocabulary: DestinationVocabulary
  /// Which containers a screen is, where its host says so.
  private let isContainer: (ScreenName) -> Destination.ContainerKind?

  /// The problems of `destination`.
  package static func problems(
    of destination: Destination, named name: DestinationName? = nil, among vocabulary: DestinationVocabulary,
    in registry: some Registry
  ) -> [DestinationProblem] {
    var check = DestinationCheck(vocabulary: vocabulary) { screen in
      guard let branches = registry.declaredBranches(of: screen) else { return nil }
      return Destination.ContainerKind.allCases.first { $0.matches(branches) }
    }
    if destination.steps.isEmpty { check.complain("a destination has at least one step", at: nil) }
    check.check(destination.steps, in: Destination.StepPlace([]), destination.context, depth: 0)
    if let name, check.comesFromItself(name, destination) {
      check.complain("'\(name)' comes from itself, so its chain has no end", at: nil)
    }
    return check.problems
  }

  private init(vocabulary: DestinationVocabulary, isContainer: @escaping (ScreenName) -> Destination.ContainerKind?) {
    self.vocabulary = vocabulary
    self.isContainer = isContainer
  }

  mutating func complain(_ message: String, at place: Destination.StepPlace?) {
    // A step may name a screen more than once; the first complaint may have a hint behind it.
    if let last = problems.last, last.place == place, last.message.hasPrefix(message) { return }
    problems.append(DestinationProblem(place: place, message: message))
    vocabulary.hintsLeft -= 1
  }

  private mutating func check(
    _ steps: [Destination.Step], in place: Destination.StepPlace, _ context: Destination.ContextType?, depth: Int
  ) {
    guard steps.count <= Destination.stepsMax, depth < Destination.Factory.depthMax else {
      return complain(
        "a chain has at most \(Destination.stepsMax) steps, and choices nest less than \(Destination.Factory.depthMax) deep",
        at: place)
    }
    var context = context
    for (index, step) in steps.enumerated() {
      let here = place.step(index)
      switch step {
      case .screen(let screen):
        check(screen, in: here)
        fit(screen.context, &context, at: here)
        checkContainer(of: screen, from: steps[(index + 1)...], at: here)
      case .custom(let finder): check(finder, at: here)
      case .root, .current, .none: break
      case .adapt(let conversion): context = adapted(context, by: conversion, at: here)
      case .from(let name): if let message = vocabulary.complaint(about: name) { complain(message, at: here) }
      case .choose(let choice): check(choice, in: here, context, depth: depth)
      }
      if step.isAnchor, index + 1 < steps.count {
        complain("the chain begins here, so the steps behind it are never taken", at: here)
      }
    }
    if let last = steps.last, !last.canBegin {
      complain(
        "the chain has no beginning; end it with root, current, or a screen to find", at: place.step(steps.count - 1))
    }
  }

  private mutating func check(
    _ choice: Destination.Switch, in place: Destination.StepPlace, _ context: Destination.ContextType?, depth: Int
  ) {
    var context = context
    fit(choice.context, &context, at: place)
    for (index, item) in choice.cases.enumerated() {
      var inner = context
      switch item.condition {
      case .found(let finder): check(finder, at: place.step(index))
      case .asked(let name): check(name, as: .condition, at: place.step(index))
      case .context(let type): inner = type
      }
      check(item.steps, in: place.step(index), inner, depth: depth + 1)
    }
    if let otherwise = choice.otherwise {
      check(otherwise, in: place.step(choice.cases.count), context, depth: depth + 1)
    }
  }

  /// What a step's type says of the context from here on.
  private mutating func fit(
    _ type: Destination.ContextType?, _ context: inout Destination.ContextType?, at place: Destination.StepPlace
  ) {
    guard let type else { return }
    if let known = context, known.excludes(type) {
      complain("the context that comes here cannot be what the step takes; put a conversion between", at: place)
    }
    context = context?.value == nil ? type : context
  }

  private mutating func adapted(
    _ context: Destination.ContextType?, by conversion: Destination.ContextConversion, at place: Destination.StepPlace
  ) -> Destination.ContextType? {
    switch conversion {
    case .value(let value): return Destination.ContextType(value: value.canonical)
    case .member:
      if let context, context.excludes(Destination.ContextType(.object)) {
        complain("the context has no members here", at: place)
      }
      return nil
    case .members: return Destination.ContextType(.object)
    case .asked(let name):
      check(name, as: .conversion, at: place)
      return nil
    }
  }

  /// An action finds its container only if what the step comes from is one, or lies in one. Only what is certain is a
  /// problem: a screen that is found may lie anywhere.
  private mutating func checkContainer(
    of screen: Destination.ScreenStep, from rest: ArraySlice<Destination.Step>, at place: Destination.StepPlace
  ) {
    guard screen.factory != nil, let kind = screen.action.container, let known = containers(of: rest),
      !known.contains(kind)
    else { return }
    let name = rest.lazy.compactMap(\.made).first.map { "'\($0)'" } ?? "the step that it comes from"
    complain("'\(screen.action.word)' needs a \(kind.rawValue), but \(name) is made outside of any", at: place)
  }

  /// The containers at or round what the first of these steps makes; nil where they are not known.
  private func containers(of steps: ArraySlice<Destination.Step>) -> Set<Destination.ContainerKind>? {
    // A screen takes pushes in a layer of its own, unless its host says otherwise.
    var known: Set<Destination.ContainerKind> = [.stack]
    for step in steps {
      guard case .screen(let screen) = step else {
        if step == .none { continue }
        if case .adapt = step { continue }
        return nil
      }
      guard let factory = screen.factory else {
        if screen.finder == nil, screen.action == .none { continue }
        return nil
      }
      switch factory {
      case .asked: return nil
      case .stack: break
      case .container(_, let kind, _, _, _, _): known.insert(kind)
      // A screen whose worker is not known yet may turn out to be a container.
      case .screen(let name, _): known.formUnion(isContainer(name).map { [$0] } ?? [.tabs, .split, .single])
      }
      switch screen.action {
      case .present, .replaceRoot: return known
      case .none, .select, .custom: return nil
      case .push, .pushAsRoot, .pushReplacingLast, .addTab, .setAsMaster, .pushToDetails, .pushOnToDetails,
        .replaceContent:
        if let kind = screen.action.container { known.insert(kind) }
      }
    }
    return nil
  }

  /// Whether the chain leads back to the destination itself, over any others.
  private func comesFromItself(_ name: DestinationName, _ destination: Destination) -> Bool {
    var seen: Set<DestinationName> = []
    var pending = destination.origins
    while let next = pending.popLast() {
      if next == name { return true }
      guard seen.insert(next).inserted, let other = vocabulary.destinations[next] else { continue }
      pending += other.origins
    }
    return false
  }
}

extension Destination {
  /// The same chain with the beginning that its last step implies: a root is replaced from the root, and a layer presented
  /// from the top one.
  package var completed: Destination {
    guard case .screen(let screen)? = steps.last, screen.factory != nil else { return self }
    var completed = self
    switch screen.action {
    case .replaceRoot: completed.steps.append(.root)
    case .present: completed.steps.append(.current)
    case .none, .push, .pushAsRoot, .pushReplacingLast, .addTab, .setAsMaster, .pushToDetails, .pushOnToDetails,
      .replaceContent, .select, .custom:
      break
    }
    return completed
  }
}

extension Destination {
  /// The destinations that its steps come from, by name.
  var origins: [DestinationName] { steps.flatMap(\.origins) }
}

extension Destination.Step {
  /// Whether a chain may end with it.
  fileprivate var canBegin: Bool {
    switch self {
    case .root, .current, .custom, .choose, .from: true
    case .screen(let screen): screen.finder != nil && screen.factory == nil
    case .none, .adapt: false
    }
  }

  /// The name of the screen that it makes.
  fileprivate var made: ScreenName? {
    if case .screen(let screen) = self { screen.factory?.screen } else { nil }
  }

  /// The destinations that it comes from.
  fileprivate var origins: [DestinationName] {
    switch self {
    case .from(let name): [name]
    case .choose(let choice): (choice.cases.flatMap(\.steps) + (choice.otherwise ?? [])).flatMap(\.origins)
    case .screen, .root, .current, .custom, .none, .adapt: []
    }
  }
}
