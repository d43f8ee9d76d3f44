// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Owns the route of every scene and decides what it becomes. A value that does no IO: events in, ordered actions out.
///
/// One mechanism serves every verb: **plan** (a pure function says what would change, or whom to ask), **ask** (handlers,
/// then guards of what leaves, then hosts of what comes; each with a deadline), **commit** (one revision, in the journal
/// before anyone hears of it) and **publish** (verdicts and states to workers, the update to observers, the outcome to the
/// client, in this order). Nothing is visible before the commit, so a failed transition leaves everything as it was.
///
/// The state machines are those of the specification: scene and transition in `Coordinator+Transitions`, command in
/// `Coordinator+Commands` with `Ledger`, worker session in `Coordinator+Sessions`, ask in `Coordinator+Asks`.
///
/// Rules that every function here keeps:
/// - Time, randomness and identities are arguments; no order of a dictionary can be observed.
/// - Nothing is done directly: what is to be done is appended to `actions`, in the order in which it must happen.
/// - At most one transition runs in a scene, and at most one of its asks waits for an answer.
/// - A transition ends in exactly one place, `end(_:in:)`, which settles its asks before anything else.
public struct Coordinator: Hashable, Sendable {
  let settings: Settings
  let version: String
  /// Numbers this start.
  public let epoch: Epoch
  let starts: UInt64
  let started: Instant

  var scenes: [SceneName: Scene] = [:]
  /// Scenes that a command would begin and that have no commit yet.
  var unborn: Set<SceneName> = []
  var workers: [WorkerName: Worker] = [:]
  var sessions: [Connection: Session] = [:]
  var roster = Roster()
  var ledger = Ledger()
  var counters = Counters()

  var now: Instant
  var actions: [Action] = []
  var journalWorks = true
  var isStopping = false
  var nextAsk: UInt64 = 1
  var nextSession: UInt64 = 1
  var nextInternal: UInt64 = 1
  var nextBeat: Instant
  var beats: UInt64 = 0
  /// Workers of the last epoch that have not come back, and until when commands wait for them.
  var missing: Set<WorkerName> = []
  var graceEnds: Instant?
  /// Workers that the journal knows as registered.
  var journalled: Set<WorkerName>
  /// Tokens whose answers became part of a commit, newest last: verdicts for workers that reconnect.
  var usedTokens: [AskToken] = []
  /// Commands that lately ended otherwise than committed, newest last, for people.
  var lately: [Lately] = []

  /// A coordinator that goes on from what the journal gave back. Call ``start(at:)`` next.
  public init(settings: Settings, restored: Restored, version: String, at now: Instant) {
    self.settings = settings
    self.version = version
    self.now = now
    epoch = restored.epoch
    starts = restored.starts
    started = now
    nextBeat = now.advanced(byMs: Limits.keepaliveMs)
    missing = Set(restored.workers)
    journalled = Set(restored.workers)
    graceEnds = missing.isEmpty ? nil : now.advanced(byMs: settings.restartGraceMs)
    usedTokens = restored.usedTokens
    for acknowledged in restored.acknowledged.sorted(by: { $0.ageMs > $1.ageMs }) {
      let at = Instant(microseconds: now.microseconds - acknowledged.ageMs * 1000)
      _ = ledger.acknowledge(client: acknowledged.client, below: acknowledged.below, at: at)
    }
    // Oldest first, for so they are forgotten.
    for decided in restored.decided.sorted(by: { $0.ageMs > $1.ageMs }) {
      let at = Instant(microseconds: now.microseconds - decided.ageMs * 1000)
      _ = ledger.decide(decided.record.outcome.id, decided.record.outcome, bodyHash: decided.record.bodyHash, at: at)
    }
    for restored in restored.scenes { restore(restored) }
  }

  /// The actions that the start itself asks for (boot routes); call once, before any event.
  public mutating func start(at now: Instant) -> [Action] {
    self.now = now
    for name in settings.scenes.keys.sorted() { boot(name) }
    advanceAll()
    return flush()
  }

  /// Takes one event and returns what is to be done, in order.
  public mutating func handle(_ event: Event, at now: Instant) -> [Action] {
    absorbStall(until: now)
    self.now = max(now, self.now)
    switch event {
    case .received(let message, let peer, _): receive(message, from: peer)
    case .garbage(let error, let peer): refuse(error, from: peer)
    case .subscribed(let prefix): welcome(subscription: prefix)
    case .connectionLost(let connection): lose(connection)
    case .tick: expire()
    case .journalWorks(let works): journalWorks = works
    case .stop: stop()
    }
    forgetUnborn()
    return flush()
  }

  /// A scene that a command would have begun, and did not, is none.
  private mutating func forgetUnborn() {
    for name in unborn {
      guard let scene = scenes[name], scene.revision == 0 else {
        unborn.remove(name)
        continue
      }
      guard scene.running == nil, scene.queue.isEmpty, scene.parked.isEmpty, scene.waiting.isEmpty else { continue }
      scenes[name] = nil
      unborn.remove(name)
    }
  }

  private mutating func flush() -> [Action] {
    defer { actions.removeAll(keepingCapacity: true) }
    return actions
  }

  /// The one place that chooses by the kind of a message.
  private mutating func receive(_ message: Message, from peer: Peer) {
    if peer.door == .screens { hear(from: peer) }
    switch message {
    case .command(let command): admit(command, from: peer)
    case .query(let query): answer(query, from: peer)
    case .cancel(let cancel): self.cancel(cancel.id, from: peer)
    case .resume(let resume): self.resume(resume, from: peer)
    case .snapshotRequest(let request): answer(request, from: peer)
    case .inspect(let inspect): answer(inspect, from: peer)
    case .hello(let registration): greet(registration, from: peer)
    case .register(let registration): register(registration, from: peer)
    case .answer(let answer): take(answer, from: peer)
    case .working(let working): extend(working, from: peer)
    case .abandoned(let abandoned): free(abandoned.token, from: peer)
    case .appeared(let appeared): report(appeared, from: peer)
    case .cannotShow(let failure): report(failure, from: peer)
    case .pong(let pong): take(pong, from: peer)
    case .bye(let bye): part(bye, from: peer)
    case .accepted, .outcome, .status, .snapshot, .report, .error, .welcome, .who, .registered, .ask, .settled,
      .workerState, .ping, .treeEvent, .state, .update, .presence, .keepalive:
      refuse(
        ProtocolError(.unsupported, "a \(message.kind) goes from the coordinator to others, not to it"), from: peer)
    }
  }
}

extension Coordinator {
  /// The scene of this name, which exists.
  subscript(scene name: SceneName) -> Scene {
    get {
      guard let scene = scenes[name] else { preconditionFailure("no scene \(name)") }
      return scene
    }
    _modify {
      guard scenes[name] != nil else { preconditionFailure("no scene \(name)") }
      yield &scenes[name, default: Scene(name, at: now)]
    }
  }

  /// Whether commands that need workers wait for those of the last epoch.
  var isInGrace: Bool { graceEnds != nil }

  /// Whether what is decided now survives a `kill -9`.
  var isDurable: Bool { settings.isJournalled && journalWorks }

  /// A time that somebody asked for, within what a clock can hold.
  static func clamped(ms: Int64) -> Int64 { min(max(ms, 1), Limits.deadlineMsMax) }

  mutating func reply(_ message: Message, to peer: Peer) { actions.append(.reply(message, to: peer)) }

  mutating func send(_ message: Message, to session: Session) {
    actions.append(.send(message, to: session.connection, encoding: session.encoding))
  }
}

extension Coordinator {
  /// The connections of live workers and how each writes, in a fixed order: whom to try to reach when one broke.
  public var liveConnections: [(connection: Connection, encoding: Encoding)] {
    sessions.keys.sorted().compactMap { connection in sessions[connection].map { (connection, $0.encoding) } }
  }
}
