// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Admission of commands, and what may be said about them later: copies, queries, cancels and resumes
/// (specification, state machine "Command").
extension Coordinator {
  /// CMD: admits a command, or attaches a copy of it.
  mutating func admit(_ command: Command, from peer: Peer) {
    let bodyHash = command.bodyHash
    forget(below: command.ackedBelow, of: command.id.client)
    if let entry = ledger[command.id] {
      attach(peer, to: command, entry: entry, bodyHash: bodyHash)
      return
    }
    if let error = admissionError(command.id) {
      reply(.error(error), to: peer)
      return
    }
    var errand = Errand(
      command: command, origin: origin(of: command.id, peer), cause: .command, bodyHash: bodyHash, admitted: now,
      deadline: deadline(of: command),
      hostWaitMs: settings.hostWaitMs)
    ledger[command.id] = Ledger.Entry(state: .waiting, bodyHash: bodyHash, scene: command.scene, attached: [peer])
    counters.commands += 1
    if let token = command.within {
      guard let ask = sessions[peer.connection]?.asks[token], ask.state != .late else {
        decide(errand, .rejected(.askClosed), message: "the ask \(token) is over; its handler must not navigate")
        return
      }
      errand.command.depth = max(command.depth, ask.depth + 1)
    }
    if errand.command.depth > Limits.depthMax {
      decide(errand, .rejected(.tooDeep), message: "more than \(Limits.depthMax) causes lie before this command")
      return
    }
    if let refusal = Self.refusal(of: command) {
      decide(errand, .rejected(refusal.reason), message: refusal.message)
      return
    }
    guard open(command.scene, for: errand) else { return }
    enqueue(errand)
    if command.within != nil || command.wantsAccepted { tellAccepted(command.id, to: peer) }
    advance(command.scene)
  }

  /// A copy of a known command: attach to it, or send its outcome again.
  private mutating func attach(_ peer: Peer, to command: Command, entry: Ledger.Entry, bodyHash: UInt64) {
    guard entry.bodyHash == bodyHash || entry.bodyHash == Ledger.anyBody else {
      refuseReuse(of: command.id, in: command.scene, to: peer)
      return
    }
    if let outcome = entry.outcome {
      reply(.outcome(outcome), to: peer)
      return
    }
    wait(peer, for: command.id)
    if command.within != nil || command.wantsAccepted { tellAccepted(command.id, to: peer) }
  }

  /// Not recorded: the id belongs to the first command, whose outcome stands.
  private mutating func refuseReuse(of id: CommandID, in scene: SceneName, to peer: Peer) {
    let message = "this id belongs to another command; take a fresh one"
    reply(.outcome(outcome(of: id, .rejected(.idReused), scene: scene, message: message)), to: peer)
  }

  /// Remembers that a peer waits for the outcome; the oldest gives way past the limit.
  private mutating func wait(_ peer: Peer, for id: CommandID) {
    ledger[id]?.attached.removeAll { $0 == peer }
    ledger[id]?.attached.append(peer)
    if let count = ledger[id]?.attached.count, count > Limits.attachedMax { ledger[id]?.attached.removeFirst() }
  }

  private mutating func tellAccepted(_ id: CommandID, to peer: Peer) {
    guard let entry = ledger[id], !entry.isDecided, let scene = scenes[entry.scene] else { return }
    let ahead = scene.running == nil ? 0 : 1
    let place = scene.queue.firstIndex { $0.id == id }.map { $0 + ahead } ?? 0
    reply(.accepted(Accepted(id: id, place: place)), to: peer)
  }

  /// Why no new id can be taken; such a refusal consumes none.
  private mutating func admissionError(_ id: CommandID) -> ProtocolError? {
    if ledger.isBelowFloor(id) {
      counters.outsideWindow += 1
      return ProtocolError(.outsideWindow, "\(id) was acknowledged by its client; its outcome is no longer known")
    }
    if id.client == internalClient {
      return ProtocolError(.denied, "'\(id.client)' names the commands of the coordinator itself")
    }
    if isStopping { return ProtocolError(.stopping, "the coordinator is ending; send it again to the next one") }
    ledger.prune(at: now)
    if ledger.isFull {
      counters.full += 1
      return ProtocolError(.full, "\(Limits.windowMax) outcomes are remembered for retries; try again later")
    }
    return nil
  }

  private mutating func forget(below floor: UInt64, of client: String) {
    let forgotten = ledger.acknowledge(client: client, below: floor, at: now)
    if !forgotten.isEmpty { actions.append(.record(.forgotten(forgotten))) }
  }

  /// When a command that begins its way now has to be over.
  private func deadline(of command: Command) -> Instant {
    let usual = if case .open = command.verb { settings.startHostWaitMs } else { settings.transitionMs }
    return now.advanced(byMs: Self.clamped(ms: command.deadlineMs ?? usual))
  }

  func origin(of id: CommandID, _ peer: Peer) -> Origin {
    Origin(name: id.clientName, pid: peer.pid, uid: peer.uid, command: peer.command)
  }

  /// Makes sure that the scene exists, or ends the command: scenes that are not declared come into being by `start` or
  /// `replace`, and only where none is declared.
  private mutating func open(_ name: SceneName, for errand: Errand) -> Bool {
    if scenes[name] != nil { return true }
    let known = Set(scenes.keys).union(settings.scenes.keys).sorted()
    let canBegin =
      switch errand.command.verb {
      case .start, .navigator(.replace(path: _, in: nil)), .open: true
      case .navigator, .batch, .back, .show, .hide, .navigate, .drive: false
      }
    if settings.scenes.isEmpty, canBegin {
      guard scenes.count < Limits.scenesMax else {
        decide(errand, .rejected(.tooLarge), message: "there are \(Limits.scenesMax) scenes already")
        return false
      }
      scenes[name] = Scene(name, at: now)
      unborn.insert(name)
      self[scene: name].tree = composition(of: name)
      return true
    }
    let hint = Spelling.nearest(to: name.rawValue, among: known.map(\.rawValue)).map { "; did you mean '\($0)'?" } ?? ""
    let list =
      known.isEmpty ? "none yet; begin one with start or replace" : known.map(\.rawValue).joined(separator: " ")
    decide(errand, .rejected(.unknownScene), message: "no scene '\(name)'\(hint) (scenes: \(list))")
    return false
  }

  /// QUERY: read-only unless it seals.
  mutating func answer(_ query: Query, from peer: Peer) {
    // What seals must name the command whole: an ending might fit another one.
    let matches = ledger.matching(query.id).filter { !query.seal || $0.description == query.id }
    guard matches.count <= 1 else {
      reply(.status(Status(id: query.id, state: .ambiguous)), to: peer)
      return
    }
    if let id = matches.first, let entry = ledger[id] {
      switch entry.state {
      case .decided(let outcome, _): reply(.outcome(outcome), to: peer)
      case .waiting, .running:
        reply(.status(Status(id: id.description, state: .pending, revisions: entry.revisions)), to: peer)
      case .parked:
        reply(.status(Status(id: id.description, state: .parked, revisions: entry.revisions)), to: peer)
      }
      return
    }
    guard let id = CommandID(query.id) else {
      reply(.error(ProtocolError(.malformed, "'\(query.id)' is neither a command id nor an ending of one")), to: peer)
      return
    }
    if ledger.isBelowFloor(id) {
      reply(.status(Status(id: query.id, state: .outsideWindow)), to: peer)
    } else if query.seal {
      seal(id, .failed(who: .coordinator, .lost, code: nil), from: peer)
    } else {
      reply(.status(Status(id: query.id, state: .notSeen)), to: peer)
    }
  }

  /// Gives an unseen id an outcome for good, so that a late first copy can never run.
  private mutating func seal(_ id: CommandID, _ kind: Outcome.Kind, from peer: Peer) {
    if let error = admissionError(id) {
      reply(.error(error), to: peer)
      return
    }
    // No body is known: whatever comes under this id has this outcome.
    let outcome = outcome(of: id, kind, scene: "main", message: "sealed before it was seen")
    let record = DecidedRecord(outcome: outcome, bodyHash: Ledger.anyBody, verb: "", origin: origin(of: id, peer))
    actions.append(.record(.decided(record)))
    _ = ledger.decide(id, outcome, bodyHash: Ledger.anyBody, at: now)
    reply(.outcome(outcome), to: peer)
  }

  /// CANCEL: ends the command, if it has not ended.
  mutating func cancel(_ id: CommandID, from peer: Peer) {
    guard let entry = ledger[id] else {
      seal(id, .cancelled, from: peer)
      return
    }
    if let outcome = entry.outcome {
      reply(.outcome(outcome), to: peer)
      return
    }
    wait(peer, for: id)
    guard let scene = scenes[entry.scene] else { return }
    if let index = scene.queue.firstIndex(where: { $0.id == id }) {
      let errand = self[scene: scene.name].queue.remove(at: index)
      decide(errand, .cancelled)
    } else if let index = scene.parked.firstIndex(where: { $0.errand.id == id }) {
      let parked = self[scene: scene.name].parked.remove(at: index)
      decide(parked.errand, .cancelled, asked: parked.asked)
    } else if let index = scene.waiting.firstIndex(where: { $0.errand.id == id }) {
      let waiting = self[scene: scene.name].waiting.remove(at: index)
      decide(waiting.errand, .cancelled, asked: waiting.asked)
    } else if scene.running?.errand.id == id {
      if scene.running?.revisions.isEmpty == false {
        self[scene: scene.name].running?.stop = .cancelled
      } else {
        end(.cancelled, in: scene.name)
        advance(scene.name)
      }
    }
  }

  /// RESUME: plans a parked command again. Comes from the gate's worker or from the command's sender.
  mutating func resume(_ resume: Resume, from peer: Peer) {
    if let entry = ledger[resume.id] {
      guard entry.bodyHash == resume.target.stableHash || entry.bodyHash == Ledger.anyBody else {
        refuseReuse(of: resume.id, in: entry.scene, to: peer)
        return
      }
      if let outcome = entry.outcome { reply(.outcome(outcome), to: peer) }
      return
    }
    if let error = admissionError(resume.id) {
      reply(.error(error), to: peer)
      return
    }
    var errand = Errand(
      command: Command(id: resume.id, scene: ledger[resume.target]?.scene ?? "main", verb: .batch([])),
      origin: origin(of: resume.id, peer), cause: .command, bodyHash: resume.target.stableHash, admitted: now,
      deadline: now, hostWaitMs: 0)
    errand.resumedID = resume.target
    ledger[resume.id] = Ledger.Entry(
      state: .waiting, bodyHash: errand.bodyHash, scene: errand.command.scene, attached: [peer])
    let scene = errand.command.scene
    guard let index = scenes[scene]?.parked.firstIndex(where: { $0.errand.id == resume.target }) else {
      decide(errand, .rejected(.notParked), message: "\(resume.target) is not parked")
      return
    }
    let parked = self[scene: scene].parked[index]
    let isGate = sessions[peer.connection].map { $0.worker == parked.gate.worker } ?? false
    guard isGate || (peer.uid != nil && peer.uid == parked.uid) || peer.uid == 0 else {
      decide(errand, .rejected(.denied), message: "only the gate's worker and the command's sender may resume it")
      return
    }
    self[scene: scene].parked.remove(at: index)
    decide(errand, .unchanged(.same), message: "\(resume.target) goes on")
    requeue(parked, in: scene)
    advance(scene)
  }

  private mutating func requeue(_ parked: Parked, in scene: SceneName) {
    var errand = parked.errand
    errand.deadline = deadline(of: errand.command)
    errand.hasSuperseded = false
    ledger[errand.id]?.state = .waiting
    self[scene: scene].queue.insert(errand, at: 0)
  }
}
