// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Sending asks, and the answers to them (specification, state machine "Ask").
extension Transition {
  /// What became of the attempt to ask.
  enum Attempt {
    /// It is sent, or held until its worker can be asked; its answer, its deadline or the death of its worker comes.
    case sent
    /// The worker is dead, or none is registered.
    case absent
    /// The worker is alive, but passed over as if it had not answered.
    case silent
    /// The command has asked as much as one command may: it ends, so that no guard and no host is passed over.
    case exhausted
  }

  /// The ending of a command that would ask more than one may.
  static let exhausted = Ending(
    .rejected(.tooLarge), message: "one command asks at most \(Limits.asksMax) questions")

  /// Sends an ask, or notes in the trace why not.
  mutating func sendAsk(
    _ inquiry: Inquiry, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Attempt {
    let request = inquiry.question.description
    guard let owner = inquiry.owner else {
      note(inquiry, request, .unregistered)
      return .absent
    }
    guard let connection = world.connection(of: owner.slot) else {
      note(inquiry, request, .died)
      return .absent
    }
    let occupation = turn.asks.occupation(of: owner.slot, by: stage, at: world.time)
    guard !world.isSuspect(owner.slot), occupation != .lasts, !(inquiry.isPutOnce && wasUnanswered(inquiry, request))
    else {
      note(inquiry, request, .skipped)
      return .silent
    }
    guard sentAsks < Limits.asksMax else { return .exhausted }
    sentAsks += 1
    let open = open(inquiry, request, of: owner, token: turn.asks.makeToken(), in: world)
    if case .ends(let until) = occupation {
      hold(inquiry, as: open, until: until)
    } else {
      send(inquiry, as: open, to: connection, on: stage, in: world, &turn)
    }
    return .sent
  }

  /// Sends an ask.
  mutating func send(
    _ inquiry: Inquiry, as open: OpenAsk, to connection: Connection, on stage: Stage, in world: World,
    _ turn: inout Turn
  ) {
    openAsk = open
    turn.asks.open(open.token, of: open.worker, by: stage.slot, depth: errand.depth)
    turn.counters.asks += 1
    var message = Ask(
      token: open.token, command: errand.id, scene: stage.name, revision: stage.revision,
      question: inquiry.question, screen: inquiry.screen, element: inquiry.element?.id,
      isDraft: inquiry.element.map { base.element($0.id)?.screen.name != $0.screen.name } ?? false,
      route: inquiry.path, context: inquiry.task?.ask.context ?? errand.context, animated: errand.isAnimated,
      deadlineMs: max(1, Int64(open.deadline.ms(since: world.time))), depth: errand.depth)
    message.step = inquiry.step
    turn.send(.ask(message), to: connection)
  }

  /// The ask as the transition keeps it, with its deadlines.
  func open(
    _ inquiry: Inquiry, _ request: String, of owner: Owner, token: Ask.Token, in world: World
  ) -> OpenAsk {
    let settings = world.settings
    let routable =
      inquiry.registered?.routable ?? world.workers[owner.slot].registration.routables[inquiry.screen.name]
    let usualMs = inquiry.question == .leave ? settings.guardMs : settings.askMs
    // A worker that wants long asks holds up the scene for the commands of all users, so the configuration bounds them.
    let askMs = World.clamped(ms: min(routable?.askMs ?? usualMs, max(usualMs, settings.workingMaxMs)))
    let workingMs = max(askMs, min(routable?.workingMaxMs ?? settings.workingMaxMs, settings.workingMaxMs))
    let due = world.time.advanced(byMs: askMs)
    return OpenAsk(
      token: token, worker: owner.slot, party: inquiry.party, request: request, screen: inquiry.screen.name,
      isStep: inquiry.step != nil, task: inquiry.task, isPutOnce: inquiry.isPutOnce, sent: world.time,
      deadline: min(due, errand.deadline), latest: min(world.time.advanced(byMs: workingMs), errand.deadline), due: due)
  }

  /// Adds a line to the trace, which tells of so many asks as an outcome may list.
  mutating func trace(_ line: Asked) {
    if asked.count < Limits.outcomeListMax { asked.append(line) }
  }

  private mutating func note(_ inquiry: Inquiry, _ request: String, _ answer: Asked.Answer) {
    trace(
      Asked(
        request: request, screen: inquiry.screen.name, element: inquiry.element?.id, worker: inquiry.owner?.name,
        answer: answer, ms: 0))
  }

  /// Whether the same question was asked before and nobody answered: a worker that comes back from a crash is not asked
  /// again what it died of.
  private func wasUnanswered(_ inquiry: Inquiry, _ request: String) -> Bool {
    unanswered.contains {
      $0.request == request && $0.party.screen == inquiry.screen.name && $0.party.element == inquiry.element?.id
    }
  }

  /// Closes the open ask with a line in the trace.
  mutating func closeAsk(
    _ ask: OpenAsk, _ answer: Asked.Answer, message: String? = nil, in world: World
  ) {
    closeAsk(with: Asked(ask, answer, message: message, at: world.time))
  }

  private mutating func closeAsk(with line: Asked) {
    openAsk = nil
    trace(line)
  }

  /// Cancels an ask at its worker, whose handler may still run. One that is held was not sent.
  func cancel(_ ask: OpenAsk, in world: World, _ turn: inout Turn) {
    guard ask.held == nil, let session = world.session(of: ask.worker) else { return }
    turn.asks.cancel(ask.token, of: ask.worker, until: max(ask.deadline, ask.due))
    turn.send(.settled(Settled(token: ask.token, used: false)), to: session)
  }

  /// WORKING: moves the deadline of the open ask, at most to the latest that is registered.
  mutating func extend(_ token: Ask.Token, byMs ms: Int64, in world: World) {
    guard let open = openAsk, open.token == token else { return }
    let wanted = world.time.advanced(byMs: min(max(ms, 0), Limits.deadlineMsMax))
    openAsk?.deadline = max(open.deadline, min(wanted, open.latest))
  }

  /// Takes the answer to the open ask. Whether a state takes it is decided by the type of answer that the state needs.
  mutating func take(_ answer: Answer, on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    guard let ask = openAsk else { preconditionFailure("an answer without an ask, in \(state.name)") }
    let answerMs = world.time.ms(since: ask.sent)
    turn.asks.count(answerMs: answerMs, of: ask.worker)
    turn.measure(.answered(ms: answerMs))
    if answer.hasVerdict {
      turn.asks.noteAnswer(to: ask.token, of: ask.worker)
      note(AnsweredAsk(token: ask.token, worker: ask.worker))
    } else {
      turn.asks.close(ask.token, of: ask.worker)
    }
    let words = world.redacted(answer.message, of: ask, opening: openedURL)
    closeAsk(ask, .init(answer), message: words, in: world)
    if let task = ask.task?.ask, let stop = stop(of: task, by: answer, from: ask.party, saying: words) {
      return .end(.ended(stop))
    }
    // An answer that is no build answer ends the rebuild: else the decisions of the old tree would stay, and no event would repeat it.
    if case .rebuilding(let build) = state, BuildAnswer(answer) == nil {
      return finish(build, isWhole: false, in: world)
    }
    switch answer {
    case .deny(let code, _) where ask.task == nil:
      return .end(.ended(Ending(.vetoed(by: ask.party, .guard, code: code), message: words)))
    case .failed(let code, _):
      let message = (ask.task?.ask).map { $0.placed(words ?? "'\($0)' failed") } ?? words
      return .end(.ended(Ending(.failed(who: ask.party, .handler, code: code), message: message)))
    // To build a path anew is no command that could wait for RESUME, and of the tasks only an interceptor is a gate.
    case .redirect(let verb, let time)
    where errand.command != nil && ask.task.map { $0.ask.question.task == .interceptor } ?? true:
      return park(by: ask, first: verb, within: time, in: world)
    case .redirect, .instruction, .merging, .declined, .allow, .tree, .path, .value, .deny:
      return move(on: answer, to: ask, on: stage, in: world, &turn) ?? .end(.ended(misfit(ask)))
    }
  }

  /// How a command ends by an answer that does not fit its question.
  private func misfit(_ ask: OpenAsk) -> Ending {
    let words = "the answer does not fit the question '\(ask.request)'"
    return Ending(
      .failed(who: ask.party, .handler, code: "badAnswer"), message: ask.task?.ask.placed(words) ?? words)
  }

  /// The URL that its workers are asked to read.
  private var openedURL: String? {
    if case .reading(let search) = state { search.link.text } else { nil }
  }

  /// The next move after an answer; nil where the state does not take such an answer.
  private mutating func move(
    on answer: Answer, to ask: OpenAsk, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Move? {
    switch state {
    case .reading(let search):
      return LinkAnswer(answer).map { follow($0, in: search, on: stage, in: world, &turn) }
    case .planning:
      if let task = ask.task?.ask {
        return DestinationAnswer(answer, to: task).map { follow($0, on: stage, in: world, &turn) }
      }
      return PlanAnswer(answer, isStep: ask.isStep).map { follow($0, on: stage, in: world, &turn) }
    case .building(let draft, let build):
      return BuildAnswer(answer).map { follow($0, in: build, of: draft, on: stage, in: world, &turn) }
    case .rebuilding(let build):
      return BuildAnswer(answer).map { follow($0, in: build, on: stage, in: world, &turn) }
    case .guarding(let goal, let due):
      return answer.isAgreement ? askGuards(due, of: goal, on: stage, in: world, &turn) : nil
    case .intercepting(let goal):
      return ask.task.flatMap { DestinationAnswer(answer, to: $0.ask) }.map {
        follow($0, behindGuardsOf: goal, on: stage, in: world, &turn)
      }
    case .preparing(let goal, let due):
      guard answer.isAgreement else { return nil }
      if let element = ask.party.element, let incarnation = world.session(of: ask.worker)?.incarnation {
        prepared.append(PreparedHost(element: element, worker: ask.worker, incarnation: incarnation))
      }
      return askHosts(due, of: goal, on: stage, in: world, &turn)
    case .awaitingHosts, .idle: return nil
    }
  }

  /// The deadline of the open ask has passed: it is cancelled, and its state decides whether the next worker is asked or the
  /// command ends.
  mutating func missAnswer(on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    guard let ask = openAsk else { preconditionFailure("no ask is open in \(state.name)") }
    if ask.held == nil {
      cancel(ask, in: world, &turn)
      turn.asks.countUnanswered(of: ask.worker)
      turn.measure(.unanswered)
    }
    return takeSilence(of: ask, died: false, on: stage, in: world, &turn)
  }

  /// The session that was asked is over.
  mutating func endAskedSession(on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    guard let ask = openAsk else { preconditionFailure("no ask is open in \(state.name)") }
    return takeSilence(of: ask, died: true, on: stage, in: world, &turn)
  }

  /// Goes on after an ask that nobody answered, or that was held until its time was over.
  private mutating func takeSilence(
    of ask: OpenAsk, died: Bool, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Move {
    let isHeld = ask.held != nil
    let line = Asked(ask, died ? .died : isHeld ? .skipped : .noAnswer, message: nil, at: world.time)
    closeAsk(with: line)
    // The death of a worker is told by itself.
    if !died, !isHeld { turn.tell(.unanswered(line, errand.id)) }
    if ask.isPutOnce, !isHeld { unanswered.append(ask) }
    if let task = ask.task?.ask, !task.mayBeSilent { return .end(.ended(silence(of: task, ask.party, died: died))) }
    switch state {
    case .reading(var search):
      if died { search.lacksReader = true }
      return readOn(search, on: stage, in: world, &turn)
    case .planning:
      if ask.isStep { return .end(.ended(endOfWalk(at: ask.request, ask.party, died: died))) }
      if ask.task != nil { return follow(DestinationAnswer.noAnswer, on: stage, in: world, &turn) }
      return follow(PlanAnswer.declined, on: stage, in: world, &turn)
    case .building(let draft, _): return stall(draft, died: died, ask.party, in: world)
    case .rebuilding(let build): return finish(build, isWhole: false, in: world)
    case .guarding(let goal, let due):
      // A dead guard allows, whatever its silence means.
      if !died, let id = ask.party.element, let element = base.element(id),
        let veto = silenceVeto(of: element, wasAsked: !isHeld, on: stage, in: world)
      {
        return .end(.ended(veto))
      }
      return askGuards(due, of: goal, on: stage, in: world, &turn)
    case .preparing: return .end(.ended(isHeld && !died ? unaskedHost(ask.party) : silentHost(ask.party, died: died)))
    case .intercepting, .awaitingHosts, .idle: preconditionFailure("an ask was open in \(state.name)")
    }
  }
}

extension Asked {
  /// The line of an ask that is closed now.
  fileprivate init(_ ask: Transition.OpenAsk, _ answer: Answer, message: String?, at now: Instant) {
    self.init(
      request: ask.request, screen: ask.screen, element: ask.party.element, worker: ask.party.worker,
      answer: answer, ms: now.ms(since: ask.sent), message: message)
  }
}

extension Asked.Answer {
  /// The word of an instruction.
  init(_ instruction: Instruction) {
    switch instruction {
    case .push: self = .push
    case .present: self = .present
    case .pop: self = .pop
    case .popToRoot: self = .popToRoot
    case .popTo: self = .popTo
    case .dismiss: self = .dismiss
    case .edit: self = .edit
    case .done: self = .done
    }
  }

  /// The word of an answer.
  init(_ answer: Answer) {
    switch answer {
    case .instruction(let instruction), .merging(let instruction): self.init(instruction)
    case .declined: self = .declined
    case .allow, .tree, .path: self = .allow
    case .value: self = .value
    case .deny: self = .deny
    case .redirect: self = .redirect
    case .failed: self = .failed
    }
  }
}

extension Answer {
  /// The worker's own words, where it has some.
  fileprivate var message: String? {
    switch self {
    case .deny(_, let message), .failed(_, let message): message
    case .instruction, .merging, .declined, .allow, .tree, .path, .value, .redirect: nil
    }
  }

  /// Whether its worker hears later what became of it.
  fileprivate var hasVerdict: Bool {
    switch self {
    case .instruction, .merging, .allow, .tree, .path, .value, .failed: true
    case .declined, .deny, .redirect: false
    }
  }

  /// Whether a guard or a host agrees by it.
  fileprivate var isAgreement: Bool {
    switch self {
    case .allow, .instruction(.done): true
    case .instruction, .merging, .declined, .tree, .path, .value, .deny, .redirect, .failed: false
    }
  }
}

extension PlanAnswer {
  /// The answer as a handler chain takes it; nil where it does not. Only a step of a walk can be merged or allowed.
  fileprivate init?(_ answer: Answer, isStep: Bool) {
    switch answer {
    case .instruction(let instruction): self = .instruction(instruction)
    case .declined: self = .declined
    case .merging(let instruction) where isStep: self = .instruction(instruction, merging: true)
    case .allow where isStep: self = .customary
    case .merging, .allow, .tree, .path, .value, .deny, .redirect, .failed: return nil
    }
  }
}

extension BuildAnswer {
  /// The answer as a build takes it; nil where it does not.
  fileprivate init?(_ answer: Answer) {
    switch answer {
    case .allow: self = .allow
    case .declined: self = .declined
    case .tree(let node): self = .tree(node)
    case .instruction, .merging, .path, .value, .deny, .redirect, .failed: return nil
    }
  }
}
