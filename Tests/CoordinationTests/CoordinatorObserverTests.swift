// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: observers and reports")
struct CoordinatorObserverTests {
  @Test("A subscription is answered with the state of every scene that it names")
  func subscription() {
    var bench = CoordinatorChainTests.bench()
    bench.replace("home", in: "left")
    func states(_ scenes: [SceneName]) -> [SceneName] {
      var copy = bench
      copy.feed(.subscribed(to: scenes, on: Channel(0)))
      return copy.published.compactMap { if case .state(let state) = $0 { state.scene } else { nil } }
    }
    #expect(bench.coordinator.sceneNames == ["left", "main"])
    #expect(states(["main"]) == ["main"])
    #expect(states(["left", "main"]) == ["left", "main"])
    #expect(states(["nowhere"]) == [])
    #expect(states([]) == [])
  }

  @Test("An update says from where to where, and why")
  func update() throws {
    var bench = CoordinatorChainTests.bench()
    let id = bench.command(.show(["detail"])) { $0.because = "a tap" }
    try bench.answer(.instruction(.push(nil)), by: "list")
    let update = try #require(bench.updates.last)
    #expect(update.previousRevision == 1)
    #expect(update.revision == 2)
    #expect(update.epoch == 1)
    #expect(update.previous.description == "home/list")
    #expect(update.current.path.description == "home/list/detail")
    #expect(update.cause.command == id)
    #expect(update.cause.verb == "show detail")
    #expect(update.cause.because == "a tap")
    #expect(update.cause.origin.pid == 40)
    #expect(update.cause.handledBy?.worker == "list")
    #expect(update.cause.tokens == [Ask.Token(epoch: 1, number: 1)])
  }

  @Test("A commit is written, then told: verdict, state, update, outcome")
  func order() throws {
    var bench = CoordinatorChainTests.bench()
    bench.register("list", ["list": .asked, "detail": Routable()])
    bench.command(.show(["detail"]))
    let token = try #require(bench.asks(of: "list").last).token
    let answer = Message.answer(AnswerMessage(token: token, answer: .instruction(.push(nil))))
    let actions = bench.coordinator.handle(
      .received(answer, from: Bench.process("list")), at: bench.now)
    let kinds = actions.map { action -> String in
      switch action {
      case .record(.commit): "commit"
      case .record(.decided): "decided"
      case .send(let message, _), .reply(let message, _), .publish(let message, _): "\(message.kind)"
      default: "\(action)"
      }
    }
    #expect(kinds == ["commit", "settled", "workerState", "update", "decided", "outcome"])
  }

  @Test("Each second a keepalive says where every scene is")
  func keepalive() {
    var bench = CoordinatorChainTests.bench()
    bench.feed(.connectionLost(Bench.connection("list")))
    bench.pass(Limits.workerNewsMs)
    bench.forgetAll()
    bench.pass(1000 - Limits.workerNewsMs)
    let position = Keepalive.Position(scene: "main", revision: 1, presenceNumber: 1)
    #expect(bench.published == [.keepalive(Keepalive(epoch: 1, positions: [position], workerChanges: 3))])
  }

  @Test("More than 64 scenes take turns in the keepalives")
  func manyScenes() {
    var bench = Bench()
    for index in 0..<100 { bench.replace("home", in: SceneName("s\(index)") ?? "s") }
    var seen: Set<SceneName> = []
    bench.pass(2000)
    for message in bench.published {
      guard case .keepalive(let keepalive) = message else { continue }
      #expect(keepalive.positions.count <= 64)
      seen.formUnion(keepalive.positions.map(\.scene))
    }
    #expect(seen.count == 100)
  }

  @Test(
    "What is no message, or not for the coordinator, is answered with an error and counted",
    arguments: [
      Message.ping, .who, .settled(Settled(token: Ask.Token(epoch: 1, number: 1), used: true)),
    ])
  func misdirected(_ message: Message) {
    var bench = CoordinatorChainTests.bench()
    bench.client(sends: message)
    #expect(bench.errors() == [.unsupported])
    bench.feed(.garbage(ProtocolError(.malformed, "no header"), from: nil))
    bench.client(sends: .inspect(Inspect(.status)))
    guard case .report(let report) = bench.take("client").last, case .status(let status)? = report.objects.first else {
      Issue.record("no report")
      return
    }
    #expect(status.counters.garbage["malformed"] == 1)
  }

  @Test("The status lists what lately ended otherwise than committed")
  func lately() throws {
    var bench = CoordinatorChainTests.bench()
    bench.command(.hide("nobody", atomic: false))
    bench.client(sends: .inspect(Inspect(.status)))
    guard case .report(let report) = bench.take("client").last, case .status(let status)? = report.objects.first else {
      Issue.record("no report")
      return
    }
    #expect(status.notAsAsked.map(\.reason) == ["targetNotFound"])
  }

  @Test("Of those the status lists the last, oldest first")
  func latest() throws {
    var bench = CoordinatorChainTests.bench()
    let names = (0...Limits.latelyMax).map { ScreenName(stringLiteral: "nobody\($0)") }
    for name in names { bench.command(.hide(name, atomic: false)) }
    bench.client(sends: .inspect(Inspect(.status)))
    guard case .report(let report) = bench.take("client").last, case .status(let status)? = report.objects.first else {
      Issue.record("no report")
      return
    }
    #expect(status.notAsAsked.map(\.verb) == names.dropFirst().map { "hide \($0)" })
  }
}
