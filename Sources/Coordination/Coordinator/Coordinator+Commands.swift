// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Admission of commands (specification, state machine "Command").
extension Coordinator {
  /// CMD: admits a command, or attaches a copy of it.
  mutating func admit(_ command: consuming Command, from peer: Peer) {
    let key = turn.ledger.key(of: command.id)
    if let error = acknowledgementError(command) ?? ownershipError(of: command.id, key, to: peer) {
      turn.refuse(error, from: peer)
      return
    }
    let bodyHash = command.bodyHash
    if let key { forget(below: command.ackedBelow, of: command.id.client, key, peer) }
    if let key, turn.ledger.contains(key) {
      attach(peer, to: command, key, bodyHash: bodyHash)
      return
    }
    if let error = admissionError(command.id, key, from: peer) {
      turn.reply(.error(error), to: peer)
      return
    }
    let ask = command.within.flatMap { openAsk($0, of: peer) }
    // A fact of the errand alone: the command stays as it was sent, for its copies are compared with it.
    let depth = max(command.depth, ask.map { $0.depth + 1 } ?? 0)
    let ending = refusal(of: command, depth: depth, isAskOpen: ask != nil)
    let (scene, isWithinAsk) = (command.scene, command.within != nil)
    let isTold = tellsAccepted(command, to: peer)
    let place = turn.ledger.open(command.id, key, bodyHash: bodyHash, scene: command.scene, from: peer)
    // Only a client of which a row is remembered gets a floor, so that refused commands cost nothing.
    if key == nil { forget(below: command.ackedBelow, of: command.id.client, place, peer) }
    let (id, origin, times) = (command.id, Origin(of: command.id, peer), world.times(of: command))
    // From here on the errand has the command, which is large: it is handed over, not copied.
    let errand = Errand(
      id, place, of: turn.ledger.user(of: place), .command, consume command, depth: depth, origin: origin,
      bodyHash: bodyHash, times, in: scene, at: world.time)
    turn.counters.commands += 1
    let slot = scenes.slot(scene)
    // What comes from inside an ask belongs to the command that is asked about, which has counted.
    if let slot, !isWithinAsk, !errand.isDryRun { scenes[slot].noteActivity(by: id, in: world, &turn) }
    if let ending {
      turn.end(errand, ending, on: slot.map { scenes[$0].stage }, in: world)
      return
    }
    guard let slot = slot ?? open(scene, for: errand, of: peer.user) else { return }
    scenes[slot].goOn(in: world, &turn)
    scenes[slot].enqueue(errand, in: world, &turn)
    if isTold { tellAccepted(errand.key, to: peer) }
    scenes[slot].advance(in: world, &turn)
  }

  /// The ask of this token, if the worker that sends can still send commands from inside it.
  private func openAsk(_ token: Ask.Token, of peer: Peer) -> AskBook.Entry? {
    guard let ask = worker(of: peer).flatMap({ turn.asks.entry(token, of: $0) }), !ask.isLate else { return nil }
    return ask
  }

  /// The ending of a command that is refused whatever the route.
  private func refusal(of command: Command, depth: Int, isAskOpen: Bool) -> Ending? {
    if let token = command.within, !isAskOpen {
      let message =
        turn.asks.isUsable(token)
        ? "the ask \(token) is another worker's: only the worker that was asked may name it, by its own socket"
        : "the ask \(token) is over; its handler must not navigate"
      return Ending(.rejected(.askClosed), message: message)
    }
    if depth > Limits.depthMax {
      return Ending(.rejected(.tooDeep), message: "more than \(Limits.depthMax) causes lie before this command")
    }
    return command.refusal.map { Ending(.rejected($0.reason), message: $0.message) }
  }

  /// A copy of a known command: attach to it, or send its outcome again.
  private mutating func attach(_ peer: Peer, to command: Command, _ key: Ledger.Key, bodyHash: UInt64) {
    guard let entry = turn.ledger[key] else { return }
    // The journal may know the outline of a command only.
    guard
      entry.bodyHash == bodyHash || entry.bodyHash == Ledger.anyBody
        || entry.isRestored && entry.bodyHash == command.outlineHash
    else {
      refuseReuse(of: command.id, in: command.scene, to: peer)
      return
    }
    if let outcome = entry.outcome {
      turn.reply(.outcome(told(outcome)), to: peer)
      return
    }
    attach(peer, to: key)
    if tellsAccepted(command, to: peer) { tellAccepted(key, to: peer) }
  }

  /// Not recorded: the id belongs to the first command, whose outcome stands.
  mutating func refuseReuse(of id: CommandID, in scene: SceneName, to peer: Peer) {
    let stage = scenes.slot(scene).map { scenes[$0].stage }
    let message = Outcome.idReusedMessage
    turn.reply(
      .outcome(Outcome(id, .rejected(.idReused), message: message, scene: scene, on: stage, in: world)), to: peer)
  }

  /// Remembers that a peer waits for the outcome; the oldest gives way past the limit.
  mutating func attach(_ peer: Peer, to key: Ledger.Key) {
    guard var attached = turn.ledger[key]?.attached else { return }
    attached.removeAll { $0 == peer }
    attached.append(peer)
    turn.ledger.change(key) { $0.attached = attached.suffix(Limits.attachedMax) }
  }

  /// Whether ACCEPTED comes before the outcome. A peer that takes one answer only would get no outcome then; of a command from inside
  /// an ask ACCEPTED is the one that counts.
  private func tellsAccepted(_ command: Command, to peer: Peer) -> Bool {
    command.within != nil || command.wantsAccepted && !peer.takesOneAnswer
  }

  private mutating func tellAccepted(_ key: Ledger.Key, to peer: Peer) {
    guard let entry = turn.ledger[key], !entry.isDecided, let slot = scenes.slot(entry.scene) else { return }
    let ahead = scenes[slot].running == nil ? 0 : 1
    let place = scenes[slot].queue.turns.firstIndex { $0.id == entry.id }.map { $0 + ahead } ?? 0
    turn.reply(.accepted(Accepted(id: entry.id, place: place)), to: peer)
  }

  /// Why a command cannot be taken that acknowledges its own outcome.
  private func acknowledgementError(_ command: Command) -> ProtocolError? {
    let below = command.ackedBelow
    guard below > 0, below > command.id.sequence || command.id.isFree else { return nil }
    return ProtocolError(
      .malformed,
      "ackedBelow is \(below), which covers this command itself; say at most its own sequence (1 of an id without one)"
        + ", and nothing with a free id")
  }

  /// Why a peer cannot speak for a client: another user used its name first.
  func ownershipError(of id: CommandID, _ key: Ledger.Key?, to peer: Peer) -> ProtocolError? {
    if let error = internalError(of: id) { return error }
    guard let key, turn.ledger.isForeign(key, to: peer.uid) else { return nil }
    return ProtocolError(
      .denied, "client '\(id.client)' belongs to another user; send commands under a name of your own")
  }

  /// Why nobody can speak for the coordinator itself; over tcp it has no user that tells it from a peer.
  private func internalError(of id: CommandID) -> ProtocolError? {
    guard id.client == turn.internalClient else { return nil }
    return ProtocolError(.denied, "'\(id.client)' names the commands of the coordinator itself")
  }

  /// Why no new id can be taken from a peer; such a refusal consumes none.
  mutating func admissionError(_ id: CommandID, _ key: Ledger.Key?, from peer: Peer) -> ProtocolError? {
    if turn.ledger.isBelowFloor(key) {
      turn.counters.outsideWindow += 1
      return ProtocolError(.outsideWindow, "\(id) was acknowledged by its client; its outcome is no longer known")
    }
    if let error = internalError(of: id) { return error }
    if world.isStopping { return ProtocolError(.stopping, "the coordinator is ending; send it again to the next one") }
    turn.ledger.prune(at: world.time)
    if let message = lackOfRoom(for: peer.user) {
      turn.counters.full += 1
      return ProtocolError(.full, message)
    }
    return nil
  }

  /// Why the exactly-once window has no room for another command of a user.
  private func lackOfRoom(for user: User) -> String? {
    var advice: String {
      "the oldest go after \(Limits.windowMs / 60_000) min, those that their client acknowledges at once"
    }
    let slot = turn.ledger.use.slot(user)
    let rows = turn.ledger.use.rows(of: slot)
    if rows.isFull { return rows.refusal(of: user, "remembered outcomes", until: advice) }
    let bytes = turn.ledger.use.bytes(of: slot)
    return bytes.isFull ? bytes.refusal(of: user, "bytes of remembered outcomes", until: advice) : nil
  }

  private mutating func forget(below floor: UInt64, of client: String, _ key: Ledger.Key, _ peer: Peer) {
    // What a coordinator that ends gives back unconsumed has no outcome; its client says so again to the next one.
    guard !world.isStopping else { return }
    var acknowledged = AcknowledgedRecord(client: client, below: floor, owner: peer.uid)
    guard let reached = turn.ledger.acknowledge(acknowledged, key, at: world.time) else { return }
    acknowledged.below = reached
    turn.record(.acknowledged(acknowledged))
  }

  /// Adds the scene of a command, or ends the command: an undeclared scene comes into being by `start`, `replace`, `open`
  /// or `route`, and only where none is declared.
  private mutating func open(_ name: SceneName, for errand: Errand, of user: User) -> SceneSlot? {
    let canBegin =
      switch errand.command?.verb {
      case .start, .navigator(.replace(path: _, in: nil)), .open, .route: true
      case .navigator, .batch, .back, .show, .hide, .navigate, .drive, nil: false
      }
    guard world.settings.scenes.isEmpty, canBegin else {
      turn.end(errand, unknownScene(name), on: nil, in: world)
      return nil
    }
    let beganBy = name == "main" ? nil : user
    let share = scenes.share(of: user, capacity: world.settings.scenesMax)
    if beganBy != nil, share.isFull {
      turn.end(errand, Ending(.rejected(.tooLarge), message: share.refusal(of: user, "scenes")), on: nil, in: world)
      return nil
    }
    let slot = scenes.add(name, firstID: turn.firstID, isTentative: true, beganBy: beganBy)
    tentative.append(slot)
    scenes[slot].stage.tree = world.composition(of: name)
    return slot
  }

  private func unknownScene(_ name: SceneName) -> Ending {
    let known = Set(scenes.names).union(world.settings.scenes.keys).sorted()
    let hint = Spelling.hint(name.rawValue, among: known.map(\.rawValue))
    let list =
      known.isEmpty ? "none yet; begin one with start, replace, open or route" : known.map(\.rawValue).listed()
    return Ending(.rejected(.unknownScene), message: "no scene '\(name)'\(hint) (scenes: \(list))")
  }
}

extension Origin {
  /// The sender of a command.
  init(of id: CommandID, _ peer: Peer) {
    self.init(name: id.clientName, pid: peer.pid, uid: peer.uid, command: peer.command)
  }
}
