// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Registering, and what comes from the coordinator.
extension WorkerSession {
  /// Says HELLO, and again after a while; nothing that comes meanwhile is answered.
  mutating func greet(onNewSocket: Bool, at now: Instant) -> [Action] {
    hello.number += 1
    var greeting = offered
    (told, toldGeneration) = ([greeting], greeting.generation)
    greeting.applied = applied
    greeting.unsettled = unsettled
    registerAgainAt = nil
    if onNewSocket || lastHeard == nil { lastHeard = now }
    state = .greeting(retryAt: now.advanced(byMs: backoff.next()))
    return (onNewSocket ? [.reconnect] : []) + [.send(.hello(greeting), correlation: hello)]
  }

  /// What HELLO tells. Of a worker that is refused nothing counts, so where its last registration was refused HELLO tells the one
  /// that was taken last, and where that is refused too, the last one again.
  private var offered: Registration {
    guard let taken, refusedGeneration == registration.generation else { return registration }
    return taken
  }

  /// A changed registration is told at once, or with the next HELLO.
  mutating func register(_ changed: Registration) -> [Action] {
    let generation = registration.generation + 1
    registration = changed
    registration.generation = generation
    return isLive ? [tellRegistration()] : []
  }

  mutating func tellRegistration() -> Action {
    let generation = registration.generation
    toldGeneration = generation
    registerAgainAt = nil
    told.removeAll { $0.generation == generation }
    told.append(registration)
    // A coordinator that stands still answers none, and a program may change its parts any number of times.
    if told.count > Self.toldMax { told.removeFirst() }
    return .send(.register(registration), correlation: Self.correlation(ofRegistration: generation))
  }

  private static let toldMax = 64

  /// Registrations have correlations from here on, above those of HELLO and below those of answers, so that a refusal says which
  /// one it is about.
  private static let registrationsFrom: UInt64 = 1 << 30

  private static func correlation(ofRegistration generation: UInt64) -> Correlation {
    generation < registrationsFrom ? Correlation(registrationsFrom + generation) : .none
  }

  /// The generation of the registration that a refusal is about; nil where it is about something else.
  private func generation(refusedWith correlation: Correlation) -> UInt64? {
    guard isLive else { return correlation == hello || correlation == .none ? toldGeneration : nil }
    if correlation == .none { return takenGeneration == toldGeneration ? nil : toldGeneration }
    let range = Self.registrationsFrom..<2 * Self.registrationsFrom
    return range.contains(correlation.number) ? correlation.number - Self.registrationsFrom : nil
  }

  /// Takes a message, if it is for a worker and not from a coordinator of the past.
  mutating func receive(_ message: Message, epoch: Epoch, correlation: Correlation, at now: Instant) -> [Action] {
    switch message {
    case .welcome(let welcome):
      guard correlation == hello || correlation == .none else { return ignore() }
      lastHeard = now
      return enter(welcome, epoch: epoch, at: now)
    case .error(let error):
      lastHeard = now
      if error.code == .malformed, let token = answered(with: correlation) {
        return [.notice(.answerRefused(error))] + replaceAnswer(to: token, refused: error)
      }
      return refused(error, generation(refusedWith: correlation), at: now)
    case .who:
      lastHeard = now
      // The answer to what was sent before HELLO; HELLO itself is on its way, or is repeated by its timer.
      return isLive ? greet(onNewSocket: false, at: now) : []
    case .ask, .settled, .workerState, .ping, .registered, .treeEvent, .arrival:
      guard epoch >= self.epoch else { return ignore() }
      lastHeard = now
      // A coordinator of a higher epoch does not know this session.
      if isLive, epoch > self.epoch { return greet(onNewSocket: false, at: now) }
      return receiveInSession(message, epoch: epoch)
    case .command, .query, .cancel, .resume, .snapshotRequest, .inspect, .clear, .active, .accepted, .outcome, .status,
      .snapshot,
      .report, .hello, .register, .answer, .working, .abandoned, .appeared, .cannotShow, .pong, .bye, .state, .update,
      .presence, .keepalive:
      return ignore()
    }
  }

  private mutating func receiveInSession(_ message: Message, epoch: Epoch) -> [Action] {
    guard isLive else {
      if case .workerState(let state) = message { keep(state, epoch: epoch) }
      return []
    }
    return switch message {
    case .ask(let ask): run(ask)
    case .settled(let verdict): settle(verdict)
    case .workerState(let state): follow(state)
    case .ping: [.send(pong)]
    case .treeEvent(let event): [.treeEvent(event)]
    case .arrival(let arrival): [.arrival(arrival)]
    case .registered(let registered): take(registered)
    default: ignore()
    }
  }

  private mutating func take(_ registered: Registered) -> [Action] {
    if let index = told.firstIndex(where: { $0.generation == registered.generation }) {
      taken = told[index]
      told.removeSubrange(...index)
    }
    if takenGeneration == toldGeneration {
      registerAgainAt = nil
      backoff.reset()
    }
    return [.notice(.registered(generation: registered.generation))]
  }

  /// WELCOME: settles what the last session left open, adopts the epoch (also a lower one, for it answers our own
  /// HELLO) and tells again what may have been lost.
  private mutating func enter(_ welcome: Welcome, epoch: Epoch, at now: Instant) -> [Action] {
    if state == .live(session: welcome.session), self.epoch == epoch { return ignore() }
    self.epoch = epoch
    state = .live(session: welcome.session)
    // It answers the last HELLO, which told this.
    if !told.isEmpty { taken = told.removeFirst() }
    for scene in followers.keys { followers[scene]?.adopt(epoch: epoch) }
    var actions: [Action] = [
      .notice(.connected(session: welcome.session, version: welcome.version, epoch: epoch))
    ]
    for verdict in welcome.verdicts { actions += settle(verdict) }
    actions += cancelAll()
    if takenGeneration != registration.generation, refusedGeneration == registration.generation {
      // After a restart the worker that has its names may come back a moment later than this one, which must not overtake it.
      registerAgainAt = now.advanced(byMs: backoff.next())
    } else {
      backoff.reset()
      if takenGeneration != registration.generation { actions.append(tellRegistration()) }
    }
    // The others are told behind their first state of this epoch: what is shown there may be another screen by now.
    let followed = followers.keys.sorted().filter { followers[$0]?.applied?.epoch == epoch }
    for scene in early.keys.sorted() {
      guard let kept = early[scene], kept.epoch == epoch else { continue }
      actions += follow(kept.state)
    }
    early = [:]
    for scene in followed { actions += reports(of: scene) }
    return actions
  }

  private mutating func refused(_ error: ProtocolError, _ generation: UInt64?, at now: Instant) -> [Action] {
    if error.code == .replaced { return [.notice(.replaced(error))] + end() }
    // A coordinator that is stopping refuses everything; the next one may accept.
    if let generation, error.code != .stopping { refusedGeneration = generation }
    // HELLO is repeated by its timer: a holder may end, a full table may empty, a coordinator may be upgraded. So is a changed
    // registration: two workers that hand a screen over may ask in the wrong order.
    if isLive, let generation {
      // Answers come in order.
      told.removeAll { $0.generation < generation }
      if generation == registration.generation { registerAgainAt = now.advanced(byMs: backoff.next()) }
    }
    return [.notice(.refused(error, generation: generation))]
  }

  private mutating func keep(_ state: WorkerState, epoch: Epoch) {
    if let kept = early[state.scene], (kept.epoch, kept.state.revision) > (epoch, state.revision) { return }
    early[state.scene] = EarlyState(state: state, epoch: epoch)
  }

  mutating func ignore() -> [Action] {
    ignored += 1
    return []
  }
}
