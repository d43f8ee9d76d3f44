// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The handler chain: workers say what becomes of the path (specification, sections "Show, hide, navigate" and "Back").
extension Transition {
  /// Begins the command.
  mutating func begin(on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    guard let command = errand.command else { return rebuild(on: stage, in: world, &turn) }
    switch command.verb {
    case .open(let url): return read(url, on: stage, in: world, &turn)
    case .drive(let drive) where command.isDryRun: return .end(.ended(outline(drive, on: stage, in: world)))
    case .navigator, .batch, .back, .start, .show, .hide, .navigate, .drive, .route:
      let plan = Plan(
        command.verb, on: base, context: command.context, ids: ids, stepwise: command.isStepwise)
      return begin(plan, on: stage, in: world, &turn)
    }
  }

  /// Begins a plan.
  mutating func begin(_ plan: consuming Plan, on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    let step = plan.begin(in: stage.registry(in: world))
    return follow(step, of: consume plan, on: stage, in: world, &turn)
  }

  /// Goes on with the plan of a stepwise command after a commit.
  mutating func resume(on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    if let stop { return .end(.ended(stop.ending)) }
    guard case .idle(let draft?) = state else { preconditionFailure("resumed in \(state.name)") }
    var plan = draft.plan
    state = .idle(nil)
    let step = plan.resume(on: stage.route, in: stage.registry(in: world))
    return follow(step, of: consume plan, on: stage, in: world, &turn)
  }

  /// Goes on with the plan after an answer.
  mutating func follow(_ answer: PlanAnswer, on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    var plan = takePlan()
    let step = plan.answer(answer, in: stage.registry(in: world))
    return follow(step, of: consume plan, on: stage, in: world, &turn)
  }

  /// Takes the plan whose chain waits for an answer.
  mutating func takePlan() -> Plan {
    guard case .planning(let plan) = state else { preconditionFailure("no plan in \(state.name)") }
    defer { state = .idle(nil) }
    return plan
  }

  /// Follows a plan until an ask is sent, or the plan has led to a route or an end.
  mutating func follow(
    _ first: PlanStep, of plan: consuming Plan, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Move {
    var step = first
    while true {
      switch step {
      case .ask(let ask):
        switch put(ask, of: plan, on: stage, in: world, &turn) {
        case .sent:
          state = .planning(plan)
          return .wait
        case .answered(let answer): step = plan.answer(answer, in: stage.registry(in: world))
        case .ended(let ending): return .end(.ended(ending))
        }
      case .task(let ask):
        switch put(ask, showing: plan.draft.root, of: plan, on: stage, in: world, &turn) {
        case .sent:
          state = .planning(plan)
          return .wait
        case .answered(let answer): step = plan.answer(answer, in: stage.registry(in: world))
        case .ended(let ending): return .end(.ended(ending))
        }
      case .stopped: preconditionFailure("what stops a way to a destination ends its transition first")
      case .step(let route):
        let draft = Draft(plan: consume plan, route: route, isLast: false, since: base)
        return consider(draft, on: stage, in: world, &turn)
      case .finished(let route):
        let draft = Draft(plan: consume plan, route: route, isLast: true, since: base)
        return consider(draft, on: stage, in: world, &turn)
      case .refused(let refusal):
        if let next = planBackAtRoot(after: refusal, of: &plan, on: stage, in: world) {
          step = next
        } else if refusal == .unchanged(.same), errand.isDryRun {
          step = .finished(base)
        } else if refusal.isUnknownDestination, errand.isLink {
          return putAside(until: world.coldUntil(hasReaders: true), or: Ending(refusal: refusal), in: world)
        } else if let container = lackedContainer(of: refusal, on: stage, in: world) {
          return awaitWorkers(for: nil, goal: nil, or: Ending(.rejected(.noHost), lacking: container), in: world)
        } else {
          return .end(.ended(ending(refusal, in: world)))
        }
      case .unhandled(let request):
        let message = world.unhandledMessage(request, asked: asked.dropFirst(askedBefore), in: stage.name)
        return .end(.ended(Ending(.unhandled, message: message)))
      }
    }
  }

  /// The end of a plan that is refused; a target that is not there is told by its name.
  private func ending(_ refusal: Refusal, in world: World) -> Ending {
    guard refusal == .unchanged(.targetNotFound), let verb = errand.command?.verb else {
      return Ending(refusal: refusal)
    }
    return Ending(.unchanged(.targetNotFound), message: world.targetNotFoundMessage(verb, on: base, in: errand.scene))
  }

  /// Back at the root leads to the path that the scene has for it, if it has one.
  private mutating func planBackAtRoot(
    after refusal: Refusal, of plan: inout Plan, on stage: Stage, in world: World
  ) -> PlanStep? {
    guard refusal == .unchanged(.atRoot), errand.command?.verb == .back, !triedBackAtRoot,
      let path = world.settings.scenes[stage.name]?.backAtRoot
    else { return nil }
    triedBackAtRoot = true
    plan = Plan(.navigator(.replace(path: path, in: nil)), on: base, ids: plan.ids)
    let step = plan.begin(in: stage.registry(in: world))
    return step == .refused(.unchanged(.same)) ? .refused(refusal) : step
  }

  /// What becomes of an ask of a plan.
  private enum ChainStep {
    case sent
    /// The answer is known without asking, or nobody can be asked.
    case answered(PlanAnswer)
    /// The worker that could take the step of a walk does not answer.
    case ended(Ending)
  }

  /// Puts an ask of the chain.
  private mutating func put(
    _ ask: PlanAsk, of plan: Plan, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> ChainStep {
    tell(idsOf: plan)
    let question = Ask.Question.handle(ask.request)
    let inquiry: Inquiry
    switch ask.subject {
    case .element(let id):
      guard let element = plan.draft.element(id) else { return .answered(.declined) }
      let registered = stage.registered(element.screen.name, in: world)
      if let registered, let answer = standingAnswer(of: registered, to: ask.request, on: stage, in: world, turn) {
        trace(
          Asked(
            request: question.description, screen: element.screen.name, element: id, worker: registered.owner.name,
            answer: .init(answer), ms: 0, standing: true))
        return .answered(.instruction(answer))
      }
      inquiry = Inquiry(
        question, about: element, of: registered, showing: plan.draft.root, step: ask.step)
    case .installer:
      guard let screen = ask.request.installed else { return .answered(.declined) }
      inquiry = Inquiry(
        question, about: AnyScreen(screen),
        to: world.workers.roster.installer(screen, in: stage.name), showing: plan.draft.root)
    }
    switch sendAsk(inquiry, on: stage, in: world, &turn) {
    case .sent: return .sent
    case .absent, .silent:
      guard ask.request.isStep else { return .answered(.declined) }
      let isDead = inquiry.owner.map { !world.isLive($0.slot) } ?? true
      return .ended(endOfWalk(at: ask.request.description, inquiry.party, died: isDead))
    case .exhausted: return .ended(Self.exhausted)
    }
  }

  /// The worker that could take a step of a walk does not answer: the walk ends there.
  func endOfWalk(at request: String, _ party: Outcome.Party, died: Bool) -> Ending {
    died
      ? Ending(.failed(who: party, .died, code: nil), message: "the walk ends at '\(request)': its worker died")
      : Ending(.timedOut(phase: .step, who: party), message: "the walk ends at '\(request)': no answer in time")
  }

  /// The answer that a live routable has given beforehand.
  private func standingAnswer(
    of registered: RegisteredScreen, to request: Request, on stage: Stage, in world: World, _ turn: Turn
  ) -> Instruction? {
    guard !registered.routable.standing.isEmpty else { return nil }
    guard let session = world.session(of: registered.owner.slot), !session.isSuspect,
      turn.asks.occupation(of: registered.owner.slot, by: stage, at: world.time) != .lasts
    else { return nil }
    return registered.routable.standingAnswer(to: request)
  }

  /// The dry run of a drive: its steps and the workers that would be asked; nobody is asked.
  private func outline(_ drive: Drive, on stage: Stage, in world: World) -> Ending {
    switch drive.outline(on: stage.route, in: stage.registry(in: world)) {
    case .failure(let refusal): return Ending(refusal: refusal)
    case .success(let steps):
      let walk = steps.map { step in
        var step = step
        step.worker = stage.registered(step.origin, in: world)?.owner.name
        return step
      }
      let lacking = walk.first { !$0.missing.isEmpty }.map {
        Ending(refusal: Refusal.missing($0.missing, of: $0.route))
      }
      return Ending(lacking?.kind ?? .unchanged(.dryRun), message: lacking?.message, walk: walk)
    }
  }
}

extension Refusal {
  /// Whether a worker that declares the destination may still come.
  fileprivate var isUnknownDestination: Bool {
    if case .rejected(.unknownDestination, message: _) = self { true } else { false }
  }
}

extension Request {
  /// The root name that an installer is asked for, whichever request led to it.
  fileprivate var installed: ScreenName? {
    switch self {
    case .show(let name), .install(let name), .change(_, let name): name
    case .hide, .back, .toChild, .toParent, .toSelf: nil
    }
  }
}
