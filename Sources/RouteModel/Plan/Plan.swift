// SPDX-License-Identifier: Apache-2.0

/// A verb on its way from one route to another: a pure machine that knows which routable to ask next and how each answer
/// changes the route. It knows nothing of time, processes or guards.
///
/// A verb becomes a queue of *changes*. Each change has a *chain* of routables to ask, fixed when the change begins. The
/// first routable that handles the change says how the draft changes. If none does, the change ends the plan, or falls
/// back to other changes.
/// Specification, sections "Show, hide, navigate" and "Back".
package struct Plan: Hashable, Sendable {
  /// The route as it would be now.
  package internal(set) var draft: Route
  /// Gives out the ids of new elements; hand it on when the result is committed.
  package internal(set) var ids: IDSource

  /// Elements that took the content of a new one of their name.
  package private(set) var taken: [ElementID] = []

  /// The route that holds until the plan is committed: the first one; of a stepwise plan, the last step.
  private var base: Route
  let verb: Verb
  let context: JSONValue
  private let isStepwise: Bool
  /// The changes that are left, the next one first.
  private var changes: [Change] = []
  /// The element at which a walk has arrived.
  private var walker: ElementID?
  private var hasStepped = false
  /// The reason why a part of the verb had nothing to do. It counts if no other part changed the route either.
  private var idleReason: UnchangedReason?
  var state = State.new
  /// What is told to workers after the commit, on the way to a destination.
  package internal(set) var postTasks: [PostTask] = []

  /// A plan for `verb` from `route`. `context` becomes the content of screens made from their name alone.
  package init(_ verb: Verb, on route: Route, context: JSONValue = .null, ids: IDSource, stepwise: Bool = false) {
    draft = route
    base = route
    self.verb = verb
    self.context = context
    self.ids = ids
    isStepwise = stepwise
  }

  /// The first step. Call once.
  package mutating func begin(in registry: some Registry) -> PlanStep {
    guard case .new = state else { preconditionFailure("begin in \(state)") }
    switch verb {
    case .navigator(let verb): return edit(by: [verb], in: registry)
    case .batch(let verbs): return edit(by: verbs, in: registry)
    case .open: return end(.refused(.rejected(.unsupported, message: "who reads the URL decides what to plan")))
    case .back: changes = [.back]
    case .start(let name): changes = [.install(name)]
    case .show(let names): changes = names.map { .show($0) }
    case .hide, .navigate:
      switch Change.all(for: verb, on: draft, in: registry) {
      case .success(let all): changes = all
      case .failure(let refusal): return end(.refused(refusal))
      }
    case .route(let reference): return begin(reference, in: registry)
    case .drive(let drive):
      switch Walk.begin(drive, on: draft, in: registry.routePlan) {
      case .success(let walk):
        walker = walk.start
        changes = walk.legs.map { .step($0) }
      case .failure(let refusal): return end(.refused(refusal))
      }
    }
    return advance(in: registry)
  }

  /// The step after an ask.
  package mutating func answer(_ answer: PlanAnswer, in registry: some Registry) -> PlanStep {
    guard case .asking(var chain) = state else { preconditionFailure("answer in \(state)") }
    if case .step(let leg) = chain.change, answer == .customary { return take(leg, in: registry) }
    guard case .instruction(let instruction, let isMerging) = answer else {
      chain.next += 1
      return ask(chain, in: registry)
    }
    if case .step(let leg) = chain.change { return take(leg, by: instruction, merging: isMerging, in: registry) }
    var maker = ElementMaker(ids: ids)
    do throws(Refusal) {
      var route = draft
      switch chain.ask.subject {
      case .element(let id):
        let answer = RelativeInstruction(instruction, of: id, to: chain.ask.request, context: context)
        try route.apply(answer, with: &maker, in: registry)
      case .installer:
        try route.install(instruction, for: chain.ask.request, context: context, with: &maker, in: registry)
      }
      taken += maker.taken
      return settle(on: route, ids: maker.ids, in: registry)
    } catch {
      return settle(with: error, in: registry)
    }
  }

  /// The step after a committed ``PlanStep/step(_:)``.
  ///
  /// - Parameter committed: What was committed: where a tree has put another screen in the place of one, not the draft.
  package mutating func resume(on committed: Route, in registry: some Registry) -> PlanStep {
    guard case .stepped = state else { preconditionFailure("resume in \(state)") }
    hasStepped = true
    idleReason = nil
    draft = committed
    base = committed
    return advance(in: registry)
  }

  enum State: Hashable {
    case new
    case asking(Chain)
    case stepped
    /// On the way to a destination.
    indirect case leading(DestinationPlan)
    case over
  }

  /// Who is asked about a change on its way, one after the other. Fixed when the change begins.
  struct Chain: Hashable {
    var change: Change
    var asks: [PlanAsk]
    var next = 0

    var ask: PlanAsk { asks[next] }
  }
}

extension Plan {
  /// Begins the next change; without one, the plan is finished.
  private mutating func advance(in registry: some Registry) -> PlanStep {
    while !changes.isEmpty {
      let change = changes.removeFirst()
      if case .step(let leg) = change, let walker {
        guard let ask = leg.ask(of: walker, on: draft, in: registry) else { return take(leg, in: registry) }
        return self.ask(Chain(change: change, asks: [ask]), in: registry)
      }
      guard let asks = change.chain(on: draft, in: registry) else { continue }
      return ask(Chain(change: change, asks: asks), in: registry)
    }
    if draft == base, !hasStepped, let idleReason { return end(.refused(.unchanged(idleReason))) }
    return end(.finished(draft))
  }

  private mutating func ask(_ chain: Chain, in registry: some Registry) -> PlanStep {
    if chain.next < chain.asks.count {
      state = .asking(chain)
      return .ask(chain.ask)
    }
    switch chain.change.whenDeclined {
    case .unhandled(let request): return end(.unhandled(request))
    case .changes(let fallback):
      changes.insert(contentsOf: fallback, at: 0)
      return advance(in: registry)
    case .goBack:
      switch draft.goingBack() {
      case .success(let route): return settle(on: route, ids: ids, in: registry)
      case .failure(let refusal): return settle(with: refusal, in: registry)
      }
    }
  }

  /// Makes the result of a change the draft.
  private mutating func settle(on route: Route, ids: IDSource, in registry: some Registry) -> PlanStep {
    if route != draft, let refusal = route.validate() { return settle(with: refusal, in: registry) }
    draft = route
    self.ids = ids
    guard isStepwise, draft != base, !changes.isEmpty else { return advance(in: registry) }
    state = .stepped
    return .step(draft)
  }

  private mutating func settle(with refusal: Refusal, in registry: some Registry) -> PlanStep {
    guard case .unchanged(let reason) = refusal else { return end(.refused(refusal)) }
    idleReason = idleReason.merged(with: reason)
    return advance(in: registry)
  }

  /// Takes a step of a walk as its answer says; without an answer, in the customary way.
  private mutating func take(
    _ leg: Walk.Leg, by instruction: Instruction? = nil, merging isMerging: Bool = true, in registry: some Registry
  ) -> PlanStep {
    guard let walker else { preconditionFailure("a step without a walk") }
    var maker = ElementMaker(ids: ids)
    maker.heedsInstances = false
    do throws(Refusal) {
      let (route, arrived) = try leg.taken(
        from: walker, on: draft, by: instruction, merging: isMerging, with: &maker, in: registry)
      self.walker = arrived
      return settle(on: route, ids: maker.ids, in: registry)
    } catch {
      return settle(with: error, in: registry)
    }
  }

  /// Navigator verbs in order, as one change.
  private mutating func edit(by verbs: [NavigatorVerb], in registry: some Registry) -> PlanStep {
    var maker = ElementMaker(ids: ids)
    do throws(Refusal) {
      let route = try draft.edited(by: verbs, asked: nil, with: &maker, in: registry)
      taken += maker.taken
      return settle(on: route, ids: maker.ids, in: registry)
    } catch {
      return settle(with: error, in: registry)
    }
  }

  mutating func end(_ step: PlanStep) -> PlanStep {
    state = .over
    changes = []
    if case .finished = step { return step }
    draft = base
    return step
  }
}
