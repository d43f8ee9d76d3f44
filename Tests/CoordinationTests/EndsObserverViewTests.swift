// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Ends: an observer's view")
struct EndsObserverViewTests {
  static func state(_ revision: Revision, presence: UInt64 = 0, epoch: Epoch = 5, scene: SceneName = "main")
    -> SceneState
  {
    SceneState(
      scene: scene, epoch: epoch, revision: revision, presenceNumber: presence, path: PlacedPath(Path([])))
  }

  static func update(
    _ previous: Revision, _ revision: Revision, epoch: Epoch = 5, scene: SceneName = "main", presence: UInt64 = 0,
    isMinor: Bool = false
  ) -> Update {
    Update(
      scene: scene, epoch: epoch, previousRevision: previous, revision: revision, isMinor: isMinor, previous: Path([]),
      current: PlacedPath(Path([])), cause: Cause(kind: .command, verb: "back"), presenceNumber: presence)
  }

  static func presence(_ number: UInt64) -> Presence.Change {
    Presence.Change(
      scene: "main", epoch: 5, number: number, elements: [.root], presence: .unattended, worker: "kiosk", version: "1")
  }

  static func keepalive(
    _ revision: Revision, presence: UInt64 = 0, epoch: Epoch = 5, scene: SceneName = "main"
  ) -> ObserverView.Event {
    let position = Keepalive.Position(scene: scene, revision: revision, presenceNumber: presence)
    return .received(.keepalive(Keepalive(epoch: epoch, positions: [position])), epoch: epoch)
  }

  static func received(_ state: SceneState) -> ObserverView.Event { .received(.state(state), epoch: state.epoch) }
  static func received(_ update: Update) -> ObserverView.Event { .received(.update(update), epoch: update.epoch) }
  static func received(_ presence: Presence.Change) -> ObserverView.Event {
    .received(.presence(presence), epoch: presence.epoch)
  }

  /// A view that follows `main` at revision 8, presence 3, epoch 5, since 1 ms.
  static func following(scene: SceneName? = "main") -> ObserverView {
    var view = ObserverView(scene: scene, seed: 1)
    _ = view.handle(.start, at: at(0))
    _ = view.handle(received(state(8, presence: 3)), at: at(1))
    return view
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var event: ObserverView.Event
    var actions: [ObserverView.Action]
  }

  @Test(
    "While joining",
    arguments: [
      Case(testDescription: "STATE is adopted", event: received(state(8)), actions: [.state(state(8))]),
      Case(
        testDescription: "UPDATE is adopted as the state, no gap", event: received(update(7, 8)),
        actions: [.state(state(8))]),
      Case(
        testDescription: "minor UPDATE is adopted as the state", event: received(update(7, 8, isMinor: true)),
        actions: [.state(state(8))]),
      Case(
        testDescription: "UPDATE that begins the scene is told", event: received(update(0, 1)),
        actions: [.update(update(0, 1))]),
      Case(testDescription: "PRESENCE waits for the state", event: received(presence(4)), actions: []),
      Case(testDescription: "another scene is not ours", event: received(state(8, scene: "cluster")), actions: []),
    ])
  func joining(_ example: Case) {
    var view = ObserverView(scene: "main", seed: 1)
    #expect(view.handle(.start, at: at(0)) == [.subscribe])
    #expect(view.handle(example.event, at: at(1)) == example.actions)
  }

  @Test(
    "While following revision 8, presence 3, epoch 5",
    arguments: [
      Case(testDescription: "next update", event: received(update(8, 9)), actions: [.update(update(8, 9))]),
      Case(
        testDescription: "update after a gap", event: received(update(10, 11)),
        actions: [.gap("main", from: 8, to: 10), .update(update(10, 11))]),
      Case(
        testDescription: "next minor update", event: received(update(8, 9, isMinor: true)),
        actions: [.update(update(8, 9, isMinor: true))]),
      Case(
        testDescription: "minor update after a gap", event: received(update(10, 11, isMinor: true)),
        actions: [.gap("main", from: 8, to: 10), .state(state(11))]),
      Case(testDescription: "update not above", event: received(update(7, 8)), actions: []),
      Case(
        testDescription: "state above", event: received(state(9, presence: 3)),
        actions: [.gap("main", from: 8, to: 9), .state(state(9, presence: 3))]),
      Case(
        testDescription: "state with newer presence", event: received(state(8, presence: 4)),
        actions: [.state(state(8, presence: 4))]),
      Case(testDescription: "state not above", event: received(state(8, presence: 3)), actions: []),
      Case(testDescription: "next presence", event: received(presence(4)), actions: [.presence(presence(4))]),
      Case(testDescription: "presence not above", event: received(presence(3)), actions: []),
      Case(testDescription: "keepalive equal", event: keepalive(8, presence: 3), actions: []),
      Case(
        testDescription: "keepalive ahead", event: keepalive(9, presence: 3),
        actions: [.gap("main", from: 8, to: 9)]),
      Case(testDescription: "keepalive of another scene", event: keepalive(99, scene: "cluster"), actions: []),
      Case(
        testDescription: "state of a higher epoch, nothing missed", event: received(state(8, epoch: 6)),
        actions: [.epoch(from: 5, to: 6), .state(state(8, epoch: 6))]),
      Case(
        testDescription: "state of a higher epoch, something missed", event: received(state(9, epoch: 6)),
        actions: [.epoch(from: 5, to: 6), .gap("main", from: 8, to: 9), .state(state(9, epoch: 6))]),
      Case(
        testDescription: "state of a higher epoch that began anew", event: received(state(1, epoch: 6)),
        actions: [.epoch(from: 5, to: 6), .state(state(1, epoch: 6))]),
      Case(
        testDescription: "update of a higher epoch", event: received(update(8, 9, epoch: 6)),
        actions: [.epoch(from: 5, to: 6), .update(update(8, 9, epoch: 6))]),
      Case(
        testDescription: "minor update of a higher epoch", event: received(update(8, 9, epoch: 6, isMinor: true)),
        actions: [.epoch(from: 5, to: 6), .state(state(9, epoch: 6))]),
      Case(testDescription: "state of a lower epoch", event: received(state(99, epoch: 4)), actions: []),
      Case(testDescription: "update of a lower epoch", event: received(update(98, 99, epoch: 4)), actions: []),
      Case(
        testDescription: "keepalive of a higher epoch", event: keepalive(8, presence: 3, epoch: 6),
        actions: [.epoch(from: 5, to: 6)]),
    ])
  func following(_ example: Case) {
    var view = Self.following()
    #expect(view.handle(example.event, at: at(2)) == example.actions)
  }

  @Test(
    "What no update will bring is asked for again, 100 to 500 ms later",
    arguments: [
      keepalive(9, presence: 3), keepalive(8, presence: 4), keepalive(8, presence: 3, epoch: 6), received(presence(5)),
    ])
  func resubscribes(_ event: ObserverView.Event) throws {
    var view = Self.following()
    _ = view.handle(event, at: at(2))
    let due = try #require(view.nextDeadline)
    #expect((at(102)...at(502)).contains(due))
    #expect(view.handle(.tick, at: due) == [.subscribe])
  }

  @Test("It is not asked for again when it has come by itself")
  func healed() {
    var view = Self.following()
    _ = view.handle(Self.keepalive(9, presence: 3), at: at(2))
    #expect(view.handle(Self.received(Self.update(8, 9)), at: at(3)) == [.update(Self.update(8, 9))])
    #expect(view.handle(.tick, at: at(600)) == [])
  }

  @Test("A gap is told once, by the keepalive or by what follows")
  func gapOnce() {
    var view = Self.following()
    #expect(view.handle(Self.keepalive(9, presence: 3), at: at(2)) == [.gap("main", from: 8, to: 9)])
    let state = Self.state(10, presence: 3)
    #expect(view.handle(Self.received(state), at: at(3)) == [.gap("main", from: 9, to: 10), .state(state)])
  }

  @Test(
    "A minor update stands for the state after a gap, a restart or a silence that was told; the next one is told as it is",
    arguments: [
      ([keepalive(9, presence: 3)], 5), ([keepalive(8, presence: 3, epoch: 6)], 6), ([.tick], 5),
      ([.tick, keepalive(8, presence: 3)], 5),
    ] as [([ObserverView.Event], Epoch)])
  func minorStandsForState(_ before: [ObserverView.Event], _ epoch: Epoch) {
    var view = Self.following()
    for event in before { _ = view.handle(event, at: at(3001)) }
    let minor = Self.update(8, 9, epoch: epoch, isMinor: true)
    let state = Self.state(9, epoch: epoch)
    #expect(view.handle(Self.received(minor), at: at(3002)) == [.state(state)])
    #expect(view.handle(Self.received(state), at: at(3003)) == [], "it was told")
    let next = Self.update(9, 10, epoch: epoch, isMinor: true)
    #expect(view.handle(Self.received(next), at: at(3004)) == [.update(next)])
  }

  @Test("A missed presence is healed by the state, which is above the view")
  func missedPresence() {
    var view = Self.following()
    #expect(view.handle(Self.received(Self.presence(5)), at: at(2)) == [.presence(Self.presence(5))])
    let state = Self.state(8, presence: 5)
    #expect(view.handle(Self.received(state), at: at(3)) == [.state(state)])
  }

  @Test("A presence that is heard before the update that came before it is told again by the state")
  func earlyPresence() {
    var view = Self.following()
    _ = view.handle(Self.received(Self.presence(4)), at: at(2))
    _ = view.handle(Self.received(Self.update(8, 9, presence: 3)), at: at(3))
    #expect(view.state(of: "main")?.path.hosts == [:], "as it was before the presence")
    #expect(view.handle(Self.keepalive(9, presence: 4), at: at(4)) == [])
    let state = Self.state(9, presence: 4)
    #expect(view.handle(Self.received(state), at: at(5)) == [.state(state)])
  }

  @Test("Presence is part of the state that is known")
  func presenceIsKept() {
    var view = Self.following()
    _ = view.handle(Self.received(Self.presence(4)), at: at(2))
    #expect(view.state(of: "main")?.path.hosts == [.root: Host(.unattended, worker: "kiosk")])
    #expect(view.state(of: "main")?.presenceNumber == 4)
  }

  @Test("Three keepalives of a lower epoch are believed when the higher one is silent, however fast they come")
  func lowerEpoch() {
    var view = Self.following()
    let lower = Self.keepalive(1, epoch: 2)
    #expect(view.handle(lower, at: at(2)) == [])
    #expect(view.handle(lower, at: at(3)) == [])
    _ = view.handle(Self.keepalive(8, presence: 3), at: at(4))
    #expect(view.handle(lower, at: at(5)) == [])
    #expect(view.handle(lower, at: at(6)) == [])
    #expect(view.handle(lower, at: at(7)) == [])
    #expect(view.handle(lower, at: at(3005)) == [.epoch(from: 5, to: 2), .subscribe])
    let state = Self.state(1, epoch: 2)
    #expect(view.handle(Self.received(state), at: at(3006)) == [.state(state)])
  }

  @Test("A lower epoch is no life")
  func lowerEpochIsSilence() {
    var view = Self.following()
    _ = view.handle(Self.keepalive(1, epoch: 2), at: at(2000))
    #expect(view.handle(.tick, at: at(3001)) == [.disconnected, .subscribe])
  }

  @Test("Silence of 3 s is told once; then the subscription is renewed ever more rarely, until something is heard")
  func silence() throws {
    var view = Self.following()
    #expect(view.nextDeadline == at(3001))
    #expect(view.handle(.tick, at: at(3001)) == [.disconnected, .subscribe])
    let second = try #require(view.nextDeadline)
    #expect((3000.0...3750).contains(second.ms(since: at(3001))))
    #expect(view.handle(.tick, at: second) == [.subscribe])
    let third = try #require(view.nextDeadline)
    #expect((6000.0...7500).contains(third.ms(since: second)))
    _ = view.handle(Self.keepalive(8, presence: 3), at: at(20_000))
    #expect(view.handle(.tick, at: at(23_000)) == [.disconnected, .subscribe])
  }

  @Test("Where it is heard again after a silence, the first state of a scene is told, also where it is the known one")
  func heardAgain() {
    var view = Self.following()
    #expect(view.handle(.tick, at: at(3001)) == [.disconnected, .subscribe])
    #expect(view.handle(Self.keepalive(8, presence: 3), at: at(4000)) == [])
    let state = Self.state(8, presence: 3)
    #expect(view.handle(Self.received(state), at: at(4001)) == [.state(state)])
    #expect(view.handle(Self.received(state), at: at(4002)) == [])
    #expect(view.handle(.tick, at: at(7002)) == [.disconnected, .subscribe])
    let update = Self.update(8, 9)
    #expect(view.handle(Self.received(update), at: at(7003)) == [.update(update)])
    #expect(view.handle(Self.received(Self.state(9)), at: at(7004)) == [])
  }

  @Test("A scene that three keepalives of a later coordinator do not list is lost, where they had room for it")
  func lostScene() throws {
    var view = ObserverView(scene: nil, seed: 1)
    let path = PlacedPath(Path([Element(id: .root, screen: AnyScreen("home"))]))
    for scene in ["main", "map", "side"] as [SceneName] {
      var state = Self.state(8, scene: scene)
      state.path = path
      _ = view.handle(Self.received(state), at: at(1))
    }
    #expect(view.handle(Self.keepalive(1, epoch: 6, scene: "map"), at: at(2)) == [.epoch(from: 5, to: 6)])
    #expect(view.handle(Self.received(Self.state(1, epoch: 6, scene: "side")), at: at(3)).count == 1)
    #expect(view.handle(Self.keepalive(1, epoch: 6, scene: "map"), at: at(1002)) == [])
    let positions = (0..<64).map { number in
      Keepalive.Position(scene: SceneName("s\(number)") ?? "s", revision: 1, presenceNumber: 0)
    }
    let full = Keepalive(epoch: 6, positions: positions)
    #expect(view.handle(.received(.keepalive(full), epoch: 6), at: at(1500)) == [])
    let last = view.handle(Self.keepalive(1, epoch: 6, scene: "map"), at: at(2002))
    #expect(last == [.state(Self.state(0, epoch: 6))])
    #expect(view.state(of: "main")?.path.path.elements.isEmpty == true)
    #expect(view.handle(Self.keepalive(1, epoch: 6, scene: "map"), at: at(3002)) == [])
    // It begins anew: what came before it was seen was missed.
    let state = Self.state(2, epoch: 6)
    let heard = view.handle(Self.received(state), at: at(3003))
    #expect(heard == [.gap("main", from: 0, to: 2), .state(state)])
  }

  @Test("A scene without a path is told where a later coordinator that does not have it is heard after a silence")
  func lostAgain() {
    var view = Self.following()
    #expect(view.handle(.tick, at: at(3001)) == [.disconnected, .subscribe])
    let heard = (4...6).map { view.handle(Self.keepalive(1, epoch: 6, scene: "map"), at: at($0 * 1000)) }
    #expect(heard == [[.epoch(from: 5, to: 6)], [], [.state(Self.state(0, epoch: 6))]])
    #expect(view.handle(Self.keepalive(1, epoch: 6, scene: "map"), at: at(7000)) == [])
  }

  @Test("A view of all scenes follows each, and finds one that it has not heard of")
  func allScenes() throws {
    var view = Self.following(scene: nil)
    let cluster = Self.state(1, scene: "cluster")
    #expect(view.handle(Self.received(cluster), at: at(2)) == [.state(cluster)])
    #expect(view.handle(Self.keepalive(1, scene: "map"), at: at(3)) == [])
    let due = try #require(view.nextDeadline)
    // What another scene tells does not heal this one.
    _ = view.handle(Self.received(Self.update(8, 9)), at: at(4))
    #expect(view.handle(.tick, at: due) == [.subscribe])
  }
}
