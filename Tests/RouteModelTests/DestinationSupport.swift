// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A request for a destination followed to its end with answers that were thought of before.
struct DestinationFollow: CustomStringConvertible {
  /// Who was asked what, in order: `find shows @1`, `intercept login`; `guards` where theirs are asked.
  private(set) var asked: [String] = []
  /// The steps with what became of them: `2 found @1`.
  private(set) var steps: [String] = []
  /// What runs after the commit: `log @1`.
  private(set) var postTasks: [String] = []
  /// The element that the destination is.
  private(set) var destination: ElementID?
  /// The route at the end, and the ids to come.
  private(set) var route: Route
  private(set) var ids: IDSource
  /// The story of the route, or how else the plan ended.
  private(set) var end = ""

  var description: String { end }

  /// Follows a request on the path that `text` spells. Interceptors and context tasks without an answer allow; all others
  /// without one get none.
  init(
    _ destination: Destination, context: JSONValue = .null, on text: String,
    among destinations: [DestinationName: Destination] = [:], hooks: DestinationHooks = DestinationHooks(),
    in registry: TestRegistry = containers, answers: [String: DestinationAnswer] = [:]
  ) throws {
    let (route, ids) = text.isEmpty ? (Route(), IDSource()) : try Route.made(text, in: registry)
    self.init(
      DestinationRequest(destination, context: context, on: route, ids: ids, among: destinations, hooks: hooks),
      in: registry, answers: answers)
  }

  init(
    _ request: DestinationRequest, in registry: TestRegistry = containers, answers: [String: DestinationAnswer] = [:]
  ) {
    (route, ids) = (request.route, request.ids)
    var plan = DestinationPlan(request)
    var step = plan.begin(in: registry)
    while end.isEmpty {
      switch step {
      case .ask(let ask):
        let key = "\(ask)" + (ask.element.map { " \($0)" } ?? "")
        asked.append(key)
        step = plan.answer(answers[key] ?? Self.customary(ask), in: registry)
      case .guards:
        if !asked.isEmpty { asked.append("guards") }
        step = plan.resume()
      case .finished(let result):
        (route, ids, destination) = (result.route, result.ids, result.destination)
        steps = result.outline.steps.map { step in
          let numbers = step.place.numbers.map { String($0) }.joined(separator: ".")
          return "\(numbers) \(step.find)" + (step.isStack ? " stack" : "") + (step.element.map { " \($0)" } ?? "")
        }
        postTasks = result.postTasks.map { "\($0.name) \($0.element)" }
        end = result.route.story
      case .refused(let refusal): end = Self.text(refusal)
      }
    }
  }

  private static func customary(_ ask: Destination.Ask) -> DestinationAnswer {
    switch ask.question {
    case .interceptor, .contextTask: .allow
    case .finder, .condition, .conversion, .factory, .action: .noAnswer
    }
  }

  private static func text(_ refusal: DestinationRefusal) -> String {
    switch refusal.reason {
    case .refused(.unchanged(let reason)): "unchanged \(reason)"
    case .refused(.rejected(let reason, let message)): "rejected \(reason): \(message)"
    case .denied(let ask, let code, _): "denied \(ask) \(code)"
    case .noAnswer(let ask): "no answer \(ask)"
    }
  }
}

extension Destination {
  /// The screen `x`, made and put where `action` says, from what `finder` finds.
  static func making(
    _ action: Destination.Action, from finder: Destination.Finder, _ factory: Destination.Factory = .screen("x")
  ) -> Destination {
    Destination([.screen(Destination.ScreenStep(make: factory, action: action)), .custom(finder)])
  }
}
