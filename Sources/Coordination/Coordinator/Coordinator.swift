// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Owns the route of every scene and decides what it becomes. A value that does no IO: events in, ordered actions out.
///
/// One mechanism serves every verb: **plan** (a pure function says what would change, or which worker to ask), **ask**
/// (readers of a link, handlers, the dynamic nodes of the tree, guards of leaving elements, interceptors and context tasks of a
/// destination, hosts of arriving elements; each with a deadline), **commit** (one revision, in the journal before any peer
/// hears of it) and **publish** (verdicts and states to workers, the update to observers, the outcome to the client, in this
/// order). Nothing is visible before the commit, so a failed step leaves everything as it was.
///
/// The parts, each a value:
/// - `Scene` is the state machine: its `Transition` runs one command, its `SceneQueue` says of each other command
///   why it waits, its `Stage` is what stands. A transition ends in one place, `Scene.end(by:in:_:)`.
/// - `World` is what scenes read: settings, workers and their registrations, the time.
/// - `Turn` is what scenes write outside themselves: the actions, the `Ledger` of commands, the `AskBook`.
/// - The coordinator takes the events, keeps the world true, and gives each scene the events that concern it. The machine
///   of a command is in `Coordinator+Commands`, that of a worker's session in `Coordinator+Sessions`.
///
/// Rules that every function here keeps:
/// - Time, randomness and identities are arguments; no order of a dictionary can be observed.
/// - Nothing is done directly: an action is appended to the turn, in the order in which each socket must see it.
/// - At most one transition runs in a scene, and at most one of its asks waits for an answer.
/// - A scene is changed in its slot and a worker is read in its slot: neither is copied on the way.
package struct Coordinator: Sendable {
  var world: World
  var turn: Turn
  var scenes: SceneTable
  private var nextSession: UInt64 = 1
  var nextBeat: Instant
  /// How many were published: where there are more scenes than one lists, each lists the next ones.
  var keepalives: UInt64 = 0
  /// What observers were told of workers that came and went, and when.
  var workerNews = WorkerNews()
  /// Workers that the journal knows as registered.
  var journalled: [WorkerName: WorkerRecord]
  /// Processes that want the names of live ones.
  var challenges: [Challenge] = []
  /// Processes whose registration was refused lately.
  var refused = RefusedWorkers()
  /// Scenes that a command would begin and that have no commit yet.
  var tentative: [SceneSlot] = []

  /// Numbers this start.
  package var epoch: Epoch { world.epoch }

  /// A coordinator that goes on from the state that the journal gave back. Call ``start(at:)`` next.
  package init(settings: Settings, restored: Restored, version: String, at now: Instant) {
    world = World(settings: settings, restored: restored, version: version, at: now)
    turn = Turn(world, usedTokens: restored.usedTokens, firstID: restored.floor.nextID)
    scenes = SceneTable(firstRevision: restored.floor.revision)
    nextBeat = now.advanced(byMs: Limits.keepaliveMs)
    journalled = Dictionary(restored.workers.filter(\.isAwaited).map { ($0.name, $0) }) { $1 }
    restore(restored)
  }

  /// The actions that the start itself asks for (boot routes); call once, before any event.
  package mutating func start(at now: Instant) -> [Action] {
    world.time = now
    boot(addingScenes: true)
    forEachScene { scene, world, _ in scene.beginIdleWait(in: world) }
    advanceAll()
    var actions: [Action] = []
    turn.exchange(&actions)
    return actions
  }

  /// Takes one event and returns the actions that it asks for, in order.
  package mutating func handle(_ event: Event, at now: Instant) -> [Action] {
    var actions: [Action] = []
    handle(event, at: now, addingTo: &actions)
    return actions
  }

  /// Takes one event and adds the actions that it asks for to `actions`, in order and without a copy.
  package mutating func handle(_ event: Event, at now: Instant, addingTo actions: inout [Action]) {
    turn.exchange(&actions)
    defer { turn.exchange(&actions) }
    turn.begin()
    absorbStall(until: now)
    world.time = max(now, world.time)
    switch event {
    case .received(let message, let peer): receive(message, from: peer)
    case .garbage(let error, let peer): turn.refuse(error, from: peer)
    case .subscribed(let names, let channel): welcomeObserver(of: names, on: channel)
    case .connectionLost(let connection): endSession(on: connection)
    case .tick: expire()
    case .goOn: goOn()
    case .journalWorks(let works): world.journalWorks = works
    case .configured(let settings):
      world.settings = settings
      forEachScene { scene, world, turn in scene.readLinks(in: world, &turn) }
    case .stop: stop()
    }
    if !challenges.isEmpty { passOnNames() }
    if !tentative.isEmpty { forgetTentativeScenes() }
    if workerNews.isDue(world.workers, at: world.time) { publishKeepalive() }
  }

  /// The one place that chooses by the kind of a message.
  private mutating func receive(_ message: Message, from peer: Peer) {
    let worker = worker(of: peer)
    if let worker { noteLifeSign(of: worker) }
    defer { if let worker { endChallenge(of: worker) } }
    switch message {
    case .command(let command): admit(command, from: peer)
    case .query(let query): answer(query, from: peer)
    case .cancel(let cancel): self.cancel(cancel.id, from: peer)
    case .resume(let resume): self.resume(resume, from: peer)
    case .snapshotRequest(let request): answer(request, from: peer)
    case .inspect(let inspect): answer(inspect, from: peer)
    case .clear(let clear): self.clear(clear, from: peer)
    case .active(let active): note(active, from: peer)
    case .hello(let registration): greet(registration, from: peer)
    case .register, .answer, .working, .abandoned, .appeared, .cannotShow, .pong, .bye:
      guard let worker else { return refuseStranger(peer) }
      receive(message, from: worker, peer)
    case .accepted, .outcome, .status, .snapshot, .report, .error, .welcome, .who, .registered, .ask, .settled,
      .workerState, .ping, .treeEvent, .arrival, .state, .update, .presence, .keepalive:
      turn.refuse(
        ProtocolError(.unsupported, "a \(message.kind) goes from the coordinator to others, not to it"), from: peer)
    }
  }

  /// The outcomes of these commands are not in the journal, and would not survive a crash, whenever they are told again.
  package mutating func disown(_ ids: [CommandID]) {
    for id in ids { turn.ledger.amend(id) { $0.durable = false } }
  }

  /// A number for a session.
  mutating func takeSessionNumber() -> UInt64 {
    defer { nextSession += 1 }
    return nextSession
  }
}

/// Giving events to scenes.
extension Coordinator {
  /// Starts the commands that can start in each scene.
  mutating func advanceAll() {
    forEachScene { scene, world, turn in scene.advance(in: world, &turn) }
  }

  /// Does something in every scene, in the order of names.
  mutating func forEachScene(_ body: (inout Scene, World, inout Turn) -> Void) {
    for slot in scenes.inOrder { body(&scenes[slot], world, &turn) }
  }

  /// The same in those that a worker serves: nothing stands in others that it hosts.
  mutating func forEachScene(servedBy owner: Owner, _ body: (inout Scene, World, inout Turn) -> Void) {
    for slot in scenes.inOrder where owner.serves(scenes[slot].name) { body(&scenes[slot], world, &turn) }
  }

  /// A scene that a command would have begun, and did not, is forgotten.
  private mutating func forgetTentativeScenes() {
    for slot in tentative where scenes[slot].isForgettable {
      turn.asks.forget(slot, named: scenes[slot].name)
      scenes.remove(slot)
      tentative.removeAll { $0 == slot }
    }
    tentative.removeAll { scenes[$0].hasCommits }
  }
}
