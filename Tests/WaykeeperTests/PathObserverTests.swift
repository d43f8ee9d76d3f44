// SPDX-License-Identifier: Apache-2.0

import Coordination
import TestSupport
import Testing
import WaykeeperTesting

@testable import Waykeeper

@Suite("An observer and a coordinator", .timeLimit(.minutes(20)))
struct PathObserverTests {
  let coordinator: Sandbox
  let navigator: Navigator

  init() async throws {
    coordinator = try await Sandbox.patient()
    navigator = try Navigator.connect(.runtimeFolder(coordinator.folder), name: "test").timeout(.seconds(30))
  }

  var location: CoordinatorLocation { .runtimeFolder(coordinator.folder) }

  @Test("It gets the state first, then each update with its cause")
  func follows() async throws {
    try await navigator.replace(path: Home())
    var events = PathObserver(at: location).makeAsyncIterator()
    let state = try #require(await events.nextHeard()?.state)
    #expect(names(state.path) == ["home"])
    try await navigator.because("a test").go(to: List(), on: Home())
    let update = try #require(await events.nextHeard()?.update)
    #expect(names(update.current) == ["home", "list"])
    #expect(names(update.previous) == ["home"])
    #expect(update.cause.origin.name == "test")
    #expect(update.cause.because == "a test")
  }

  @Test("An observer of one scene does not see another; one of all sees both")
  func scenes() async throws {
    try await navigator.replace(path: Home())
    var one = PathObserver(scene: "cluster", at: location).makeAsyncIterator()
    var all = PathObserver(scene: nil, at: location).makeAsyncIterator()
    #expect(await all.nextHeard()?.scene == "main")
    try await navigator.scene("cluster").replace(path: List())
    #expect(await all.nextHeard()?.scene == "cluster")
    #expect(await one.nextHeard()?.scene == "cluster")
  }

  @Test("The states are the newest ones")
  func states() async throws {
    try await navigator.replace(path: Home())
    var states = PathObserver(at: location).states.makeAsyncIterator()
    #expect(await states.next()?.revision == 1)
    for id in 1...20 { try await navigator.replace(path: Home(), Exhibit(id: id)) }
    var last = await states.next()
    while let state = last, state.revision < 21 { last = await states.next() }
    #expect(last.map { names($0.path) } == ["home", "exhibit"])
  }

  @Test("A loop ends when its task is cancelled")
  func cancelled() async throws {
    let begun = Recorder<PathEvent>()
    let location = location
    let loop = Task { for await event in PathObserver(at: location) { begun.add(event) } }
    try await navigator.replace(path: Home())
    try await begun.wait { !$0.isEmpty }
    loop.cancel()
    await loop.value
  }

  @Test("A coordinator that comes back is followed; its new epoch is told")
  func restart() async throws {
    try await navigator.replace(path: Home())
    var events = PathObserver(at: location).makeAsyncIterator()
    _ = await events.nextHeard()
    try await coordinator.kill()
    try await coordinator.restart()
    try await navigator.replace(path: List())
    var seen: [PathEvent] = []
    while let event = await events.next() {
      seen.append(event)
      if event.scene == "main" { break }
    }
    // On a busy machine the pause may be long enough to be told.
    guard case .epoch(let old, let new) = seen.first(where: { $0 != .disconnected }) else {
      Issue.record("no epoch in \(seen)")
      return
    }
    #expect(old < new)
  }

  @Test("Without a coordinator it says so, and waits for one")
  func absent() async throws {
    try await coordinator.kill()
    var events = PathObserver(at: location).makeAsyncIterator()
    #expect(await events.next() == .disconnected)
    try await coordinator.restart()
    try await navigator.replace(path: Home())
    // It counts from when the sockets are there, so on a busy machine it may be told again.
    var event = await events.next()
    while event == .disconnected { event = await events.next() }
    #expect(event?.scene == "main")
  }
}

@Suite("Events that wait for a slow reader")
struct SlowReaderTests {
  static func state(_ scene: SceneName, _ revision: Revision) -> SceneState {
    SceneState(scene: scene, epoch: 1, revision: revision, presenceNumber: 0, path: PlacedPath(Path([])))
  }

  static func update(_ scene: SceneName, _ revision: Revision) -> Update {
    Update(
      scene: scene, epoch: 1, previousRevision: revision - 1, revision: revision, isMinor: false,
      previous: Path([]), current: PlacedPath(Path([])), cause: Cause(kind: .command, verb: "back"))
  }

  /// An observer of all scenes whose reader takes nothing, and what waits for it.
  private struct SlowReader {
    private(set) var view = ObserverView(scene: nil, seed: 1)
    private(set) var events: [PathEvent] = []

    mutating func hear(_ message: Message) {
      let actions = view.handle(.received(message, epoch: 1), at: Instant(microseconds: 0))
      PathObserver.keep(actions.compactMap { PathEvent($0) }, in: &events, view: view)
    }
  }

  @Test("Up to the limit they are kept; past it a gap and the state after it stand for each scene")
  func condensed() {
    var reader = SlowReader()
    reader.hear(.state(Self.state("main", 4)))
    reader.hear(.update(Self.update("cluster", 1)))
    for revision in 5...(UInt64(PathObserver.eventsMax) + 2) { reader.hear(.update(Self.update("main", revision))) }
    #expect(reader.events.count == PathObserver.eventsMax)
    let last = UInt64(PathObserver.eventsMax) + 3
    reader.hear(.update(Self.update("main", last)))
    #expect(
      reader.events == [
        .gap("cluster", from: 0, to: 1), .state(Self.state("cluster", 1)),
        .gap("main", from: 4, to: last), .state(Self.state("main", last)),
      ])
    reader.hear(.update(Self.update("main", last + 1)))
    #expect(reader.events.last == .update(Self.update("main", last + 1)))
  }

  @Test("A change of hosts that waits first hides no commit after it; with hosts alone none was missed")
  func condensedPresence() {
    func change(_ scene: SceneName) -> PathEvent {
      .presence(
        Presence.Change(
          scene: scene, epoch: 1, number: 1, elements: [.root], presence: .attended, worker: "museum", version: ""))
    }
    var view = ObserverView(scene: nil, seed: 1)
    for state in [Self.state("main", 9), Self.state("cluster", 3)] {
      _ = view.handle(.received(.state(state), epoch: 1), at: Instant(microseconds: 0))
    }
    let updates = [8, 9].map { PathEvent.update(Self.update("main", $0)) }
    #expect(
      PathEvent.condensed([change("cluster"), change("main")] + updates, view: view) == [
        .state(Self.state("cluster", 3)), .gap("main", from: 7, to: 9), .state(Self.state("main", 9)),
      ])
  }

  @Test("A gap whose state has not come yet is told up to its end")
  func condensedGap() {
    var reader = SlowReader()
    reader.hear(.state(Self.state("main", 2)))
    for revision in 1...(UInt64(PathObserver.eventsMax) - 1) { reader.hear(.update(Self.update("cluster", revision))) }
    #expect(reader.events.count == PathObserver.eventsMax)
    reader.hear(.keepalive(Keepalive(epoch: 1, positions: [.init(scene: "main", revision: 9, presenceNumber: 0)])))
    let gap: [PathEvent] = [.gap("main", from: 2, to: 9), .state(Self.state("main", 2))]
    #expect(reader.events.suffix(2) == gap[...])
    reader.hear(.state(Self.state("main", 9)))
    #expect(reader.events.suffix(3) == (gap + [PathEvent.state(Self.state("main", 9))])[...])
    // Once more past the limit the gap is still one from what the reader knows to what is known now.
    #expect(
      PathEvent.condensed(Array(reader.events.suffix(3)), view: reader.view) == [
        .gap("main", from: 2, to: 9), .state(Self.state("main", 9)),
      ])
  }

  @Test("A commit that comes with the gap before it is not told as missed and once more")
  func condensedOnce() {
    var reader = SlowReader()
    reader.hear(.state(Self.state("main", 2)))
    for revision in 1...(UInt64(PathObserver.eventsMax) - 1) { reader.hear(.update(Self.update("cluster", revision))) }
    #expect(reader.events.count == PathObserver.eventsMax)
    reader.hear(.update(Self.update("main", 9)))
    #expect(reader.events.suffix(2) == [.gap("main", from: 2, to: 9), .state(Self.state("main", 9))])
  }

  @Test("Past the limit a restart of the coordinator is still told, and its silence if that is the last")
  func condensedRestart() {
    let view = ObserverView(scene: nil, seed: 1)
    let restarts: [PathEvent] = [
      .disconnected, .epoch(from: 1, to: 2), .disconnected, .epoch(from: 2, to: 5), .disconnected,
    ]
    #expect(PathEvent.condensed(restarts, view: view) == [.epoch(from: 1, to: 5), .disconnected])
    #expect(PathEvent.condensed(restarts.dropLast(), view: view) == [.epoch(from: 1, to: 5)])
  }

  @Test("A mailbox hands out what waits in order, and nothing once its reader was cancelled")
  func mailbox() async {
    let mailbox = Mailbox<Int>()
    mailbox.put { $0 += [1, 2] }
    #expect(await mailbox.next() == 1)
    #expect(await mailbox.next() == 2)
    let reader = Task { await mailbox.next() }
    reader.cancel()
    #expect(await reader.value == nil)
    mailbox.put { $0.append(3) }
    #expect(await mailbox.next() == nil)
  }
}

extension PathEvent {
  var state: SceneState? { if case .state(let state) = self { state } else { nil } }
  var update: Update? { if case .update(let update) = self { update } else { nil } }
}

extension PathObserver.Iterator {
  /// The next event that a coordinator told. That nothing was heard for a while can be told in between on a busy machine.
  mutating func nextHeard(isolation actor: isolated (any Actor)? = #isolation) async -> PathEvent? {
    while let event = await next(isolation: actor) {
      if event != .disconnected { return event }
    }
    return nil
  }
}
