// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import TestSupport
import Testing
import WireProtocol
import ZeroMQ

@testable import CoordinatorService

/// Clients, observers and workers at a running coordinator.
@Suite struct ServiceTrafficTests {
  let folder: ServiceFolder

  init() throws { folder = try ServiceFolder() }

  @Test(
    "a subscription is answered with the state, then come the updates and a keepalive", arguments: Encoding.allCases)
  func subscriptionAnsweredState(encoding: Encoding) throws {
    let service = try RunningService(folder.configuration())
    let client = try RawPeer(folder, "control")
    _ = try client.run("one", replace("home"))
    let topic = "wk1/\(encoding.rawValue)/main/"
    let observer = try RawPeer(
      folder, "updates", .sub, encoding: encoding, subscribing: [topic, "wk1/\(encoding.rawValue)/!"])
    let state = try observer.first("a state") { if case .state(let state) = $0 { state } else { nil } }
    #expect(state.revision == 1)
    #expect(state.path.path.elements.map(\.screen.name) == ["home"])

    _ = try client.run("two", replace("home", "list"))
    let frames = try observer.firstFrames(on: topic)
    let inbound = try WireCodec.decode(frames: Array(frames.dropFirst())).get()
    guard case .update(let update) = inbound.message else {
      Issue.record("no update but \(inbound.message)")
      return
    }
    #expect(inbound.encoding == encoding)
    #expect(inbound.epoch == update.epoch)
    #expect(update.revision == 2 && update.previousRevision == 1)
    #expect(update.cause.origin.pid == getpid())
    let keepalive = try observer.first("a keepalive") { if case .keepalive(let all) = $0 { all } else { nil } }
    #expect(keepalive.positions.map(\.revision) == [2])
    try service.stop()
  }

  @Test("observers are told by their process as long as they are connected")
  func observersToldProcess() throws {
    let service = try RunningService(folder.configuration())
    let client = try RawPeer(folder, "control")
    #expect(try client.status()["observers"] == .array([]))
    do {
      let observer = try RawPeer(folder, "updates", .sub, subscribing: ["wk1/json/"])
      let mine = JSONValue.object([
        ("pid", .integer(Int64(getpid()))), ("command", .string(Programs.name(of: getpid()))),
      ])
      try eventually("an observer") { try client.status()["observers"] == .array([mine]) }
      withExtendedLifetime(observer) {}
    }
    try eventually("its end") { try client.status()["observers"] == .array([]) }
    try service.stop()
  }

  @Test("the status says what only the shell knows")
  func statusSaysShell() throws {
    let service = try RunningService(folder.configuration { $0.journal = .sqlite })
    let client = try RawPeer(folder, "control")
    _ = try client.run("one", replace("home"))
    let status = try client.status()
    #expect(status["pid"] == .integer(Int64(getpid())))
    #expect(status["runtimeDir"] == .string("\(folder.path)/run"))
    #expect(status["stateDir"] == .string("\(folder.path)/state"))
    #expect(status["journal"]?["mode"] == .string("sqlite"))
    #expect(status["journal"]?["durability"] == .string("normal"))
    #expect(status["journal"]?["commits"] == .integer(1))
    #expect(status["journal"]?["works"] == .bool(true))
    #expect(status["sockets"]?["connections"] == .integer(1))
    try service.stop()
  }

  @Test("a REQ that asks again gets the first outcome, and the late reply to its first copy is dropped")
  func reqAsksAgain() throws {
    let service = try RunningService(folder.configuration())
    let client = try RawPeer(folder, "control", .request)
    let command = Command(id: try #require(CommandID("again")), verb: replace("home"))
    try client.send(.command(command))
    try client.send(.command(command))
    guard case .outcome(let outcome) = try client.next().message else {
      Issue.record("no outcome")
      return
    }
    #expect(outcome.revision == 1)
    try client.send(.inspect(Inspect(.scenes)))
    guard case .report(let report) = try client.next().message else {
      Issue.record("a reply to an older request was taken")
      return
    }
    #expect(report.objects.first?.json?["revision"] == .integer(1), "it was done once")
    try service.stop()
  }

  @Test("what was acknowledged is there after a restart, and a retry is not done again")
  func acknowledgedAfterRestart() throws {
    let configuration = folder.configuration { $0.journal = .sqlite }
    var epochs: [Epoch] = []
    for _ in 0..<2 {
      let service = try RunningService(configuration)
      let outcome = try RawPeer(folder, "control").run("once", replace("home", "list"))
      #expect(outcome.revision == 1)
      #expect(outcome.durable)
      epochs.append(try RawPeer(folder, "control").epoch())
      try service.stop()
    }
    #expect(epochs[0] < epochs[1])
  }

  @Test("history comes from the journal, and without one that is said")
  func historyComesJournal() throws {
    let service = try RunningService(folder.configuration { $0.journal = .sqlite })
    let client = try RawPeer(folder, "control")
    _ = try client.run("one", replace("home"))
    _ = try client.run("two", replace("list"))
    #expect(try client.inspect(.history).map { $0["commandId"] } == [.string("two"), .string("one")])
    try service.stop()

    let other = try ServiceFolder()
    let forgetful = try RunningService(other.configuration())
    let asker = try RawPeer(other, "control")
    try asker.send(.inspect(Inspect(.history)))
    let error = try asker.first("an error") { if case .error(let error) = $0 { error } else { nil } }
    #expect(error.code == .unsupported)
    try forgetful.stop()
  }

  @Test("a worker is asked, told what became of it, and shown the route")
  func workerAskedTold() throws {
    let service = try RunningService(
      folder.configuration {
        $0.settings.askMs = 60_000
        $0.settings.transitionMs = 60_000
      })
    let worker = try RawPeer(folder, "screens")
    try worker.greet("kiosk", handles: "home")
    let client = try RawPeer(folder, "control")
    _ = try client.run("one", replace("home"))
    try worker.beHeard()
    try client.send(.command(Command(id: try #require(CommandID("two")), verb: .show(["list"]))))
    let ask = try worker.first("an ask") { if case .ask(let ask) = $0 { ask } else { nil } }
    try worker.send(.answer(AnswerMessage(token: ask.token, answer: .instruction(.push(AnyScreen("list"))))))
    let settled = try worker.first("a verdict") { if case .settled(let settled) = $0 { settled } else { nil } }
    #expect(settled == Settled(token: ask.token, used: true))
    let outcome = try client.first("an outcome") { if case .outcome(let outcome) = $0 { outcome } else { nil } }
    #expect(outcome.kind == .committed)
    #expect(outcome.path.path.elements.map(\.screen.name) == ["home", "list"])
    try service.stop()
  }

  @Test("a worker that goes while it is asked is noticed at once, and the next one is asked")
  func workerGoesWhile() throws {
    let service = try RunningService(
      folder.configuration {
        $0.settings.askMs = 60_000
        $0.settings.transitionMs = 60_000
      })
    let client = try RawPeer(folder, "control")
    let home = try RawPeer(folder, "screens")
    try home.greet("home", handles: "home")
    do {
      let list = try RawPeer(folder, "screens")
      try list.greet("list", handles: "list")
      _ = try client.run("one", replace("home", "list"))
      // It answers no PING: what it says now has it asked all the same, however long its peers took to come.
      try home.beHeard()
      try client.send(.command(Command(id: try #require(CommandID("two")), verb: .show(["map"]))))
      _ = try list.first("an ask") { if case .ask(let ask) = $0 { ask } else { nil } }
    }
    let gone = MonotonicClock.nowMicroseconds()
    let ask = try home.first("an ask") { if case .ask(let ask) = $0 { ask } else { nil } }
    // The deadline of the ask would come after a minute.
    #expect(MonotonicClock.nowMicroseconds() - gone < 20_000_000)
    try home.send(.answer(AnswerMessage(token: ask.token, answer: .declined)))
    let outcome = try client.first("an outcome") { if case .outcome(let outcome) = $0 { outcome } else { nil } }
    #expect(outcome.kind == .unhandled)
    #expect(outcome.asked.map(\.answer) == [.died, .declined, .unregistered])
    try service.stop()
  }

  @Test("a worker that takes nothing more loses its session, and everybody else goes on")
  func workerTakesNothing() throws {
    let service = try RunningService(folder.configuration())
    let worker = try RawPeer(folder, "screens", queue: 256)
    try worker.greet("hung", handles: "home")
    let client = try RawPeer(folder, "control")
    // Each is answered by an outcome of some size that nobody reads.
    for number in 0..<6000 {
      try worker.send(.command(Command(id: try #require(CommandID("w\(number)")), verb: replace("home", "list"))))
    }
    try eventually("the end of its session") { try client.inspect(.workers).first?["state"] == .string("gone") }
    #expect(try client.run("one", replace("home")).kind == .committed)
    try service.stop()
  }

  @Test("a worker or a client that reads gets the answer to each of many questions at once")
  func manyQuestions() throws {
    let service = try RunningService(folder.configuration())
    for name in ["screens", "control"] {
      let peer = try RawPeer(folder, name)
      if name == "screens" { try peer.greet("curious", handles: "home") }
      for _ in 0..<1000 { try peer.send(.query(Query(id: "unknown"))) }
      for _ in 0..<1000 { try peer.first("an answer") { if case .status = $0 { () } else { nil } } }
    }
    let client = try RawPeer(folder, "control")
    try eventually("its end, with its connection") { try client.inspect(.workers).first?["state"] == .string("gone") }
    try service.stop()
  }

  @Test("an observer of both encodings gets the state of each of many scenes in both")
  func manyScenes() throws {
    let service = try RunningService(folder.configuration())
    let client = try RawPeer(folder, "control")
    for number in 0..<200 {
      let id = try #require(CommandID("fill-\(number)"))
      let scene = try #require(SceneName("scene\(number)"))
      try client.send(.command(Command(id: id, scene: scene, verb: replace("home"))))
      try client.first("an outcome") { if case .outcome = $0 { () } else { nil } }
    }
    let observer = try RawPeer(folder, "updates", .sub, subscribing: ["wk1/"])
    var topics: Set<[UInt8]> = []
    while topics.count < 400 {
      let frames = try observer.receive()
      let message = try WireCodec.decode(frames: Array(frames.dropFirst())).get().message
      if case .state = message { topics.insert(frames[0]) }
    }
    try service.stop()
  }

  @Test("an answer that is too large to be taken is replaced by one that says so")
  func answerTooLarge() throws {
    let service = try RunningService(folder.configuration())
    let client = try RawPeer(folder, "control")
    let large = JSONValue.string(String(repeating: "x", count: 15_000))
    let path = (0..<14).map { _ in PathItem(AnyScreen("page", content: .object([("text", large)]))) }
    for scene in ["a", "b", "c", "d", "e", "f"] as [SceneName] {
      let id = try #require(CommandID("fill-\(scene)"))
      try client.send(.command(Command(id: id, scene: scene, verb: .navigator(.replace(path: path, in: nil)))))
      let outcome = try client.first("an outcome") { if case .outcome(let outcome) = $0 { outcome } else { nil } }
      #expect(outcome.kind == .committed)
    }
    try client.send(.snapshotRequest(SnapshotRequest()))
    let error = try client.first("an error") { if case .error(let error) = $0 { error } else { nil } }
    #expect(error.code == .full)
    try client.send(.snapshotRequest(SnapshotRequest(scenes: ["a"])))
    let snapshot = try client.first("a snapshot") { if case .snapshot(let all) = $0 { all } else { nil } }
    #expect(snapshot.scenes.map(\.scene) == ["a"])
    try service.stop()
  }
}

extension RawPeer {
  /// The frames of the next message on this topic.
  func firstFrames(on topic: String) throws -> [[UInt8]] {
    while true {
      let frames = try receive()
      if frames.first == Array(topic.utf8) { return frames }
    }
  }

  /// The coordinator's epoch, as its messages say it.
  func epoch() throws -> Epoch {
    try send(.query(Query(id: "unknown")))
    return try next().epoch
  }
}
