// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Gates that redirect: the command is parked, another verb comes first, and RESUME plans the command again
/// (specification, section "Gates").
extension Scene {
  /// Parks the command of a transition that has ended, and puts the verb of the gate at the head of the queue.
  ///
  /// - Parameter task: The task that the gate is on the way to a destination, if it is one.
  mutating func park(
    _ transition: Transition, at gate: Outcome.Party, _ task: String?, first verb: Verb, within time: Duration,
    in world: World, _ turn: inout Turn
  ) {
    let errand = transition.errand
    // An answer that names no time leaves it to the configuration.
    let ms = time.ms == Settings.usualParkedMs ? world.settings.parkedMs : time.ms
    supersedeParked(at: gate, task, by: errand, in: world, &turn)
    let verb = gate.element.map { verb.aiming(at: $0) } ?? verb
    let redirect = makeErrand(verb, as: .redirect(parked: errand.id), in: world, &turn) { command, times in
      command.depth = errand.depth + 1
      command.because = Self.reason(of: gate, redirecting: errand, in: world)
      command.animated = errand.isAnimated
      times.deadline = world.times(of: command).deadline
      times.hostWaitMs = errand.hostWaitMs
    }
    turn.ledger.change(errand.key) { $0.state = .parked }
    queue.append(
      .init(
        errand: errand, reason: .gate(.init(party: gate, task: task, redirect: redirect.id, uid: errand.origin.uid)),
        asked: transition.asked, until: world.time.advanced(byMs: World.clamped(ms: ms))))
    turn.counters.parked += 1
    let status = Status(id: errand.id.description, state: .parked)
    for peer in turn.ledger[errand.key]?.attached ?? [] where !peer.takesOneAnswer {
      turn.reply(.status(status), to: peer)
    }
    queue.prepend(redirect)
  }

  /// Why a verb comes first, for people: which gate wants it, and before what.
  private static func reason(of gate: Outcome.Party, redirecting errand: Errand, in world: World) -> String {
    let verb = errand.verbText(in: world).shortened(bytesMax: verbBytesMax, countsEllipsis: true)
    return "\(gate.worker?.rawValue ?? "the coordinator") redirects '\(verb)' of \(errand.origin.name)"
  }

  /// A second command at the same gate supersedes the first; past the share of its user the user's oldest gives way. What a gate
  /// wants first does not take the place of the command that waits for it.
  private mutating func supersedeParked(
    at gate: Outcome.Party, _ task: String?, by errand: Errand, in world: World, _ turn: inout Turn
  ) {
    let waitingForIt = commands(waitingFor: errand)
    var giveWay = queue.takeAll { parked in
      guard let other = parked.reason.gate else { return false }
      return other.party == gate && other.task == task && !waitingForIt.contains(parked.errand.id)
    }
    if giveWay.isEmpty, queue.share(of: errand.user, capacity: Limits.parkedMax, where: \.isGate).isFull {
      let oldest = queue.takeFirst {
        $0.reason.isGate && $0.errand.user == errand.user && !waitingForIt.contains($0.errand.id)
      }
      giveWay = oldest.map { [$0] } ?? []
    }
    for parked in giveWay { decide(parked, Ending(.superseded(by: errand.id)), in: world, &turn) }
  }

  /// The commands that gates have parked until this one has ended: that for which it comes first, and so on.
  private func commands(waitingFor errand: Errand) -> Set<CommandID> {
    var found: Set<CommandID> = []
    var next = errand.parkedID
    while let id = next, found.insert(id).inserted {
      next = queue.waiting.first { $0.errand.id == id }?.errand.parkedID
    }
    return found
  }

  /// Ends a command that was taken from the queue; if a gate had parked it, then with what the gate wanted first.
  mutating func decide(
    _ waiting: SceneQueue.Waiting, _ ending: Ending, in world: World, _ turn: inout Turn
  ) {
    decide(waiting.errand, ending, asked: waiting.asked, in: world, &turn)
    if let gate = waiting.reason.gate { withdrawRedirect(of: gate, in: world, &turn) }
  }

  /// Forgets a command of the coordinator itself that was taken from the queue, and of which nobody hears; if a gate had parked it, then
  /// with what the gate wanted first.
  mutating func drop(_ waiting: SceneQueue.Waiting, in world: World, _ turn: inout Turn) {
    turn.ledger.remove(waiting.errand.key)
    if let gate = waiting.reason.gate { withdrawRedirect(of: gate, in: world, &turn) }
  }

  /// The command that a gate had parked has left it, so nobody waits for what the gate wanted first: that ends, unless it has
  /// committed. One that runs in steps ends after the one that is under way.
  private mutating func withdrawRedirect(of gate: SceneQueue.Gate, in world: World, _ turn: inout Turn) {
    if let redirect = queue.take(gate.redirect) {
      // Another gate may have parked it.
      decide(redirect, Ending(.cancelled), in: world, &turn)
    } else if running?.errand.id == gate.redirect {
      interrupt(.cancelled, in: world, &turn)
    }
  }

  /// The verb of a gate has ended: where the route is not as the gate wanted, the parked command is vetoed. The verb of a gate that
  /// parked the command before says nothing of where it waits now.
  mutating func settleParked(
    _ id: CommandID, after outcome: Outcome, of redirect: Errand, in world: World, _ turn: inout Turn
  ) {
    guard !outcome.isAsAsked, let gate = gate(of: id), gate.redirect == redirect.id, let parked = queue.take(id)
    else { return }
    let message = Self.words(of: outcome, ending: redirect, in: world)
    decide(
      parked.errand, Ending(.vetoed(by: gate.party, .redirected, code: nil), message: message), asked: parked.asked,
      in: world, &turn)
  }

  /// What the sender of a parked command hears of the end of its gate's verb. A verb that another gate had parked has these words already:
  /// they tell the innermost verb, and are told once, however many gates stand before it.
  private static func words(of outcome: Outcome, ending redirect: Errand, in world: World) -> String {
    // A verb with revisions was refused by its gate, not parked.
    if case .vetoed(_, .redirected, _) = outcome.kind, outcome.revisions.isEmpty, let innermost = outcome.message {
      return innermost
    }
    let verb = redirect.verbText(in: world).shortened(bytesMax: verbBytesMax, countsEllipsis: true)
    let reason = outcome.reason.map { " (\($0))" } ?? ""
    return "what had to come first (\(verb)) ended \(outcome.word)\(reason)" + (outcome.message.map { ": \($0)" } ?? "")
  }

  /// The gate that parked the command, if one did.
  func gate(of id: CommandID) -> SceneQueue.Gate? {
    queue.waiting.lazy.filter { $0.errand.id == id }.compactMap(\.reason.gate).first
  }

  /// RESUME: plans a parked command again, at the head of the queue.
  mutating func resume(_ id: CommandID, in world: World, _ turn: inout Turn) {
    guard let gate = gate(of: id), let parked = queue.take(id) else { return }
    withdrawRedirect(of: gate, in: world, &turn)
    var errand = parked.errand
    guard let command = errand.command else { preconditionFailure("\(id) is parked, and has no command") }
    errand.deadline = world.times(of: command).deadline
    errand.hasSuperseded = false
    // At the gate it had a place of another kind.
    errand.hasLinkPlace = false
    turn.ledger.change(errand.key) { $0.state = .waiting }
    queue.prepend(errand, asked: parked.asked)
  }
}

extension SceneQueue.Reason {
  fileprivate var gate: SceneQueue.Gate? {
    if case .gate(let gate) = self { gate } else { nil }
  }
}
