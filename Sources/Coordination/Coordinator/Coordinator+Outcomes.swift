// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What may be said about a command later: queries, cancels and resumes (specification, state machine "Command").
extension Coordinator {
  /// QUERY: read-only unless it seals.
  mutating func answer(_ query: Query, from peer: Peer) {
    let whole = CommandID(query.id)
    if query.seal, let whole, let error = sealError(of: whole, turn.ledger.key(of: whole), to: peer) {
      turn.reply(.error(error), to: peer)
      return
    }
    // A query that seals must name the command whole: an ending might fit another one. Ids are compared, not texts: a client alone
    // spells the id of its first command.
    let matches: [CommandID]? = query.seal ? [whole].compactMap(\.self) : turn.ledger.matching(query.id)
    guard let matches, matches.count <= 1 else {
      turn.reply(.status(Status(id: query.id, state: .ambiguous)), to: peer)
      return
    }
    if let id = matches.first, let entry = turn.ledger[id] {
      turn.reply(entry.outcome.map { .outcome(told($0)) } ?? entry.report, to: peer)
      return
    }
    guard let id = whole else {
      let message = "'\(query.id)' is neither a command id nor an ending of one"
      turn.reply(.error(ProtocolError(.malformed, message)), to: peer)
      return
    }
    if turn.ledger.isBelowFloor(turn.ledger.key(of: id)) {
      turn.reply(.status(Status(id: query.id, state: .outsideWindow)), to: peer)
    } else if query.seal {
      seal(id, .failed(who: .coordinator, .lost, code: nil), from: peer)
    } else {
      turn.reply(.status(Status(id: query.id, state: .notSeen)), to: peer)
    }
  }

  /// Gives an unseen id an outcome for good, so that a late first copy can never run.
  private mutating func seal(_ id: CommandID, _ kind: Outcome.Kind, from peer: Peer) {
    if let error = admissionError(id, turn.ledger.key(of: id), from: peer) {
      turn.reply(.error(error), to: peer)
      return
    }
    // No body is known: each body under this id has this outcome.
    let scene: SceneName = "main"
    let decided = DecidedOutcome(
      Outcome(
        id, kind, message: "sealed before it was seen", scene: scene, on: scenes.slot(scene).map { scenes[$0].stage },
        in: world))
    let key = turn.ledger.open(id, bodyHash: Ledger.anyBody, scene: scene, from: peer, isAwaited: false)
    let remembered = turn.ledger.remembered(decided, of: turn.ledger.user(of: key))
    let record = DecidedRecord(
      outcome: remembered.outcome, bodyHash: Ledger.anyBody, verb: "", origin: Origin(of: id, peer),
      owner: turn.ledger.owner(of: key))
    turn.record(.decided(record))
    _ = turn.ledger.decide(key, remembered, at: world.time)
    turn.reply(decided.message, to: peer)
  }

  /// Why a peer cannot end a command: it belongs to another user, and root may end each.
  private func sealError(of id: CommandID, _ key: Ledger.Key?, to peer: Peer) -> ProtocolError? {
    peer.uid == 0 ? nil : ownershipError(of: id, key, to: peer)
  }

  /// CANCEL: ends the command, if it has not ended; an unseen one is sealed.
  mutating func cancel(_ id: CommandID, from peer: Peer) {
    let key = turn.ledger.key(of: id)
    if let error = sealError(of: id, key, to: peer) {
      turn.reply(.error(error), to: peer)
      return
    }
    guard let key, let entry = turn.ledger[key] else {
      seal(id, .cancelled, from: peer)
      return
    }
    if let outcome = entry.outcome {
      turn.reply(.outcome(told(outcome)), to: peer)
      return
    }
    attach(peer, to: key)
    guard let slot = scenes.slot(entry.scene) else { return }
    scenes[slot].cancel(id, in: world, &turn)
  }

  /// RESUME: plans a parked command again. Comes from the worker of the gate or from the sender of the command.
  mutating func resume(_ resume: Resume, from peer: Peer) {
    let key = turn.ledger.key(of: resume.id)
    if let error = ownershipError(of: resume.id, key, to: peer) {
      turn.reply(.error(error), to: peer)
      return
    }
    let bodyHash = resume.target.stableHash
    if let entry = turn.ledger[resume.id] {
      if entry.bodyHash != bodyHash, entry.bodyHash != Ledger.anyBody {
        refuseReuse(of: resume.id, in: entry.scene, to: peer)
      } else if let outcome = entry.outcome {
        turn.reply(.outcome(told(outcome)), to: peer)
      }
      return
    }
    if let error = admissionError(resume.id, key, from: peer) {
      turn.reply(.error(error), to: peer)
      return
    }
    let known = turn.ledger[resume.target]?.scene
    let scene = known ?? "main"
    let place = turn.ledger.open(resume.id, bodyHash: bodyHash, scene: scene, from: peer)
    let errand = Errand(
      resume.id, place, of: turn.ledger.user(of: place), .resume(resume.target), origin: Origin(of: resume.id, peer),
      bodyHash: bodyHash, Errand.Times(deadline: world.time, hostWaitMs: 0), in: scene, at: world.time)
    let slot = scenes.slot(scene)
    if let slot {
      scenes[slot].goOn(in: world, &turn)
      // What the rule of the scene has begun gives way, also where it is the parked command itself.
      if known != nil { scenes[slot].noteActivity(by: resume.id, in: world, &turn) }
    }
    guard let slot, let gate = scenes[slot].gate(of: resume.target) else {
      let ending = Ending(.rejected(.notParked), message: "\(resume.target) is not parked")
      turn.end(errand, ending, on: slot.map { scenes[$0].stage }, in: world)
      return
    }
    guard mayResume(peer, gate) else {
      let message = "only the gate's worker and the command's sender may resume it"
      turn.end(errand, Ending(.rejected(.denied), message: message), on: scenes[slot].stage, in: world)
      return
    }
    turn.end(
      errand, Ending(.unchanged(.same), message: "\(resume.target) goes on"), on: scenes[slot].stage, in: world)
    scenes[slot].resume(resume.target, in: world, &turn)
    scenes[slot].advance(in: world, &turn)
  }

  /// A remembered outcome as it is told again: one that changed nothing with the path of its revision, as long as the scene
  /// is there.
  func told(_ outcome: Outcome) -> Outcome {
    guard outcome.changedNothing, outcome.path.path.elements.isEmpty, let slot = scenes.slot(outcome.scene),
      scenes[slot].stage.revision == outcome.revision
    else { return outcome }
    var outcome = outcome
    outcome.path = scenes[slot].stage.placed(in: world)
    return outcome
  }

  private func mayResume(_ peer: Peer, _ gate: SceneQueue.Gate) -> Bool {
    if let worker = worker(of: peer), world.workers[worker].name == gate.party.worker { return true }
    return peer.uid != nil && (peer.uid == gate.uid || peer.uid == 0)
  }
}

extension Ledger.Entry {
  /// The answer to a query.
  fileprivate var report: Message {
    switch state {
    case .decided(let remembered, _): remembered.message
    case .waiting, .running: .status(Status(id: id.description, state: .pending, revisions: revisions))
    case .parked: .status(Status(id: id.description, state: .parked, revisions: revisions))
    }
  }
}
