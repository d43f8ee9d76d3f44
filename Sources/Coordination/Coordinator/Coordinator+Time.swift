// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Everything that happens because time passed.
extension Coordinator {
  /// When ``Event/tick`` is wanted at the latest: at once where something is left over for another turn.
  package var nextDeadline: Instant { hasLeftOver ? min(nextExpiry, world.time) : nextExpiry }

  /// Whether something is left over for another turn.
  package var hasLeftOver: Bool { scenes.hasLeftOver }

  /// The first time that somebody or something has to be in time for.
  package var nextExpiry: Instant {
    var next = nextBeat
    if let graceEnds = world.graceEnds { next = min(next, graceEnds) }
    if let scene = scenes.nextDeadline { next = min(next, scene) }
    if let news = workerNews.due(world.workers) { next = min(next, news) }
    for challenge in challenges { next = min(next, challenge.until) }
    if let due = lastWishesDue { next = min(next, due) }
    for slot in world.workers.deadOnes {
      if let due = world.workers[slot].policiesDue(inGraceUntil: world.graceEnds) { next = min(next, due) }
    }
    return next
  }

  /// Does everything that is due.
  mutating func expire() {
    if let ends = world.graceEnds, ends <= world.time {
      world.graceEnds = nil
      world.graceMissedAt = ends
      advanceAll()
    }
    passOnNamesOfHung()
    for slot in heldScenes { scenes[slot].expire(in: world, &turn) }
    for slot in scenes.inOrder where scenes.isDue(slot, at: world.time) { scenes[slot].expire(in: world, &turn) }
    runPolicies()
    if let due = lastWishesDue, due <= world.time { runLastWishes() }
    if nextBeat <= world.time { beat() }
  }

  /// Goes on with what was left over from other turns, and with nothing that is due.
  mutating func goOn() {
    for slot in heldScenes { scenes[slot].goOn(in: world, &turn) }
  }

  /// The scenes that have something left over from other turns, the oldest first: this turn may have room for a part of it only.
  private var heldScenes: [SceneSlot] {
    guard hasLeftOver else { return [] }
    return scenes.inOrder.enumerated()
      .compactMap { place, slot in scenes[slot].heldSince.map { (since: $0, place: place, slot: slot) } }
      .sorted { ($0.since, $0.place) < ($1.since, $1.place) }.map(\.slot)
  }

  /// Runs the death policies of one worker that has not come back in time. Many may be due, each with many elements: what is
  /// still due has the next turn, at once.
  private mutating func runPolicies() {
    let due = world.workers.deadOnes.first { slot in
      world.workers[slot].policiesDue(inGraceUntil: world.graceEnds).map { $0 <= world.time } ?? false
    }
    if let due { runPolicies(of: due) }
  }

  private mutating func runPolicies(of worker: WorkerSlot) {
    world.workers[worker].policiesDue = nil
    world.workers[worker].leavingUntil = nil
    let owner = world.workers[worker].owner
    let isQuarantined = world.workers[worker].quarantine != nil
    let reason = world.workers[worker].reasonOfPolicies
    let mayLeave =
      isQuarantined || world.workers[worker].registration.routables.values.contains { $0.hosts && $0.onDeath != .keep }
    forEachScene(servedBy: owner) { scene, world, turn in
      scene.stage.refreshPresence(in: world, &turn)
      scene.settleAppearances(in: world, &turn)
      // A policy that the worker declared earlier may still wait, though its new registration says `keep`.
      guard mayLeave || scene.queue.hasPolicy else { return }
      var lookup = RegistrationLookup(scene.name)
      var policies: [(element: Element, policy: Routable.DeathPolicy)] = []
      // Root first: the elements above are gone by their turn.
      for element in scene.stage.route.allElements {
        guard let registered = lookup.registered(element.screen.name, in: world), registered.isHosted(by: worker)
        else { continue }
        let policy = registered.routable.onDeath
        policies.append((element, isQuarantined ? scene.policy(givingUp: element, policy, in: world) : policy))
      }
      scene.apply(policies, because: reason, in: world, &turn)
      scene.advance(in: world, &turn)
    }
  }

  /// Once a second: life signs to and of workers, keepalives for observers, forgetting.
  private mutating func beat() {
    nextBeat = world.time.advanced(byMs: Limits.keepaliveMs)
    for connection in world.workers.liveConnections {
      guard let slot = world.workers.slot(connection), let session = world.session(of: slot) else { continue }
      // Busy workers are pinged too: a worker that hears nothing connects anew.
      if session.heard.advanced(byMs: Limits.pingSilenceMs) <= world.time {
        if session.pings >= Limits.missesOver {
          endSession(on: connection)
          continue
        }
        world.workers[slot].session?.pings += 1
        if session.pings == Limits.missesSuspect { turn.tell(.silent(world.workers[slot].name, session.process)) }
      }
      turn.send(.ping, to: session)
    }
    publishKeepalive()
    turn.ledger.prune(at: world.time)
    forgetSilentWorkers()
  }

  /// Life signs to workers and observers while the coordinator's time stands still, which theirs does not: what hears nothing for
  /// long takes the coordinator for dead. Nobody is judged by the answers.
  package mutating func showLife(addingTo actions: inout [Action]) {
    turn.exchange(&actions)
    defer { turn.exchange(&actions) }
    for slot in world.workers.inOrder {
      if let session = world.session(of: slot) { turn.send(.ping, to: session) }
    }
    publishKeepalive()
  }

  /// Takes every worker for heard at `now`: the time before it passed for the coordinator alone, so it is nobody's silence.
  package mutating func hearEveryWorker(at now: Instant) {
    for slot in world.workers.inOrder where world.session(of: slot) != nil {
      world.workers[slot].session?.heard = now
      world.workers[slot].session?.pings = 0
    }
  }

  /// After a stall of the whole process nobody else is late: deadlines move by it. When it began is not known, so they move by
  /// all the time since the last event.
  mutating func absorbStall(until later: Instant) {
    let silence = later.ms(since: world.time)
    // There would have been a turn by the next deadline, and each second.
    guard silence > Double(Limits.stallMs),
      later.ms(since: nextDeadline) > Double(Limits.stallMs)
    else { return }
    let stall = Int64(silence)
    turn.counters.stalls += 1
    turn.tell(.stalled(ms: stall))
    forEachScene { scene, _, _ in scene.absorbStall(ms: stall) }
    turn.asks.postpone(byMs: stall)
    for index in challenges.indices { challenges[index].until = challenges[index].until.advanced(byMs: stall) }
    for slot in world.workers.inOrder {
      guard let heard = world.session(of: slot)?.heard else { continue }
      world.workers[slot].session?.heard = heard.advanced(byMs: stall)
    }
  }
}
