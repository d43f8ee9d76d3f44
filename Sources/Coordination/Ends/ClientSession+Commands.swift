// SPDX-License-Identifier: Apache-2.0

import DequeModule
import RouteModel

/// Commands: one outstanding for each scene, so that their order is kept.
extension ClientSession {
  mutating func submit(_ command: consuming Command, timeoutMs: Int64, seals: Bool, at now: Instant) -> [Action] {
    if let index = index(of: command.id) {
      share(index, timeoutMs: timeoutMs, seals: seals, at: now)
      return []
    }
    // One that shall not queue (`supersede`, `reject`), or that comes from inside an ask, does not wait for those before it: it
    // is meant to meet them.
    let (scene, keepsOrder) = (command.scene, command.keepsOrder)
    let index = add(command, timeoutMs: timeoutMs, seals: seals, in: .waiting, at: now)
    let actions = keepsOrder ? sendNext(in: scene, at: now) : transmit(index, at: now)
    look(at: index)
    return actions
  }

  mutating func withdraw(_ command: consuming Command, timeoutMs: Int64, at now: Instant) -> [Action] {
    guard index(of: command.id) == nil else { return cancel(command.id, at: now) }
    let index = add(command, timeoutMs: timeoutMs, seals: false, in: .cancelling, at: now)
    let actions = transmit(index, at: now)
    look(at: index)
    return actions
  }

  /// Whether a command of this id has not ended that asks for something else: what becomes of it is nothing that this one's sender
  /// may take for an answer (specification, section "Command ids").
  package func holdsAnother(_ command: Command) -> Bool {
    guard let index = index(of: command.id), case .command(let first) = pending[index].message else { return false }
    return first.bodyHash != command.bodyHash
  }

  /// Somebody else waits for the same command: it has the longest of their times, and is sealed if one of them wants that.
  private mutating func share(_ index: Int, timeoutMs: Int64, seals: Bool, at now: Instant) {
    pending[index].giveUpAt = max(pending[index].giveUpAt, now.advanced(byMs: timeoutMs))
    pending[index].timeoutMs = max(pending[index].timeoutMs, timeoutMs)
    pending[index].seals = pending[index].seals || seals
  }

  private mutating func add(
    _ command: consuming Command, timeoutMs: Int64, seals: Bool, in phase: Phase, at now: Instant
  ) -> Int {
    let correlation = freshCorrelation()
    note(command.id, correlation)
    let index = pending.insert(
      Pending(
        id: command.id, scene: command.scene, keepsOrder: command.keepsOrder, isInsideAsk: command.within != nil,
        wantsAccepted: command.wantsAccepted, wantsAppeared: command.until == .appeared,
        wasGivenUp: givenUp.mayHold(command.id), message: .command(command), correlation: correlation,
        timeoutMs: timeoutMs, seals: seals, phase: phase,
        giveUpAt: now.advanced(byMs: timeoutMs), backoff: freshBackoff()), correlation)
    updateLine(index)
    return index
  }

  /// Sends the command of a scene whose turn has come: none before it is under way, and the scene's queue has a place for it.
  ///
  /// - Parameter actions: What led to it, which is done before.
  mutating func sendNext(in scene: SceneName, after actions: [Action] = [], at now: Instant) -> [Action] {
    guard let next = nextInLine(scene), let index = index(of: next), pending[index].phase == .waiting else {
      return actions
    }
    return actions.isEmpty ? transmit(index, at: now) : actions + transmit(index, at: now)
  }

  /// Where a copy from before has been taken, one that waits is in nobody's way, and hears of the rest.
  mutating func sendIfWaiting(_ index: Int, at now: Instant) -> [Action] {
    pending[index].phase == .waiting ? transmit(index, at: now) : []
  }

  /// Sends what the phase asks for, and sets the time of the next copy; where there is no room, as soon as there is. Of the copies
  /// of a command, every second is a question instead, which finds out whether a gate has parked it.
  mutating func transmit(_ index: Int, at now: Instant) -> [Action] {
    if pending[index].phase == .waiting { pending[index].phase = .sent }
    guard takesRoom(for: pending[index].correlation) else {
      pending[index].retryAt = nil
      return []
    }
    pending[index].retryAt = now.advanced(byMs: pending[index].backoff.next())
    pending[index].noteSending()
    look(at: index)
    let id = pending[index].id
    let isQuestion = pending[index].sendings > 2 && !pending[index].sendings.isMultiple(of: 2)
    let message: Message =
      switch pending[index].phase {
      case .waiting, .sent: isQuestion ? .query(Query(id: id.description)) : pending[index].message
      case .parked: .query(Query(id: id.description))
      case .cancelling: .cancel(Cancel(id: id))
      case .sealing: .query(Query(id: id.description, seal: true))
      }
    return [.send(message, correlation: pending[index].correlation)]
  }

  mutating func cancel(_ id: CommandID, at now: Instant) -> [Action] {
    guard let index = index(of: id) else { return ignore() }
    switch pending[index].phase {
    case .waiting where !pending[index].wasGivenUp: return [endWaiting(index)]
    case .cancelling, .sealing: return []
    case .waiting, .sent, .parked:
      pending[index].phase = .cancelling
      updateLine(index)
      pending[index].backoff.reset()
      return transmit(index, at: now)
    }
  }

  /// Ends a command that was never sent, or has committed by a copy from before. Nobody's turn comes by that.
  mutating func endWaiting(_ index: Int) -> Action {
    let command = remove(index)
    return .ended(command.id, command.unappeared ?? .withdrawn)
  }

  private mutating func remove(_ index: Int) -> Pending {
    let command = pending.remove(at: index)
    forget(command.id)
    leaveLine(command)
    letGo(command.correlation)
    return command
  }

  /// The time of a command that was sent: given up, or sent again.
  mutating func expire(_ index: Int, at now: Instant) -> [Action] {
    if pending[index].giveUpAt <= now {
      if let unappeared = pending[index].unappeared { return end(index, unappeared, at: now) }
      // No copy is under way and none was taken: it is known that nothing has happened.
      if let refusal = pending[index].refusal, pending[index].unanswered == 0, !pending[index].wasGivenUp {
        return end(index, .refused(refusal), at: now)
      }
      guard pending[index].seals, pending[index].phase != .cancelling, pending[index].phase != .sealing else {
        return end(index, .noOutcome, at: now)
      }
      pending[index].phase = .sealing
      updateLine(index)
      pending[index].giveUpAt = now.advanced(byMs: pending[index].timeoutMs)
      pending[index].backoff.reset()
      return transmit(index, at: now)
    }
    if let retryAt = pending[index].retryAt, retryAt <= now { return transmit(index, at: now) }
    return []
  }

  mutating func end(_ index: Int, _ ending: Ending, at now: Instant) -> [Action] {
    let command = remove(index)
    switch ending {
    case .noOutcome: givenUp.add(command.id)
    case .outcome: givenUp.remove(command.id)
    // These tell nothing of an earlier copy.
    case .accepted, .refused, .withdrawn: break
    }
    return sendNext(in: command.scene, after: [.ended(command.id, ending)], at: now)
  }

  /// The coordinator has not taken it: final, unless a later copy may fare better.
  mutating func refused(_ index: Int, _ error: ProtocolError, at now: Instant) -> [Action] {
    switch error.code {
    case .stopping, .full:
      pending[index].noteAnswer()
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
    updateLine(index)
    return sendNext(in: pending[index].scene, after: sendIfWaiting(index, at: now), at: now)
  }

  /// STATUS of a command that is parked, sealed or withdrawn.
  mutating func learn(_ status: Status, _ index: Int, at now: Instant) -> [Action] {
    pending[index].noteAnswer()
    if status.state != .notSeen { pending[index].refusal = nil }
    switch (pending[index].phase, status.state) {
    case (.sent, .parked), (.parked, .parked):
      pending[index].giveUpAt = now.advanced(byMs: pending[index].timeoutMs)
      // Each answer begins the patience anew, so the next question comes well before its end.
      let next = now.advanced(byMs: max(pending[index].timeoutMs / 3, 1))
      pending[index].retryAt = min(pending[index].retryAt ?? next, next)
      look(at: index)
      guard pending[index].phase == .sent else { return [] }
      pending[index].phase = .parked
      updateLine(index)
      return sendNext(in: pending[index].scene, after: [.parked(pending[index].id)], at: now)
    case (.parked, .pending):
      pending[index].giveUpAt = now.advanced(byMs: pending[index].timeoutMs)
      pending[index].phase = .sent
      updateLine(index)
      return []
    case (.sent, .notSeen), (.parked, .notSeen):
      // It was lost, or a restart has forgotten it: then the copy meets the gate again.
      pending[index].phase = .sent
      updateLine(index)
      pending[index].sendings = 0
      return transmit(index, at: now)
    case (.sealing, .outsideWindow), (.parked, .outsideWindow):
      return end(index, .noOutcome, at: now)
    default:
      return []
    }
  }

  mutating func freshBackoff() -> Backoff { Backoff(firstMs: Self.retryMs, maxMs: 4000, seed: noise.next()) }

  /// How long the first retry waits at least, in ms.
  static let retryMs: Int64 = 250

  mutating func ignore() -> [Action] {
    ignored += 1
    return []
  }
}

extension Command {
  /// Whether it waits until the client's earlier command for the scene has ended.
  var keepsOrder: Bool { ifBusy == .queue && within == nil }
}
