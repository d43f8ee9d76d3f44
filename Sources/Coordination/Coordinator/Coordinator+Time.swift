// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Everything that happens because time passed.
extension Coordinator {
  /// When ``Event/tick`` is wanted at the latest.
  public var nextDeadline: Instant? {
    var next = nextBeat
    if let graceEnds { next = min(next, graceEnds) }
    for scene in scenes.values {
      if let running = scene.running {
        next = min(next, running.errand.deadline)
        if let open = running.open { next = min(next, open.deadline) }
        if running.phase == .awaitingHosts, let until = running.waitsUntil { next = min(next, until) }
      }
      for errand in scene.queue { next = min(next, errand.deadline) }
      for parked in scene.parked { next = min(next, parked.deadline) }
      for waiting in scene.waiting { next = min(next, waiting.until) }
      for awaiting in scene.awaiting { next = min(next, awaiting.deadline) }
    }
    for worker in workers.values {
      if let due = policiesDue(worker) { next = min(next, due) }
    }
    return next
  }

  private func policiesDue(_ worker: Worker) -> Instant? {
    guard worker.connection == nil, let due = worker.policiesDue else { return nil }
    return max(due, graceEnds ?? due)
  }

  /// Does whatever is due.
  mutating func expire() {
    if let ends = graceEnds, ends <= now {
      graceEnds = nil
      missing = []
      advanceAll()
    }
    for name in scenes.keys.sorted() { expire(name) }
    for name in workers.keys.sorted() {
      if let worker = workers[name], let due = policiesDue(worker), due <= now { runPolicies(of: name) }
    }
    if nextBeat <= now { beat() }
  }

  private mutating func expire(_ name: SceneName) {
    if let running = self[scene: name].running {
      if running.errand.deadline <= now {
        endByDeadline(running, in: name)
      } else if let open = running.open, open.deadline <= now {
        miss(open, in: name)
      } else if running.phase == .awaitingHosts, let until = running.waitsUntil, until <= now {
        build(in: name)
      }
    }
    for errand in self[scene: name].queue.filter({ $0.deadline <= now }) {
      self[scene: name].queue.removeAll { $0 == errand }
      decide(errand, .timedOut(phase: .queue, who: nil), message: "its turn did not come in time")
    }
    for parked in self[scene: name].parked.filter({ $0.deadline <= now }) {
      self[scene: name].parked.removeAll { $0 == parked }
      decide(
        parked.errand, .timedOut(phase: .parked, who: parked.gate), message: "nobody resumed it", asked: parked.asked)
    }
    for waiting in self[scene: name].waiting.filter({ $0.until <= now }) {
      self[scene: name].waiting.removeAll { $0 == waiting }
      decide(
        waiting.errand, waiting.ending.kind, message: waiting.ending.message, asked: waiting.asked,
        stop: waiting.ending.stop)
    }
    settleAwaiting(in: name)
    advance(name)
  }

  private mutating func endByDeadline(_ running: Transition, in name: SceneName) {
    let who = running.open.map { Outcome.Party(worker: $0.worker, screen: $0.screen, element: $0.element) }
    let phase: Outcome.Phase =
      switch running.phase {
      case .handling, .parsing: .handle
      case .building: .build
      case .guarding: .guard
      case .preparing, .awaitingHosts: .host
      }
    if running.phase == .awaitingHosts {
      // Waiting for a host that never came is not silence of somebody.
      let passed = now
      self[scene: name].running?.waitsUntil = passed
      build(in: name)
    } else {
      end(.timedOut(phase: phase, who: who), message: "the command's time is over", in: name)
    }
  }

  /// Once a second: life signs of workers, keepalives for observers, forgetting.
  private mutating func beat() {
    beats += 1
    nextBeat = now.advanced(byMs: Limits.keepaliveMs)
    for connection in sessions.keys.sorted() {
      guard let session = sessions[connection], session.heard.advanced(byMs: Limits.pingMs / 2) <= now else { continue }
      if session.misses >= Limits.missesOver {
        lose(connection)
        continue
      }
      sessions[connection]?.misses += 1
      send(.ping, to: session)
    }
    keepAlive()
    ledger.prune(at: now)
  }

  /// After a stall of the whole process nobody else is late: deadlines move by it.
  mutating func absorbStall(until later: Instant) {
    let silence = later.ms(since: now)
    let expected = Double(Limits.keepaliveMs)
    guard silence > expected + Double(Limits.stallMs) else { return }
    let stall = Int64(silence - expected)
    counters.stalls += 1
    for name in scenes.keys.sorted() {
      if var open = self[scene: name].running?.open {
        open.deadline = open.deadline.advanced(byMs: stall)
        open.latest = open.latest.advanced(byMs: stall)
        self[scene: name].running?.open = open
      }
      if let deadline = self[scene: name].running?.errand.deadline {
        self[scene: name].running?.errand.deadline = deadline.advanced(byMs: stall)
      }
    }
    for connection in sessions.keys.sorted() {
      if let heard = sessions[connection]?.heard { sessions[connection]?.heard = heard.advanced(byMs: stall) }
    }
  }
}
