// SPDX-License-Identifier: Apache-2.0

/// A request for a destination.
package struct DestinationRequest: Hashable, Sendable {
  /// The destination.
  package var destination: Destination
  /// Those that steps come from by name.
  package var destinations: [DestinationName: Destination]
  /// Which one of its kind: the product's id.
  package var context: JSONValue
  /// The route to start from.
  package var route: Route
  /// Gives out the ids of new elements.
  package var ids: IDSource
  /// What runs for every destination.
  package var hooks: DestinationHooks

  /// A request.
  package init(
    _ destination: Destination, context: JSONValue = .null, on route: Route, ids: IDSource,
    among destinations: [DestinationName: Destination] = [:], hooks: DestinationHooks = DestinationHooks()
  ) {
    self.destination = destination
    self.destinations = destinations
    self.context = context.canonical
    self.route = route
    self.ids = ids
    self.hooks = hooks
  }
}

/// What a plan to a destination does next.
package enum DestinationPlanStep: Hashable, Sendable {
  /// Ask this, and go on with the answer.
  case ask(Destination.Ask)
  /// The next route stands, but for contents: ask the guards of the elements that would leave, and then resume.
  case guards(Route)
  /// Commit this, then run its post tasks.
  case finished(DestinationResult)
  /// Nothing changes.
  case refused(DestinationRefusal)
}

/// A request for a destination on its way: a pure machine that knows what to ask next. It knows nothing of time or
/// processes, and does not ask guards itself: it says when they are due (RouteComposer's router).
///
/// First the whole next route is made; meanwhile it asks what that depends on. Then come the guards, which are not its
/// own; the interceptors, in order; and the context tasks of all screens found or made. Nothing changes before the end, so a
/// failure anywhere leaves the old route.
/// Rules: specification, section "Destinations".
package struct DestinationPlan: Hashable, Sendable {
  /// The most questions of a plan.
  package static let asksMax = 64

  private enum State: Hashable {
    case new
    case composing(Destination.Ask)
    case guarded
    case gate(Int)
    case task(Int, Destination.Ask)
    case over
  }

  /// A context task of a screen.
  private struct Job: Hashable {
    var task: Destination.ContextTask
    var element: ElementID
    var context: JSONValue
    var place: Destination.StepPlace?
  }

  private let request: DestinationRequest
  private var answers: [Destination.Ask: DestinationAnswer] = [:]
  private var state = State.new
  private var draft = Route()
  /// Gives out the ids of new elements; those before it may be in asks.
  package internal(set) var ids: IDSource
  private var destination: ElementID?
  /// What was found and made, when the next route stands.
  package private(set) var outline = Destination.Outline()
  private var gates: [Destination.Ask] = []
  private var jobs: [Job] = []
  private var postTasks: [PostTask] = []

  /// A plan for this request.
  package init(_ request: DestinationRequest) {
    self.request = request
    ids = request.ids
  }

  /// The first step.
  package mutating func begin(in registry: some Registry) -> DestinationPlanStep {
    guard case .new = state else { preconditionFailure("begin in \(state)") }
    return compose(in: registry)
  }

  /// The step after an ask.
  package mutating func answer(_ answer: DestinationAnswer, in registry: some Registry) -> DestinationPlanStep {
    switch state {
    case .composing(let ask):
      answers[ask.key] = answer
      return compose(in: registry)
    case .gate(let index):
      guard answer == .allow else { return end(gates[index].refusal(for: answer)) }
      return pass(index + 1)
    case .task(let index, let ask):
      switch answer {
      case .allow: break
      case .value(let content): set(content, of: jobs[index].element)
      case .decided, .deny, .item, .edit, .noAnswer: return end(ask.refusal(for: answer))
      }
      return run(index + 1)
    case .new, .guarded, .over: preconditionFailure("answer in \(state)")
    }
  }

  /// The step after ``DestinationPlanStep/guards(_:)``, when all of them allowed it.
  package mutating func resume() -> DestinationPlanStep {
    guard case .guarded = state else { preconditionFailure("resume in \(state)") }
    return pass(0)
  }
}

extension DestinationPlan {
  private mutating func compose(in registry: some Registry) -> DestinationPlanStep {
    var composer = DestinationComposer(request, answers: answers, in: registry)
    do throws(DestinationStop) {
      let composition = try composer.compose()
      (draft, ids, outline) = (composition.route, composition.ids, composition.outline)
      destination = composition.destination
      gates = composition.gates.map {
        Destination.Ask(question: .interceptor($0.name), context: $0.context, step: $0.place)
      }
      plan(composition.arrivals)
      state = .guarded
      return .guards(draft)
    } catch {
      switch error {
      case .ask(let ask):
        // The question may name elements that were made on the way to it.
        ids = composer.maker.ids
        state = .composing(ask)
        return .ask(ask)
      case .refused(let refusal): return end(refusal)
      }
    }
  }

  /// Notes the tasks of the screens that are in the route, those for every destination first.
  private mutating func plan<R: Registry>(_ arrivals: [DestinationComposer<R>.Arrival]) {
    let staying = arrivals.filter { draft.element($0.id) != nil }
    let arrived = staying.filter(\.isOfStep).map(\.id)
    for arrival in staying {
      if arrival.isOfStep {
        jobs += request.hooks.contextTasks.map { Job(task: $0, element: arrival.id, context: request.context) }
        postTasks += request.hooks.postTasks.map {
          PostTask(name: $0, element: arrival.id, context: request.context, arrived: arrived)
        }
      }
      jobs += arrival.contextTasks.map {
        Job(task: $0, element: arrival.id, context: arrival.context, place: arrival.place)
      }
      postTasks += arrival.postTasks.map {
        PostTask(name: $0, element: arrival.id, context: arrival.context, step: arrival.place, arrived: arrived)
      }
    }
  }

  /// The questions that it still has once its route stands, in order.
  package var tasksToCome: [Destination.Ask] {
    guard case .guarded = state else { return [] }
    let tasks = jobs.compactMap { job -> Destination.Ask? in
      guard case .asked(let name) = job.task else { return nil }
      return ask(name, of: job)
    }
    return gates + tasks
  }

  private func ask(_ name: TaskName, of job: Job) -> Destination.Ask {
    Destination.Ask(
      question: .contextTask(name), element: job.element, screen: draft.element(job.element)?.screen,
      context: job.context, step: job.place)
  }

  private mutating func pass(_ index: Int) -> DestinationPlanStep {
    guard index < gates.count else { return run(0) }
    state = .gate(index)
    return .ask(gates[index])
  }

  private mutating func run(_ start: Int) -> DestinationPlanStep {
    for index in start..<jobs.count {
      let job = jobs[index]
      switch job.task {
      case .setContent: set(job.context, of: job.element)
      case .asked(let name):
        let ask = ask(name, of: job)
        state = .task(index, ask)
        return .ask(ask)
      }
    }
    state = .over
    return .finished(
      DestinationResult(route: draft, ids: ids, destination: destination, outline: outline, postTasks: postTasks))
  }

  /// Another content of the same screen: its id, its flag and its branches stay.
  private mutating func set(_ content: JSONValue, of element: ElementID) {
    guard let place = draft.place(of: element) else { return }
    draft.edit(place) { $0.screen.content = content.canonical }
  }

  private mutating func end(_ refusal: DestinationRefusal) -> DestinationPlanStep {
    state = .over
    return .refused(refusal)
  }
}
