// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Logging
import RouteModel
import TestSupport
import Testing
import WireProtocol
import ZeroMQ

@testable import CoordinatorService

/// Whatever comes in, the coordinator stays up, answers where an answer is due, and counts.
@Suite struct ServiceGarbageTests {
  let folder: ServiceFolder
  let service: RunningService
  let witness: RawPeer

  init() throws {
    folder = try ServiceFolder()
    service = try RunningService(folder.configuration())
    witness = try RawPeer(folder, "control")
  }

  /// The coordinator still navigates.
  private func navigates(_ id: String = "proof-of-life") throws {
    #expect(try witness.run(id, replace("home", "list")).kind == .committed)
  }

  /// A command's frames, whole.
  private func command(_ encoding: Encoding = .json) throws -> [[UInt8]] {
    let command = Command(id: try #require(CommandID("garbage")), verb: replace("garbage"))
    return WireCodec.encode(.command(command), encoding: encoding, epoch: 0, correlation: [7])
  }

  @Test("random frames are counted and leave no trace", arguments: ["control", "screens"], [1, 2, 3] as [UInt64])
  func randomFramesCounted(door: String, seed: UInt64) throws {
    var noise = SeededGenerator(seed: seed)
    let peer = try RawPeer(folder, door)
    for _ in 0..<300 {
      let frames = (0..<Int.random(in: 1...7, using: &noise)).map { _ in
        (0..<Int.random(in: 0...80, using: &noise)).map { _ in UInt8.random(in: 0...255, using: &noise) }
      }
      try peer.send(frames)
    }
    try eventually("all of it") { try witness.garbage("malformed") == 300 }
    #expect(try peer.socket.receive() == nil, "nothing of it had a header that could be answered")
    try navigates()
    try service.stop()
  }

  @Test(
    "another major version is told ours, in its own encoding and under its correlation",
    arguments: ["control", "screens"], Encoding.allCases)
  func majorVersionTold(
    door: String, encoding: Encoding
  ) throws {
    let peer = try RawPeer(folder, door, encoding: encoding)
    var frames = try command(encoding)
    frames[0][2] = 9
    try peer.send(frames)
    let answer = try peer.next()
    #expect(answer.encoding == encoding)
    #expect(answer.correlation.first == 7)
    guard case .error(let error) = answer.message else {
      Issue.record("no error but \(answer.message)")
      return
    }
    #expect(error.code == .unsupported)
    #expect(error.majors == 1...1)
    #expect(try witness.garbage("unsupported") == 1)
    try navigates()
    try service.stop()
  }

  @Test(
    "a body that is cut anywhere is answered as malformed, or is a command of its own", arguments: Encoding.allCases)
  func bodyCutAnywhere(encoding: Encoding) throws {
    let frames = try command(encoding)
    let peer = try RawPeer(folder, "control", encoding: encoding)
    for length in 0..<frames[1].count {
      try peer.send([frames[0], Array(frames[1].prefix(length))])
      switch try peer.next().message {
      case .error(let error): #expect(error.code == .malformed)
      // What remains of a binary message may be one.
      case .outcome(let outcome): #expect(encoding == .protobuf && outcome.kind != .committed)
      case let other: Issue.record("after \(length) bytes came \(other)")
      }
    }
    try navigates()
    try service.stop()
  }

  @Test(
    "an envelope of any depth gets an answer within our limit and none beyond it",
    arguments: [1, 3, 7, 8, 9, 15, 16, 17, 60])
  func envelopeAnyDepthGets(depth: Int) throws {
    let peer = try RawPeer(folder, "control")
    let envelope = Array(repeating: [UInt8(1)], count: depth - 1) + [[]]
    try peer.send(envelope + command())
    // The routing id is part of the envelope too.
    if depth + 1 <= 8 {
      let answer = try peer.receive()
      #expect(Array(answer.prefix(depth)) == envelope)
      #expect(try WireCodec.decode(frames: Array(answer.dropFirst(depth))).get().correlation.first == 7)
    } else {
      try eventually("the count") { try witness.garbage("malformed") == 1 }
      #expect(try peer.socket.receive() == nil)
    }
    try navigates()
    try service.stop()
  }

  @Test("a frame just beyond the limit is told so, and costs nothing else", arguments: ["control", "screens"])
  func frameJustBeyondLimit(door: String) throws {
    let peer = try RawPeer(folder, door)
    try peer.send([try command()[0], [UInt8](repeating: 0x20, count: Limits.frameBytesMax + 1)])
    let error = try peer.first("an error") { if case .error(let error) = $0 { error } else { nil } }
    #expect(error.code == .malformed)
    #expect(error.message.contains("524289 octets"))
    try navigates()
    try service.stop()
  }

  @Test("a message of endless frames ends its connection, and is counted", arguments: ["control", "screens"])
  func messageEndlessFramesEnds(door: String) throws {
    let peer = try RawPeer(folder, door)
    try peer.send(Array(repeating: [UInt8(1)], count: 5000))
    try eventually("the count") { try witness.count(in: "sockets", "endedConnections") == 1 }
    #expect(try witness.garbage("malformed") == 0)
    try navigates()
    try service.stop()
  }

  @Test("a frame beyond the limit ends its connection and nothing else", arguments: ["control", "screens"])
  func frameBeyondLimitEnds(door: String) throws {
    let peer = try RawPeer(folder, door)
    try peer.send([try command()[0], [UInt8](repeating: 0x20, count: 600 * 1024)])
    try navigates()
    // libzmq connects again by itself, and the peer is as good as new; what it sends before that is lost.
    let query = WireCodec.encode(.query(Query(id: "unknown")), encoding: .json, epoch: 0)
    try eventually("an answer") {
      try peer.send(query)
      return try peer.receive(withinMs: 100) != nil
    }
    try service.stop()
  }

  @Test("a registration that cannot be read is told in the log, without what it says", arguments: Encoding.allCases)
  func malformedRegistration(encoding: Encoding) throws {
    let folder = try ServiceFolder()
    let log = TestSupport.Recorder<String>()
    let service = try RunningService(
      folder.configuration(), logger: Logger(label: "test") { _ in LogRecorder(log) })
    let peer = try RawPeer(folder, "screens", encoding: encoding)
    let incarnation = try #require(Incarnation("b5f1"))
    let registration = Registration(worker: "kiosk", incarnation: incarnation, routables: ["secret": Routable()])
    let hello = Message.hello(registration)
    let frames = WireCodec.encode(hello, encoding: encoding, epoch: 0)
    try peer.send([frames[0], Array(frames[1].dropLast())])
    let error = try peer.first("an error") { if case .error(let error) = $0 { error } else { nil } }
    #expect(error.code == .malformed)
    let lines = log.all.filter { $0.hasPrefix("warning a worker's registration is malformed, and refused") }
    #expect(lines.count == 1 && lines.allSatisfy { $0.contains("pid \(getpid())") && !$0.contains("secret") })
    try service.stop()
  }

  @Test("messages that only the coordinator sends are refused")
  func messagesCoordinatorSends() throws {
    let peer = try RawPeer(folder, "control")
    try peer.send(.ping)
    let error = try peer.first("an error") { if case .error(let error) = $0 { error } else { nil } }
    #expect(error.code == .unsupported)
    try navigates()
    try service.stop()
  }

  @Test("what is no subscription is dropped and counted")
  func subscriptionDroppedCounted() throws {
    let observer = try RawPeer(folder, "updates", .xsub)
    try observer.send([[9, 9, 9]])
    try observer.send([[]])
    try observer.send([[1] + Array("wk1/json/".utf8)])
    try eventually("the count") { try witness.status()["sockets"]?["strangeSubscriptions"] == .integer(2) }
    try navigates()
    // What tells that the coordinator lives comes on a topic of the same beginning.
    _ = try observer.firstFrames(on: "wk1/json/main/")
    try service.stop()
  }

  @Test("whoever speaks another protocol is shown out")
  func whoeverSpeaksProtocol() throws {
    for name in ["control", "screens", "updates"] {
      let request = Array("GET / HTTP/1.1\r\nHost: me\r\n\r\n".utf8) + [UInt8](repeating: 0xFF, count: 1000)
      try folder.offend(request, at: name)
    }
    try navigates()
    try service.stop()
  }
}
