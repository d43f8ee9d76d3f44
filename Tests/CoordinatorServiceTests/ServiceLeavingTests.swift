// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import TestSupport
import Testing
import WireProtocol
import ZeroMQ

@testable import CoordinatorService

/// Peers that leave before the coordinator has taken what they sent.
@Suite struct ServiceLeavingTests {
  let folder: ServiceFolder

  init() throws { folder = try ServiceFolder() }

  /// The coordinator's connections at one of its sockets, as the system tells them. They end when libzmq has read all that came.
  private func connections(_ name: String) throws -> Int {
    let table = try processFile("/proc/net/unix")
    // The one that listens is no connection.
    let file = " " + folder.file("\(name).sock")
    return table.split(separator: "\n").filter { $0.hasSuffix(file) }.count - 1
  }

  /// Sends the frames so many times as a peer of the screens socket, and leaves.
  private func writeAndLeave(_ frames: [[UInt8]], times: Int) throws {
    let peer = try RawPeer(folder, "screens")
    for _ in 0..<times { try peer.send(frames) }
    try peer.socket.setLinger(ms: Int32(patienceMs))
  }

  private func hello(_ number: Int) throws -> Message {
    let worker = try #require(WorkerName("w\(number)"))
    let screen = try #require(ScreenName("s\(number)"))
    let incarnation = try #require(Incarnation(UUID().uuidString))
    let routable = Routable(handles: [RequestPattern(.show, nil)])
    return .hello(Registration(worker: worker, incarnation: incarnation, routables: [screen: routable]))
  }

  @Test(
    "those who write much to the screens socket and leave hold nobody up, whether they greet each time or never",
    arguments: [false, true])
  func leaveUnanswered(greets: Bool) async throws {
    let service = try RunningService(folder.configuration { $0.settings.crashLoop = nil })
    let client = try RawPeer(folder, "control")
    #expect(try client.run("one", replace("home")).kind == .committed)
    let control = try #require(service.control)
    await control.pause()
    // First, so that they have come when the others have left.
    for _ in 0..<2 { try client.send(.inspect(Inspect(.status))) }
    for number in 0..<10 {
      let message = try greets ? hello(number) : Message.query(Query(id: "unknown"))
      try writeAndLeave(WireCodec.encode(message, encoding: .json, epoch: 0), times: 1000)
    }
    try eventually("their ends") { try connections("screens") == 0 }
    control.resume()
    // A turn answers one of these questions.
    var discarded: [Int64] = []
    for _ in 0..<2 {
      let objects = try client.first("a report") {
        if case .report(let report) = $0 { report.objects.compactMap(\.json) } else { nil }
      }
      if case .integer(let count)? = objects.first?["sockets"]?["discardedReplies"] { discarded.append(count) }
    }
    let second = try #require(discarded.last)
    #expect(second < 9000, "\(discarded): the second turn did not wait for all of it")
    try service.stop()
  }

  @Test("what a worker has said before it left is taken before its session ends, whatever others write")
  func lastAnswer() async throws {
    let service = try RunningService(
      folder.configuration {
        $0.settings.askMs = 60_000
        $0.settings.transitionMs = 60_000
      })
    let client = try RawPeer(folder, "control")
    let control = try #require(service.control)
    do {
      let worker = try RawPeer(folder, "screens")
      try worker.greet("kiosk", handles: "home")
      _ = try client.run("one", replace("home"))
      try worker.beHeard()
      try client.send(.command(Command(id: try #require(CommandID("two")), verb: .show(["list"]))))
      let ask = try worker.first("an ask") { if case .ask(let ask) = $0 { ask } else { nil } }
      await control.pause()
      try writeAndLeave(WireCodec.encode(.query(Query(id: "unknown")), encoding: .json, epoch: 0), times: 3000)
      try worker.send(.answer(AnswerMessage(token: ask.token, answer: .instruction(.push(AnyScreen("list"))))))
      try worker.socket.setLinger(ms: Int32(patienceMs))
    }
    try eventually("their ends") { try connections("screens") == 0 }
    control.resume()
    let outcome = try client.first("an outcome") { if case .outcome(let outcome) = $0 { outcome } else { nil } }
    #expect(outcome.kind == .committed, "\(outcome)")
    try service.stop()
  }

  @Test("strangers that leave the screens socket cost a worker no pings")
  func strangersLeave() throws {
    let service = try RunningService(folder.configuration())
    let worker = try RawPeer(folder, "screens")
    try worker.greet("kiosk", handles: "home")
    for _ in 0..<40 {
      do {
        let stranger = try RawPeer(folder, "screens")
        try stranger.send(.query(Query(id: "unknown")))
        try stranger.first("an answer") { if case .status = $0 { () } else { nil } }
      }
      try eventually("its end") { try connections("screens") == 1 }
    }
    try worker.send(.query(Query(id: "unknown")))
    var pings = 0
    try worker.first("an answer") { message -> Void? in
      if case .ping = message { pings += 1 }
      return if case .status = message { () } else { nil }
    }
    #expect(pings < 20, "one a second comes anyway")
    try service.stop()
  }

  @Test("an observer that left before its subscription was read is not told as one")
  func leftObserver() async throws {
    let service = try RunningService(folder.configuration())
    let client = try RawPeer(folder, "control")
    _ = try client.run("one", replace("home"))
    let control = try #require(service.control)
    do {
      let later = try RawPeer(folder, "updates", .sub)
      try eventually("its connection") { try connections("updates") == 1 }
      await control.pause()
      do {
        let observer = try RawPeer(folder, "updates", .sub, subscribing: ["wk1/json/"])
        try eventually("one more") { try connections("updates") == 2 }
        try observer.socket.setLinger(ms: Int32(patienceMs))
      }
      try eventually("its end") { try connections("updates") == 1 }
      control.resume()
      // Its subscription comes behind the one of the observer that has left.
      try later.socket.subscribe(Array("wk1/json/".utf8))
      try later.first("a state") { if case .state = $0 { () } else { nil } }
    }
    try eventually("no observer") { try client.status()["observers"] == .array([]) }
    try service.stop()
  }
}
