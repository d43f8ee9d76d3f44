// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Asks: sending them, and what may come back (specification, state machine "Ask").
extension Coordinator {
  /// What became of the attempt to ask.
  enum Attempt {
    /// Sent; its answer, its deadline or its worker's death comes.
    case sent
    /// Dead or not registered.
    case absent
    /// Alive, but passed over, as if it had not answered.
    case silent
  }

  /// Puts a question of the chain. Returns the answer where nobody needs to be, or can be, asked.
  mutating func put(_ ask: PlanAsk, in name: SceneName) -> PlanAnswer? {
    guard let running = self[scene: name].running else { return .declined }
    let screen: AnyScreen
    let element: Element?
    let worker: WorkerName?
    switch ask.subject {
    case .element(let id):
      guard let found = running.plan.draft.element(id) else { return .declined }
      (screen, element) = (found.screen, found)
      worker = registry(name).routable(found.screen.name)?.worker
    case .installer:
      guard case .show(let asked) = ask.request.asShow else { return .declined }
      (screen, element) = (AnyScreen(asked), nil)
      worker = registry(name).installer(asked)
    }
    let question = Ask.Question.handle(ask.request)
    if let worker, let element, let answer = standingAnswer(of: worker, screen, to: ask.request, in: name) {
      note(question, screen.name, element.id, worker, .init(answer), ms: 0, standing: true, in: name)
      return .instruction(answer)
    }
    self[scene: name].running?.phase = .handling
    switch put(question, screen, element, worker, step: ask.step, in: name) {
    case .sent: return nil
    case .absent where ask.request.isStep, .silent where ask.request.isStep:
      let who = Outcome.Party(worker: worker, screen: screen.name, element: element?.id)
      endWalk(at: ask.request.description, who, died: worker.flatMap { session(of: $0) } == nil, in: name)
      return nil
    case .absent, .silent: return .declined
    }
  }

  /// The one who could take a step of a walk does not answer: the walk ends there.
  mutating func endWalk(at request: String, _ who: Outcome.Party, died: Bool, in name: SceneName) {
    if died {
      end(.failed(who: who, .died, code: nil), message: "the walk ends at '\(request)': its worker died", in: name)
    } else {
      end(.timedOut(phase: .step, who: who), message: "the walk ends at '\(request)': no answer in time", in: name)
    }
  }

  /// Puts a question to an element's own routable.
  mutating func put(_ question: Ask.Question, to element: Element, in name: SceneName) -> Attempt {
    put(question, element.screen, element, registry(name).routable(element.screen.name)?.worker, in: name)
  }

  /// The answer that a live routable has given beforehand.
  private func standingAnswer(
    of worker: WorkerName, _ screen: AnyScreen, to request: Request, in name: SceneName
  ) -> Instruction? {
    guard let session = session(of: worker), !session.isSuspect, !session.isOccupied(in: name),
      let routable = workers[worker]?.registration.routables[screen.name]
    else { return nil }
    return routable.standingAnswer(to: request)
  }

  /// Puts a question to a worker about a screen and its element, if it has one. `route` is the path that the ask shows;
  /// left out, the draft.
  mutating func put(
    _ question: Ask.Question, _ screen: AnyScreen, _ element: Element?, _ worker: WorkerName?, route: Path? = nil,
    step: DriveStep? = nil, in name: SceneName
  ) -> Attempt {
    guard var running = self[scene: name].running else { return .absent }
    let request = question.description
    let key = Transition.AskKey(request: request, screen: screen.name, element: element?.id)
    guard let worker else {
      note(question, screen.name, element?.id, nil, .unregistered, ms: 0, in: name)
      return .absent
    }
    guard let session = session(of: worker) else {
      note(question, screen.name, element?.id, worker, .died, ms: 0, in: name)
      return .absent
    }
    let isRepeated = running.askedKeys.contains(key) && question.isAskedOnce
    if session.isSuspect || session.isOccupied(in: name) || running.asked.count >= Limits.asksMax
      || (isRepeated && wasUnanswered(key, in: running))
    {
      note(question, screen.name, element?.id, worker, .skipped, ms: 0, in: name)
      return .silent
    }
    running.askedKeys.insert(key)
    let routable = workers[worker]?.registration.routables[screen.name]
    let ownMs = Self.clamped(ms: routable?.askMs ?? (question == .leave ? settings.guardMs : settings.askMs))
    let deadline = min(now.advanced(byMs: ownMs), running.errand.deadline)
    let token = AskToken(epoch: epoch, number: nextAsk)
    nextAsk += 1
    running.open = Transition.OpenAsk(
      token: token, connection: session.connection, worker: worker, request: request, screen: screen.name,
      element: element?.id,
      isStep: step != nil, sent: now, deadline: deadline,
      latest: min(
        now.advanced(byMs: max(ownMs, min(routable?.workingMaxMs ?? settings.workingMaxMs, settings.workingMaxMs))),
        running.errand.deadline))
    self[scene: name].running = running
    sessions[session.connection]?.asks[token] = Session.SessionAsk(
      scene: name, state: .open, depth: running.errand.command.depth)
    workers[worker]?.asks += 1
    counters.asks += 1
    let draft = route ?? (question == .host ? running.goal : running.plan.draft).root
    var message = Ask(
      token: token, command: running.errand.id, scene: name, revision: self[scene: name].revision,
      question: question, screen: screen, element: element?.id,
      isDraft: element.map { running.base.element($0.id)?.screen.name != $0.screen.name } ?? false,
      route: draft, context: running.errand.command.context, animated: running.errand.command.animated,
      deadlineMs: max(1, Int64(deadline.ms(since: now))), depth: running.errand.command.depth)
    message.step = step
    send(.ask(message), to: session)
    return .sent
  }

  /// Whether the same question was put before and nobody answered: a worker that comes back from a crash is not asked
  /// again what it died of.
  private func wasUnanswered(_ key: Transition.AskKey, in running: Transition) -> Bool {
    running.asked.contains {
      $0.request == key.request && $0.screen == key.screen && $0.element == key.element
        && ($0.answer == .died || $0.answer == .noAnswer)
    }
  }

  /// Adds a line to the trace.
  private mutating func note(
    _ question: Ask.Question, _ screen: ScreenName, _ element: ElementID?, _ worker: WorkerName?,
    _ answer: Asked.Answer, ms: Double, standing: Bool = false, in name: SceneName
  ) {
    self[scene: name].running?.asked.append(
      Asked(
        request: question.description, screen: screen, element: element, worker: worker, answer: answer, ms: ms,
        standing: standing))
  }

  /// Closes the open ask of the running transition with a line in its trace.
  private mutating func close(
    _ ask: Transition.OpenAsk, _ answer: Asked.Answer, message: String? = nil, in name: SceneName
  ) {
    self[scene: name].running?.open = nil
    let line = Asked(
      request: ask.request, screen: ask.screen, element: ask.element, worker: ask.worker, answer: answer,
      ms: now.ms(since: ask.sent), message: message)
    self[scene: name].running?.asked.append(line)
  }

  /// ANSWER.
  mutating func take(_ message: AnswerMessage, from peer: Peer) {
    guard let session = known(peer) else { return }
    guard let ask = session.asks[message.token] else {
      counters.lateAnswers += 1
      return
    }
    switch ask.state {
    case .answered: counters.lateAnswers += 1
    case .late:
      sessions[peer.connection]?.asks[message.token] = nil
      workers[session.worker]?.lateAnswers += 1
    case .open:
      guard let open = scenes[ask.scene]?.running?.open, open.token == message.token else {
        preconditionFailure("\(message.token) is open in its session and not in scene \(ask.scene)")
      }
      workers[session.worker]?.note(answerMs: now.ms(since: open.sent))
      switch message.answer {
      case .declined, .deny, .redirect:
        sessions[peer.connection]?.asks[message.token] = nil
      case .instruction, .merging, .allow, .tree, .path, .failed:
        sessions[peer.connection]?.asks[message.token]?.state = .answered
        self[scene: ask.scene].running?.answered.append(.init(token: message.token, worker: session.worker))
      }
      close(open, .init(message.answer), message: message.answer.message, in: ask.scene)
      apply(message.answer, to: open, in: ask.scene)
    }
  }

  /// WORKING: moves the ask's deadline, at most to what is registered and to the transition's end.
  mutating func extend(_ working: Working, from peer: Peer) {
    guard let session = known(peer), let ask = session.asks[working.token], ask.state == .open,
      let open = scenes[ask.scene]?.running?.open, open.token == working.token
    else { return }
    let wanted = now.advanced(byMs: min(max(working.ms, 0), Limits.deadlineMsMax))
    let deadline = max(open.deadline, min(wanted, open.latest))
    self[scene: ask.scene].running?.open?.deadline = deadline
  }

  /// ABANDONED: a cancelled handler has ended; the session can be asked again.
  mutating func free(_ token: AskToken, from peer: Peer) {
    guard let session = known(peer), session.asks[token]?.state == .late else { return }
    sessions[peer.connection]?.asks[token] = nil
  }

  /// The deadline of an open ask has passed: cancelled, and the next one is asked.
  mutating func miss(_ open: Transition.OpenAsk, in name: SceneName) {
    cancelOpen(open)
    close(open, .noAnswer, in: name)
    applySilence(of: open, died: false, in: name)
  }

  /// The session of an open ask is over.
  mutating func bury(_ open: Transition.OpenAsk, in name: SceneName) {
    close(open, .died, in: name)
    applySilence(of: open, died: true, in: name)
  }

  private mutating func cancelOpen(_ open: Transition.OpenAsk) {
    guard let session = sessions[open.connection] else { return }
    sessions[open.connection]?.asks[open.token]?.state = .late
    send(.settled(Settled(token: open.token, used: false)), to: session)
  }

  /// Tells everybody who was asked what became of it; each ask that is not closed gets exactly one verdict.
  mutating func settle(_ transition: Transition, used: Bool) {
    if let open = transition.open { cancelOpen(open) }
    for answered in transition.answered {
      if used { remember(used: answered.token) }
      guard let session = session(of: answered.worker) else { continue }
      sessions[session.connection]?.asks[answered.token] = nil
      send(.settled(Settled(token: answered.token, used: used)), to: session)
    }
  }

  private mutating func remember(used token: AskToken) {
    usedTokens.append(token)
    if usedTokens.count > 2 * Limits.usedTokensMax { usedTokens.removeFirst(Limits.usedTokensMax) }
  }
}

extension Request {
  /// An installer is asked for the name that it shall install, whichever request led to it.
  var asShow: Request {
    switch self {
    case .show(let name), .install(let name), .change(_, let name): .show(name)
    case .hide, .back, .toChild, .toParent, .toSelf: self
    }
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
    case .deny: self = .deny
    case .redirect: self = .redirect
    case .failed: self = .failed
    }
  }
}

extension Answer {
  /// The worker's own words, where it has some.
  var message: String? {
    switch self {
    case .deny(_, let message), .failed(_, let message): message
    case .instruction, .merging, .declined, .allow, .tree, .path, .redirect: nil
    }
  }
}

extension Ask.Question {
  /// Whether it is asked once only where nobody answered. Every reader of a connection is asked the same.
  fileprivate var isAskedOnce: Bool {
    switch self {
    case .handle(.back), .parse: false
    case .handle, .leave, .host, .build: true
    }
  }
}
