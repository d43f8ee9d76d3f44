// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Workers' sessions: greeting, takeover, life signs and end (specification, state machine "Worker session").
extension Coordinator {
  /// Any message of a session is a sign of life.
  mutating func hear(from peer: Peer) {
    sessions[peer.connection]?.heard = now
    sessions[peer.connection]?.misses = 0
  }

  /// The session that a worker's message belongs to; whoever has none is asked to say HELLO.
  mutating func known(_ peer: Peer) -> Session? {
    if peer.door == .screens, let session = sessions[peer.connection] { return session }
    if peer.door == .screens {
      reply(.who, to: peer)
    } else {
      refuse(ProtocolError(.unsupported, "workers speak on the screens socket"), from: peer)
    }
    return nil
  }

  /// HELLO: accepted or refused whole.
  mutating func greet(_ registration: Registration, from peer: Peer) {
    guard peer.door == .screens else {
      refuse(ProtocolError(.unsupported, "workers speak on the screens socket"), from: peer)
      return
    }
    if let error = refusal(of: registration, from: peer) {
      counters.refusedHellos += 1
      reply(.error(error), to: peer)
      return
    }
    let name = registration.worker
    if let old = session(of: name) { replace(old, by: registration.incarnation, at: peer.connection) }
    if let other = sessions[peer.connection] {
      endSession(other, isDeath: false)
      afterEnd(of: other.worker)
    }
    if let last = workers[name]?.registration.incarnation, last != registration.incarnation { retire(last, of: name) }
    yieldDeadHolders(to: registration)
    var worker = workers[name] ?? Worker(registration: registration)
    worker.declare(registration)
    worker.connection = peer.connection
    worker.uid = peer.uid
    worker.leavingUntil = nil
    worker.policiesDue = nil
    workers[name] = worker
    roster = Roster(workers)
    let session = Session(
      number: nextSession, worker: name, connection: peer.connection, incarnation: registration.incarnation,
      uid: peer.uid,
      pid: peer.pid, encoding: peer.encoding, since: now, heard: now, applied: registration.applied)
    nextSession += 1
    sessions[peer.connection] = session
    if !journalled.contains(name) {
      journalled.insert(name)
      actions.append(.record(.worker(name, isRegistered: true)))
    }
    if peer.pid != 0 { actions.append(.watch(peer.connection, pid: peer.pid)) }
    forgiveFailures(of: name)
    let verdicts = registration.unsettled.filter { !isPending($0) }
      .map { Settled(token: $0, used: usedTokens.contains($0)) }
    reply(.welcome(Welcome(session: session.number, version: version, verdicts: verdicts)), to: peer)
    composeTrees()
    catchUp(session)
    leaveGrace(name)
    bootAgain()
    wakeWaiting()
  }

  /// What an older process could not show, this one may.
  private mutating func forgiveFailures(of name: WorkerName) {
    for scene in scenes.keys.sorted() where !self[scene: scene].failures.isEmpty {
      let hosts = self[scene: scene].hosts
      self[scene: scene].failures = self[scene: scene].failures.filter { hosts[$0.key]?.worker != name }
      refreshPresence(in: scene)
    }
  }

  /// The older process of the name makes room: its asks end as died, and it is told.
  private mutating func replace(_ old: Session, by incarnation: Incarnation, at connection: Connection) {
    if old.incarnation != incarnation, old.connection != connection {
      send(.error(ProtocolError(.replaced, "a newer process has taken the name '\(old.worker)'")), to: old)
    }
    endSession(old, isDeath: false)
    if old.incarnation != incarnation {
      for scene in scenes.keys.sorted() { refreshPresence(in: scene) }
    }
  }

  /// A process is over for good once it has said so, or another one has taken its name. One whose connection broke may
  /// come back: it would else be told of a newer process that is none.
  private mutating func retire(_ incarnation: Incarnation, of name: WorkerName) {
    guard workers[name]?.retired.contains(incarnation) == false else { return }
    workers[name]?.retired.append(incarnation)
    if let count = workers[name]?.retired.count, count > Limits.retiredMax { workers[name]?.retired.removeFirst() }
  }

  /// Why a registration is refused: nothing of it then counts.
  private func refusal(of registration: Registration, from peer: Peer) -> ProtocolError? {
    if isStopping { return ProtocolError(.stopping, "the coordinator is ending; say HELLO to the next one") }
    let name = registration.worker
    if workers[name]?.retired.contains(registration.incarnation) == true {
      return ProtocolError(.replaced, "a newer process has taken the name '\(name)'; this one is over")
    }
    if let holder = session(of: name), holder.uid != peer.uid {
      return ProtocolError(
        .nameTaken,
        "the worker name '\(name)' is held by pid \(holder.pid) of user \(holder.uid.map(String.init) ?? "unknown")")
    }
    if workers[name] == nil, workers.count >= Limits.workersMax {
      return ProtocolError(.full, "there are \(Limits.workersMax) workers already")
    }
    if registration.routables.count > Limits.routablesMax {
      return ProtocolError(.full, "a worker registers at most \(Limits.routablesMax) screens")
    }
    for screen in registration.routables.keys.sorted() where registration.routables[screen]?.hosts == true {
      if let holder = liveHolder(of: screen, in: roster.byScreen, besides: registration) {
        return ProtocolError(
          .nameTaken, "screen '\(screen)' is hosted by worker '\(holder)' already; one host for each screen of a scene")
      }
    }
    if let error = refusalOfTree(of: registration) { return error }
    for screen in registration.root {
      if let holder = liveHolder(of: screen, in: roster.byRoot, besides: registration) {
        return ProtocolError(
          .nameTaken, "root '\(screen)' is installed by worker '\(holder)' already; one installer for each root name")
      }
    }
    return nil
  }

  func liveHolder<Kind>(
    of screen: Name<Kind>, in index: [Name<Kind>: [WorkerName]], besides registration: Registration
  ) -> WorkerName? {
    index[screen]?.first { other in
      guard other != registration.worker, let worker = workers[other] else { return false }
      return worker.connection != nil && worker.registration.sharesScene(with: registration)
    }
  }

  /// A dead worker's screens go to a live one that registers them under another name.
  private mutating func yieldDeadHolders(to registration: Registration) {
    let declared = registration.treeParts
    for name in workers.keys.sorted() where name != registration.worker && workers[name]?.connection == nil {
      guard workers[name]?.registration.sharesScene(with: registration) == true else { continue }
      for screen in registration.routables.keys { workers[name]?.registration.routables[screen] = nil }
      workers[name]?.registration.root.removeAll { registration.root.contains($0) }
      workers[name]?.yield(parts: registration.parts.keys)
      // Two plans cannot hold one route: what is declared by who lives counts.
      guard !declared.isEmpty else { continue }
      let both = TreeComposition((workers[name]?.treeParts ?? []) + declared)
      if RoutePlan(both).duplicates != nil { workers[name]?.yieldTree() }
    }
  }

  /// REGISTER: another registration of a live session.
  mutating func register(_ registration: Registration, from peer: Peer) {
    guard let session = known(peer) else { return }
    guard registration.worker == session.worker, registration.incarnation == session.incarnation else {
      refuse(ProtocolError(.malformed, "REGISTER names another worker or incarnation than its HELLO did"), from: peer)
      return
    }
    if let error = refusal(of: registration, from: peer) {
      reply(.error(error), to: peer)
      return
    }
    yieldDeadHolders(to: registration)
    workers[session.worker]?.declare(registration)
    roster = Roster(workers)
    composeTrees()
    reply(.registered(Registered(generation: registration.generation)), to: peer)
    catchUp(session)
    wakeWaiting()
  }

  /// BYE: the worker ends its session, for good or for a planned restart.
  mutating func part(_ bye: Bye, from peer: Peer) {
    guard let session = known(peer) else { return }
    if let ms = bye.restartingMs {
      let ms = min(max(ms, 0), Limits.deadlineMsMax)
      workers[session.worker]?.leavingUntil = now.advanced(byMs: ms)
      workers[session.worker]?.policiesDue = now.advanced(byMs: ms)
    } else {
      journalled.remove(session.worker)
      actions.append(.record(.worker(session.worker, isRegistered: false)))
    }
    retire(session.incarnation, of: session.worker)
    endSession(session, isDeath: false)
    afterEnd(of: session.worker)
  }

  /// The connection of a session is over.
  mutating func lose(_ connection: Connection) {
    guard let session = sessions[connection] else { return }
    workers[session.worker]?.deaths += 1
    workers[session.worker]?.lastDeath = now
    counters.deaths += 1
    endSession(session, isDeath: true)
    afterEnd(of: session.worker)
  }

  /// Ends a session: first all its asks as died, then its place among the live ones.
  mutating func endSession(_ session: Session, isDeath: Bool) {
    sessions[session.connection] = nil
    if workers[session.worker]?.connection == session.connection { workers[session.worker]?.connection = nil }
    actions.append(.unwatch(session.connection))
    for scene in scenes.keys.sorted() {
      if let open = scenes[scene]?.running?.open, open.connection == session.connection { bury(open, in: scene) }
    }
  }

  /// What follows for the elements of a worker that did not make room for its successor.
  private mutating func afterEnd(of name: WorkerName) {
    if workers[name]?.policiesDue == nil { workers[name]?.policiesDue = now.advanced(byMs: settings.afterDeathMs) }
    for scene in scenes.keys.sorted() {
      refreshPresence(in: scene)
      settleAwaiting(in: scene)
    }
    advanceAll()
  }

  /// A worker of the last epoch is back; with the last of them the grace ends.
  private mutating func leaveGrace(_ name: WorkerName) {
    guard isInGrace else { return }
    missing.remove(name)
    if missing.isEmpty {
      graceEnds = nil
      advanceAll()
    }
  }

  /// Transitions that wait for hosts look again.
  private mutating func wakeWaiting() {
    for scene in scenes.keys.sorted() {
      if scenes[scene]?.running?.phase == .awaitingHosts { build(in: scene) }
      readWaiting(in: scene)
      advance(scene)
    }
  }

  /// Whether the verdict on an ask is not known yet; it comes with the transition's end.
  private func isPending(_ token: AskToken) -> Bool {
    scenes.values.contains { scene in scene.running?.answered.contains { $0.token == token } ?? false }
  }
}

extension Registration {
  /// Whether some scene is served by both.
  func sharesScene(with other: Registration) -> Bool {
    guard let mine = scenes, let theirs = other.scenes else { return true }
    return !Set(mine).isDisjoint(with: theirs)
  }
}
