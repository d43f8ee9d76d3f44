// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Workers' sessions: greeting, life signs and end (specification, state machine "Worker session").
///
/// ```
/// lost connection, missed pings ─► endSession(on:) ────────┐
/// BYE ───────────────────────────► endSession(of:by:) ─────┼─► endSession(of:) ─► Scene.endSession(of:)
/// HELLO of another worker on the connection ───────────────┘
/// HELLO that takes the name over ─► endSession(of:replacedBy:…) ─► Scene.forgetSession(of:), and behind WELCOME Scene.loseAsk
/// ```
extension Coordinator {
  /// The worker whose session a peer speaks for.
  func worker(of peer: Peer) -> WorkerSlot? { peer.connection.flatMap { world.workers.slot($0) } }

  /// Each message of a session is a sign of life.
  mutating func noteLifeSign(of worker: WorkerSlot) { world.workers.noteLifeSign(of: worker, at: world.time) }

  /// A worker's message came from a peer without a session: a worker is asked to say HELLO.
  mutating func refuseStranger(_ peer: Peer) {
    if peer.door == .screens {
      turn.reply(.who, to: peer)
    } else {
      turn.refuse(ProtocolError(.unsupported, "workers speak on the screens socket"), from: peer)
    }
  }

  /// HELLO: accepted or refused whole.
  mutating func greet(_ registration: Registration, from peer: Peer) {
    welcome(registration, from: peer, reason: nil)
  }

  /// A registration cannot be taken: its process and the log are told.
  mutating func refuse(_ registration: Registration, _ error: ProtocolError, from peer: Peer) {
    turn.reply(.error(error), to: peer)
    if noteKnock(registration, from: peer) { return }
    turn.tell(.refused(registration.worker, peer.process, error))
    refused.note(registration, error, of: peer, at: world.time)
  }

  /// Begins a session, or refuses it, or lets the process wait whether the holder of its name lives.
  ///
  /// - Parameter reason: Why a live holder loses the name; nil where that is to be found out.
  mutating func welcome(_ registration: Registration, from peer: Peer, reason: Takeover.Reason?) {
    guard let connection = peer.connection else { return refuseStranger(peer) }
    let treeParts = registration.treeParts
    // Absent workers are forgotten for a registration only where it is accepted, so all checks come first.
    var error = world.refusalDespitePlace(of: registration, treeParts, from: peer)
    if error == nil {
      if reason == nil, mustChallenge(registration, from: peer) { return }
      makePlace(for: registration, of: peer.user)
      error = world.lackOfPlace(for: registration, of: peer.user)
    }
    if let error {
      turn.counters.refusedHellos += 1
      refuse(registration, error, from: peer)
      return
    }
    var lost: [Ask.Token] = []
    if let known = world.workers.slot(registration.worker) {
      if world.workers[known].welcome(registration) { turn.tell(.released(registration.worker)) }
      lost = endSession(
        of: known, replacedBy: registration, from: peer, reason: reason ?? (registration.takeover ? .asked : .hung))
    }
    if let other = worker(of: peer) { leave(other) }
    let before = owner(of: registration.worker)
    let worker = declare(registration, treeParts, uid: peer.uid)
    let session = Session(
      number: takeSessionNumber(), connection: connection, incarnation: registration.incarnation, uid: peer.uid,
      pid: peer.pid, command: peer.command, since: world.time, heard: world.time, applied: registration.applied)
    world.workers.begin(session, of: worker)
    world.workers[worker].uid = peer.uid
    world.workers[worker].user = peer.user
    world.unseen[registration.worker] = nil
    world.lastWishes[registration.worker] = nil
    refused.forget(registration.worker, of: peer)
    endChallenge(of: worker)
    world.workers[worker].leavingUntil = nil
    world.workers[worker].policiesDue = nil
    remember(record(of: registration.worker, uid: peer.uid))
    turn.append(.sessionBegan(connection, peer))
    turn.tell(.came(registration.worker, peer.process, version: registration.version))
    forgiveFailures(of: registration.worker)
    let verdicts = registration.unsettled.filter { !isPending($0) }
      .map { Settled(token: $0, used: turn.usedTokens.contains($0)) }
    turn.reply(
      .welcome(Welcome(session: session.number, version: world.version, verdicts: verdicts)), to: peer)
    composeTrees()
    catchUp(worker, before)
    endGrace(of: registration.worker)
    boot(addingScenes: false)
    forEachScene { scene, world, turn in
      if let ask = scene.running?.openAsk, lost.contains(ask.token) { scene.loseAsk(in: world, &turn) }
      scene.welcomeWorker(in: world, &turn)
    }
  }

  /// A newer process takes the name: the older one is told, and its asks end as died. Returns those that were open: what comes
  /// behind them goes on when the newer one can be asked, for a worker that is replaced is not gone.
  private mutating func endSession(
    of worker: WorkerSlot, replacedBy registration: Registration, from peer: Peer, reason: Takeover.Reason
  ) -> [Ask.Token] {
    let last = world.workers[worker].registration.incarnation
    var lost: [Ask.Token] = []
    if let old = world.workers[worker].session {
      let isOther = old.incarnation != registration.incarnation
      if isOther, old.connection != peer.connection {
        let message = "a newer process has taken the name '\(registration.worker)'"
        turn.send(.error(ProtocolError(.replaced, message)), to: old)
        turn.tell(
          .takenOver(
            Takeover(worker: registration.worker, older: old.process, newer: peer.process, reason: reason)))
        if world.workers[worker].noteLoss(at: world.time) { turn.tell(.contested(registration.worker, peer.process)) }
      }
      closeSession(of: worker)
      forEachScene { scene, _, _ in
        if let ask = scene.forgetSession(of: worker) { lost.append(ask.token) }
      }
      if isOther { forEachScene(servedBy: world.workers[worker].owner) { $0.stage.refreshPresence(in: $1, &$2) } }
    }
    if last != registration.incarnation { world.workers[worker].retire(last) }
    return lost
  }

  /// What the journal keeps of a worker.
  func record(of worker: WorkerName, uid: UInt32?) -> WorkerRecord {
    let onDeath = world.lastWishes(of: worker)
    return WorkerRecord(
      worker, uid: uid, sensitive: world.sensitive.screens(of: worker), onDeath: onDeath,
      scenes: onDeath.isEmpty ? nil : owner(of: worker)?.scenes)
  }

  /// Writes a worker down, unless the journal has it so.
  private mutating func remember(_ worker: WorkerRecord) {
    guard journalled[worker.name] != worker else { return }
    journalled[worker.name] = worker
    turn.record(.worker(worker, isRegistered: true))
  }

  /// Takes a registration; dead workers that hold its names give them up, and so do those that have not come back since a restart.
  private mutating func declare(_ registration: Registration, _ treeParts: [TreePart], uid: UInt32?) -> WorkerSlot {
    world.sensitive.take(registration, uid: uid)
    let yielding = world.workers.yieldNames(to: registration, treeParts)
    // After a restart their policies say nothing of what is another worker's. One that no restart waits for is not written.
    for slot in yielding where journalled[world.workers[slot].name] != nil {
      remember(record(of: world.workers[slot].name, uid: world.workers[slot].uid))
    }
    endLastWishes(about: registration)
    return world.workers.register(registration, treeParts)
  }

  /// What workers that have not come back since a restart wanted to become of screens that are another worker's now is not done, after
  /// this start and each later one.
  private mutating func endLastWishes(about registration: Registration) {
    let absent = journalled.values.filter {
      !$0.onDeath.isEmpty && $0.name != registration.worker && world.workers.slot($0.name) == nil
    }
    for var worker in absent.sorted(by: { $0.name < $1.name }) {
      if let served = worker.scenes, let scenes = registration.scenes, Set(served).isDisjoint(with: scenes) { continue }
      let kept = worker.onDeath.filter { registration.routables[$0.key]?.hosts != true }
      guard kept.count < worker.onDeath.count else { continue }
      worker.onDeath = kept
      if kept.isEmpty { worker.scenes = nil }
      remember(worker)
      if world.lastWishes[worker.name] != nil { world.lastWishes[worker.name] = kept.isEmpty ? nil : worker }
    }
  }

  /// What an older process could not show, this one may.
  private mutating func forgiveFailures(of worker: WorkerName) {
    forEachScene { scene, world, turn in
      guard !scene.stage.failures.isEmpty else { return }
      scene.stage.failures = scene.stage.failures.filter { $0.value.worker != worker }
      scene.stage.refreshPresence(in: world, &turn)
    }
  }

  /// The worker as its last registration names it; nil where it is new.
  private func owner(of worker: WorkerName) -> Owner? { world.workers.slot(worker).map { world.workers[$0].owner } }

  /// Tells a worker everything that concerns it.
  ///
  /// - Parameter before: The worker as its registration before named it.
  private mutating func catchUp(_ worker: WorkerSlot, _ before: Owner?) {
    guard let session = world.session(of: worker) else { return }
    let owner = world.workers[worker].owner
    forEachScene { scene, world, turn in
      if owner.serves(scene.name) {
        scene.stage.catchUp(worker, in: world, &turn)
      } else if session.applied[scene.name] != nil || scene.stage.followers[worker] != nil {
        scene.stage.letGo(of: worker, in: world, &turn)
      } else if before?.serves(scene.name) == true {
        scene.stage.refreshPresence(in: world, &turn)
      }
      scene.settleAppearances(in: world, &turn)
    }
    clearLostScenes(of: worker)
    // Its answer says what it shows, so that presence need not wait for the next sign of life.
    turn.send(.ping, to: session)
  }

  /// What a worker shows of a scene that a coordinator without a journal has lost is nothing of any route.
  mutating func clearLostScenes(of worker: WorkerSlot) {
    guard let session = world.session(of: worker) else { return }
    let lost = session.applied.filter { scenes.slot($0.key) == nil && $0.value.epoch != world.epoch }
    for scene in lost.keys.sorted() {
      turn.send(.workerState(world.emptyState(of: scene, at: 0, for: worker)), to: session)
    }
  }

  /// REGISTER: another registration of a live session.
  mutating func register(_ registration: Registration, from worker: WorkerSlot, _ peer: Peer) {
    guard let session = world.session(of: worker), registration.worker == world.workers[worker].name,
      registration.incarnation == session.incarnation
    else {
      let message = "REGISTER names another worker or incarnation than its HELLO did"
      turn.refuse(ProtocolError(.malformed, message), from: peer)
      return
    }
    let treeParts = registration.treeParts
    if let error = world.refusal(of: registration, treeParts, from: peer) {
      refuse(registration, error, from: peer)
      return
    }
    let before = owner(of: registration.worker)
    _ = declare(registration, treeParts, uid: session.uid)
    remember(record(of: registration.worker, uid: session.uid))
    composeTrees()
    turn.reply(.registered(Registered(generation: registration.generation)), to: peer)
    catchUp(worker, before)
    boot(addingScenes: false)
    forEachScene { scene, world, turn in scene.welcomeWorker(in: world, &turn) }
  }

  /// BYE: the worker ends its session, for good or for a planned restart.
  mutating func endSession(of worker: WorkerSlot, by bye: Bye) {
    guard let session = world.session(of: worker) else { return }
    // What is waited for is told, and not what was said.
    let restartingMs = bye.restartingMs.map { min(max($0, 0), Limits.deadlineMsMax) }
    turn.tell(.left(world.workers[worker].name, session.process, restartingMs: restartingMs))
    if let restartingMs {
      let until = world.time.advanced(byMs: restartingMs)
      world.workers[worker].leavingUntil = until
      world.workers[worker].policiesDue = until
    } else {
      forgetRegistration(of: world.workers[worker].name)
    }
    world.workers[worker].retire(session.incarnation)
    endSession(of: worker, bye.restartingMs == nil ? .left : .restarting)
  }

  /// The process of a worker goes on as another worker: no restart waits for the first name.
  private mutating func leave(_ worker: WorkerSlot) {
    if let session = world.session(of: worker) {
      turn.tell(.left(world.workers[worker].name, session.process, restartingMs: nil))
      world.workers[worker].retire(session.incarnation)
    }
    forgetRegistration(of: world.workers[worker].name)
    endSession(of: worker, .left)
  }

  /// The connection of a session is over: the shell says so, or its worker has missed too many pings.
  mutating func endSession(on connection: Connection) {
    // Its process may have a session, and wait for another name all the same, or have been refused that.
    dropChallenge(on: connection)
    refused.forget(connection)
    guard let worker = world.workers.slot(connection) else { return }
    refused.forget(world.workers[worker].name)
    let wasSilent = world.session(of: worker).map { $0.pings >= Limits.missesOver } ?? false
    if let session = world.session(of: worker) {
      turn.tell(.died(world.workers[worker].name, session.process, wasSilent: wasSilent))
    }
    turn.counters.deaths += 1
    noteDeath(of: worker)
    endSession(of: worker, wasSilent ? .silent : .died)
  }

  /// Ends the session of a worker that no newer process replaces: observers hear of it, and its policies become due.
  private mutating func endSession(of worker: WorkerSlot, _ kind: SessionEnd.Kind) {
    world.workers[worker].lastEnd = SessionEnd(kind: kind, pid: world.session(of: worker)?.pid ?? 0)
    closeSession(of: worker)
    forEachScene { scene, world, turn in scene.endSession(of: worker, in: world, &turn) }
    if world.workers[worker].policiesDue == nil {
      // Nobody expects a quarantined worker back.
      let ms = world.workers[worker].quarantine == nil ? world.settings.afterDeathMs : 0
      world.workers[worker].policiesDue = world.time.advanced(byMs: ms)
    }
    forEachScene(servedBy: world.workers[worker].owner) { scene, world, turn in
      scene.stage.refreshPresence(in: world, &turn)
      scene.settleAppearances(in: world, &turn)
    }
    advanceAll()
  }

  /// Ends a session. Its asks are closed; the transitions that wait for them do not know it yet.
  private mutating func closeSession(of worker: WorkerSlot) {
    guard let session = world.session(of: worker) else { return }
    world.workers.endSession(of: worker, at: world.time)
    turn.append(.sessionEnded(session.connection))
    watchChallenger(on: session.connection)
    turn.asks.closeAll(of: worker)
  }

  /// A worker of the last epoch is back; with the last of them the grace ends.
  private mutating func endGrace(of name: WorkerName) {
    world.missing.remove(name)
    if world.isInGrace, world.missing.isEmpty {
      world.graceEnds = nil
      advanceAll()
    }
  }

  /// Whether the verdict on an ask is not known yet.
  func isPending(_ token: Ask.Token) -> Bool {
    scenes.inOrder.contains { scenes[$0].isPending(token) }
  }

  /// The connections of live workers, in a fixed order: those to try when one broke.
  package var liveConnections: [Connection] { world.workers.liveConnections }
}
