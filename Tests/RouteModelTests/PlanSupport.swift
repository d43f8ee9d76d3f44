// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A plan followed to its end with answers that were thought of before.
struct Follow: CustomStringConvertible {
  /// Who was asked what, in order: `show list @1`, `install home`.
  private(set) var asked: [String] = []
  /// The steps that could be committed by themselves.
  private(set) var steps: [String] = []
  /// The story of the route, or how else the plan ended.
  private(set) var end = ""

  var description: String { end }

  /// Follows `verb` on the path that `text` spells. Who has no answer declines.
  init(
    _ verb: Verb, on text: String, context: JSONValue = .null, stepwise: Bool = false,
    in registry: TestRegistry = TestRegistry(), answers: [String: Instruction] = [:]
  ) throws {
    let (route, ids) = text.isEmpty ? (Route(), IDSource()) : try Route.made(text, in: registry)
    var plan = Plan(verb, on: route, context: context, ids: ids, stepwise: stepwise)
    var step = plan.begin(in: registry)
    while end.isEmpty {
      switch step {
      case .ask(let ask):
        var key = ask.request.description
        if case .element(let id) = ask.subject { key += " \(id)" }
        asked.append(key)
        step = plan.answer(answers[key].map { .instruction($0) } ?? .declined, in: registry)
      case .step(let route):
        steps.append(route.story)
        step = plan.resume(on: route, in: registry)
      case .finished(let route): end = route == plan.draft ? route.story : "finished with another route than the draft"
      case .refused(.unchanged(let reason)): end = "unchanged \(reason)"
      case .refused(.rejected(let reason, _)): end = "rejected \(reason)"
      case .unhandled(let request): end = "unhandled \(request)"
      case .task(let ask): end = "task \(ask)"
      case .stopped(let refusal): end = "stopped \(refusal.reason)"
      }
    }
  }
}
