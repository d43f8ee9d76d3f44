// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Commands: one outstanding for each scene, so that their order is kept.
extension ClientSession {
  mutating func submit(_ command: consuming Command, timeoutMs: Int64, seals: Bool, at now: Instant) -> [Action] {
    guard index(of: command.id) == nil else { return ignore() }
    add(command, timeoutMs: timeoutMs, seals: seals, in: .waiting, at: now)
    return sendWaiting(at: now)
  }

  mutating func withdraw(_ command: consuming Command, timeoutMs: Int64, at now: Instant) -> [Action] {
    guard index(of: command.id) == nil else { return cancel(command.id, at: now) }
    add(command, timeoutMs: timeoutMs, seals: false, in: .cancelling, at: now)
    return [transmit(pending.count - 1, at: now)]
  }

  private mutating func add(
    _ command: consuming Command, timeoutMs: Int64, seals: Bool, in phase: Phase, at now: Instant
  ) {
    pending.append(
      Pending(
        id: command.id, scene: command.scene, keepsOrder: command.keepsOrder, isInsideAsk: command.within != nil,
        wantsAccepted: command.wantsAccepted, wantsAppeared: command.until == .appeared, message: .command(command),
        correlation: freshCorrelation(), timeoutMs: timeoutMs, seals: seals, phase: phase,
        giveUpAt: now.advanced(byMs: timeoutMs), backoff: freshBackoff()))
  }

  /// Sends every waiting command whose turn has come. One that shall not queue (`supersede`, `reject`), or that comes
  /// from inside an ask, does not wait for those before it: it is meant to meet them.
  ///
  /// - Parameter actions: What led to it, which is done before.
  private mutating func sendWaiting(after actions: [Action] = [], at now: Instant) -> [Action] {
    var actions = actions
    var occupied: Set<SceneName> = []
    for index in pending.indices {
      let (scene, keepsOrder) = (pending[index].scene, pending[index].keepsOrder)
      switch pending[index].phase {
      case .waiting where keepsOrder && occupied.contains(scene): continue
      case .waiting: actions.append(transmit(index, at: now))
      case .sent, .parked, .cancelling, .sealing: break
      }
      let isOutOfTheWay =
        pending[index].phase == .parked || pending[index].committed != nil || pending[index].isAccepted
      let isLast = index + 1 == pending.count
      if keepsOrder, !isOutOfTheWay, !isLast { occupied.insert(scene) }
    }
    return actions
  }

  /// Sends what the phase asks for, and sets the time of the next copy. Of the copies of a command, every second is a
  /// question instead, which finds out whether a gate has parked it.
  mutating func transmit(_ index: Int, at now: Instant) -> Action {
    if pending[index].phase == .waiting { pending[index].phase = .sent }
    pending[index].retryAt = now.advanced(byMs: pending[index].backoff.next())
    pending[index].sendings += 1
    pending[index].unanswered += 1
    let id = pending[index].id
    let isQuestion = pending[index].sendings > 2 && !pending[index].sendings.isMultiple(of: 2)
    let message: Message =
      switch pending[index].phase {
      case .waiting, .sent: isQuestion ? .query(Query(id: id.description)) : pending[index].message
      case .parked: .query(Query(id: id.description))
      case .cancelling: .cancel(Cancel(id: id))
      case .sealing: .query(Query(id: id.description, seal: true))
      }
    return .send(message, correlation: pending[index].correlation)
  }

  mutating func cancel(_ id: CommandID, at now: Instant) -> [Action] {
    guard let index = index(of: id) else { return ignore() }
    switch pending[index].phase {
    case .waiting: return end(index, .withdrawn, at: now)
    case .cancelling, .sealing: return []
    case .sent, .parked:
      pending[index].phase = .cancelling
      pending[index].backoff.reset()
      return [transmit(index, at: now)]
    }
  }

  /// The time of a command: given up, or sent again.
  mutating func expire(_ id: CommandID, at now: Instant) -> [Action] {
    guard let index = index(of: id) else { return [] }
    if pending[index].giveUpAt <= now {
      if case .outcome(var committed) = pending[index].committed {
        committed.appeared = false
        return end(index, .outcome(committed), at: now)
      }
      // No copy is under way and none was taken: it is known that nothing has happened.
      if let refusal = pending[index].refusal, pending[index].unanswered == 0 {
        return end(index, .refused(refusal), at: now)
      }
      guard pending[index].seals, pending[index].phase == .sent || pending[index].phase == .parked else {
        // What was never sent cannot have happened.
        return end(index, pending[index].phase == .waiting ? .withdrawn : .noOutcome, at: now)
      }
      pending[index].phase = .sealing
      pending[index].giveUpAt = now.advanced(byMs: pending[index].timeoutMs)
      pending[index].backoff.reset()
      return [transmit(index, at: now)]
    }
    if let retryAt = pending[index].retryAt, retryAt <= now { return [transmit(index, at: now)] }
    return []
  }

  mutating func end(_ index: Int, _ ending: Ending, at now: Instant) -> [Action] {
    let id = pending.remove(at: index).id
    return sendWaiting(after: [.ended(id, ending)], at: now)
  }

  /// The coordinator has not taken it: final, unless a later copy may fare better.
  mutating func refused(_ index: Int, _ error: ProtocolError, at now: Instant) -> [Action] {
    switch error.code {
    case .stopping, .full:
      pending[index].unanswered -= 1
      if pending[index].phase == .sent, error.code == .full { pending[index].refusal = error }
      return []
    case .unsupported, .malformed, .replaced, .nameTaken, .denied, .outsideWindow:
      return end(index, .refused(error), at: now)
    }
  }

  /// OUTCOME: the end, unless a copy was answered before the screens have appeared.
  mutating func learn(_ outcome: consuming Outcome, _ index: Int, at now: Instant) -> [Action] {
    let isTooEarly = pending[index].wantsAppeared && outcome.kind == .committed && outcome.appeared == nil
    let ending = Ending.outcome(outcome)
    guard isTooEarly else { return end(index, ending, at: now) }
    pending[index].committed = ending
    return sendWaiting(at: now)
  }

  /// STATUS of a command that is parked, sealed or withdrawn.
  mutating func learn(_ status: Status, _ index: Int, at now: Instant) -> [Action] {
    pending[index].unanswered -= 1
    if status.state != .notSeen { pending[index].refusal = nil }
    switch (pending[index].phase, status.state) {
    case (.sent, .parked), (.parked, .parked):
      pending[index].giveUpAt = now.advanced(byMs: pending[index].timeoutMs)
      // Each answer begins the patience anew, so the next question comes well before its end.
      let next = now.advanced(byMs: max(pending[index].timeoutMs / 3, 1))
      pending[index].retryAt = min(pending[index].retryAt ?? next, next)
      guard pending[index].phase == .sent else { return [] }
      pending[index].phase = .parked
      return sendWaiting(after: [.parked(pending[index].id)], at: now)
    case (.parked, .pending):
      pending[index].giveUpAt = now.advanced(byMs: pending[index].timeoutMs)
      pending[index].phase = .sent
      return []
    case (.sent, .notSeen), (.parked, .notSeen):
      // It was lost, or a restart has forgotten it: then the copy meets the gate again.
      pending[index].phase = .sent
      pending[index].sendings = 0
      return [transmit(index, at: now)]
    case (.sealing, .outsideWindow), (.parked, .outsideWindow):
      return end(index, .noOutcome, at: now)
    default:
      return []
    }
  }

  func index(of id: CommandID) -> Int? { pending.firstIndex { $0.id == id } }

  mutating func freshBackoff() -> Backoff { Backoff(firstMs: Self.retryMs, maxMs: 4000, seed: noise.next()) }

  /// How long the first retry waits at least, in ms.
  static let retryMs: Int64 = 250

  mutating func ignore() -> [Action] {
    ignored += 1
    return []
  }
}

/// Questions, and what comes from the coordinator.
extension ClientSession {
  mutating func ask(_ message: Message, _ correlation: Correlation, timeoutMs: Int64, at now: Instant) -> [Action] {
    var backoff = freshBackoff()
    questions[correlation] = Question(
      message: message, giveUpAt: now.advanced(byMs: timeoutMs), retryAt: now.advanced(byMs: backoff.next()),
      backoff: backoff)
    return [.send(message, correlation: correlation)]
  }

  mutating func expire(_ correlation: Correlation, at now: Instant) -> [Action] {
    guard var question = questions[correlation] else { return [] }
    if question.giveUpAt <= now {
      questions[correlation] = nil
      return [.unanswered(correlation)]
    }
    guard question.retryAt <= now else { return [] }
    question.retryAt = now.advanced(byMs: question.backoff.next())
    questions[correlation] = question
    return [.send(question.message, correlation: correlation)]
  }

  mutating func receive(_ message: Message, _ correlation: Correlation, at now: Instant) -> [Action] {
    switch message {
    case .outcome(let outcome):
      guard let index = index(of: outcome.id) else { return answer(correlation, message) }
      guard questions[correlation] != nil else { return learn(outcome, index, at: now) }
      return answer(correlation, message) + learn(outcome, index, at: now)
    case .accepted(let accepted):
      guard let index = index(of: accepted.id) else { return ignore() }
      if pending[index].isInsideAsk { return end(index, .accepted(accepted), at: now) }
      guard pending[index].wantsAccepted else { return ignore() }
      pending[index].isAccepted = true
      return sendWaiting(after: [.accepted(accepted)], at: now)
    case .status(let status):
      if let index = pending.firstIndex(where: { $0.id.description == status.id }),
        questions[correlation] == nil
      {
        return learn(status, index, at: now)
      }
      return answer(correlation, message)
    case .error(let error):
      if let index = pending.firstIndex(where: { $0.correlation == correlation }) {
        return refused(index, error, at: now)
      }
      if error.code == .stopping { return [] }
      return answer(correlation, message)
    case .snapshot, .report:
      return answer(correlation, message)
    case .command, .query, .cancel, .resume, .snapshotRequest, .inspect, .clear, .active, .hello, .register, .answer,
      .working,
      .abandoned, .appeared, .cannotShow, .pong, .bye, .welcome, .who, .registered, .ask, .settled, .workerState, .ping,
      .treeEvent, .arrival,
      .state, .update, .presence, .keepalive:
      return ignore()
    }
  }

  private mutating func answer(_ correlation: Correlation, _ message: Message) -> [Action] {
    guard questions.removeValue(forKey: correlation) != nil else { return ignore() }
    return [.answered(correlation, message)]
  }
}

extension Command {
  /// Whether it waits until the client's earlier command for the scene has ended.
  var keepsOrder: Bool { ifBusy == .queue && within == nil }
}
