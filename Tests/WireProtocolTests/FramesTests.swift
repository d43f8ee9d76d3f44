// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing
import WireProtocol

@Suite("Frames")
struct FramesTests {
  @Test("An error is cut, however long what it quotes")
  func longError() throws {
    let key = String(repeating: "k", count: 50_000)
    let body = Array(#"{"commandId":"a","\#(key)":1,"\#(key)":2}"#.utf8)
    let frames = WireCodec.encode(.query(Query(id: "a")), encoding: .json, epoch: 1, correlation: [1])
    guard case .failure(let fault) = WireCodec.decode(frames: [frames[0], body]) else {
      Issue.record("it was read")
      return
    }
    #expect(fault.error.message.utf8.count <= 1024 && fault.error.message.contains("kkkk"))
  }

  private static let ping = WireCodec.encode(.ping, encoding: .json, epoch: 5, correlation: [1, 2, 3])

  @Test("A header is 32 octets in network order")
  func header() {
    let header = Self.ping[0]
    #expect(header.prefix(8) == [0x57, 0x4B, 1, 0, 0x37, 1, 0, 0])
    #expect(header[8..<16].elementsEqual([0, 0, 0, 0, 0, 0, 0, 5]))
    #expect(header[16..<32].elementsEqual([1, 2, 3] + Array(repeating: 0, count: 13)))
    #expect(Header(header)?.bytes == header)
  }

  @Test("Another major version is told both, in the encoding and with the correlation of who asked")
  func otherMajor() throws {
    var frames = Self.ping
    frames[0][2] = 2
    let fault = try #require(throws: WireFault.self) { try WireCodec.decode(frames: frames).get() }
    #expect(fault.error.code == .unsupported && fault.error.majors == 1...1)
    #expect(fault.error.message.contains("1") && fault.error.message.contains("2"))
    #expect(fault.encoding == .json && fault.epoch == 5 && fault.correlation?.first == 1 && fault.answer != nil)
  }

  @Test("A higher minor version, unknown flags and reserved octets are let pass")
  func newerMinor() throws {
    var frames = Self.ping
    frames[0][3] = 9
    frames[0][5] |= 0x80
    frames[0][6] = 1
    #expect(try WireCodec.decode(frames: frames).get().message == .ping)
  }

  @Test("A redirect that names no time has the usual one, also where that is 0", arguments: Encoding.allCases)
  func redirectTime(encoding: Encoding) throws {
    let answer = AnswerMessage(token: Ask.Token(epoch: 1, number: 2), answer: .redirect(to: .back, within: .zero))
    let frames = WireCodec.encode(.answer(answer), encoding: encoding, epoch: 1)
    guard case .answer(let read) = try WireCodec.decode(frames: frames).get().message else {
      Issue.record("it is no answer")
      return
    }
    #expect(read.answer == .redirect(to: .back, within: .seconds(120)))
  }

  @Test("An unknown kind is unsupported, and answerable")
  func unknownKind() throws {
    var frames = Self.ping
    frames[0][4] = 0xEE
    let fault = try #require(throws: WireFault.self) { try WireCodec.decode(frames: frames).get() }
    #expect(fault.error.code == .unsupported && fault.answer != nil)
    #expect(fault.error.message.contains("kind ee"), "the table of kinds is in hex")
  }

  @Test("At the coordinator the kind is judged before the body", arguments: Message.Kind.allCases)
  func direction(kind: Message.Kind) throws {
    let frames = [Header(kind: kind, encoding: .json, epoch: 0).bytes, Array("[]".utf8)]
    let fault = try #require(throws: WireFault.self) { try WireCodec.decode(frames: frames, atCoordinator: true).get() }
    #expect(fault.error.code == (kind.isForCoordinator ? .malformed : .unsupported), "\(fault.error.message)")
    if kind.isForCoordinator { #expect(fault.error.message.hasSuffix("a list is not an object")) }
  }

  @Test("A frame that is longer than the coordinator takes is malformed, and answerable")
  func longFrame() throws {
    let query = WireCodec.encode(.query(Query(id: "x")), encoding: .json, epoch: 0, correlation: [7])
    for count in [Limits.frameBytesMax, Limits.frameBytesMax + 1] {
      let body = query[1] + Array(repeating: UInt8(ascii: " "), count: count - query[1].count)
      let result = WireCodec.decode(frames: [query[0], body], atCoordinator: true)
      guard count > Limits.frameBytesMax else {
        #expect(try result.get().message == .query(Query(id: "x")))
        continue
      }
      let fault = try #require(throws: WireFault.self) { try result.get() }
      #expect(fault.error.code == .malformed && fault.answer != nil)
      #expect(fault.error.message == "query: a frame of 524289 octets; at most 524288 are taken")
    }
  }

  @Test(
    "What is no header is malformed, and cannot be answered",
    arguments: [[], [[]], [[0x57]], [Array("hello".utf8), []], [Array(repeating: 0, count: 32), []]] as [[[UInt8]]])
  func noHeader(frames: [[UInt8]]) throws {
    let fault = try #require(throws: WireFault.self) { try WireCodec.decode(frames: frames).get() }
    #expect(fault.error.code == .malformed && fault.answer == nil)
  }

  @Test("A message of one or three frames is malformed", arguments: [1, 3])
  func frameCount(count: Int) throws {
    let frames = Array((Self.ping + [[1]]).prefix(count))
    let fault = try #require(throws: WireFault.self) { try WireCodec.decode(frames: frames).get() }
    #expect(fault.error.code == .malformed && fault.answer != nil)
  }

  @Test(
    "An envelope ends at the first empty frame; without one it is the routing id",
    arguments: [
      // A DEALER; the same with an empty body; a REQ; one with REQ_CORRELATE; a REQ behind a device, with an empty body.
      ([[9], [0x57], [1]], 1), ([[9], [0x57], []], 1), ([[9], [], [0x57], [1]], 2), ([[9], [8], [], [0x57], [1]], 3),
      ([[9], [7], [8], [], [0x57], []], 4),
    ] as [([[UInt8]], Int)])
  func envelope(frames: [[UInt8]], count: Int) throws {
    let (envelope, message) = try Envelope.split(frames)
    #expect(envelope == frames.prefix(count))
    #expect(message == frames.dropFirst(count))
  }

  @Test("An envelope without a message, or without an end, is malformed")
  func envelopeFaults() {
    let endless = Array(repeating: [1], count: 9) + [[], [0x57], [1]] as [[UInt8]]
    for frames in [[], [[9]], endless] as [[[UInt8]]] {
      #expect(throws: WireFault.self) { try Envelope.split(frames) }
    }
  }

  @Test("An envelope with a frame that is longer than a routing id, or with more octets than are kept, is malformed")
  func envelopeOctets() throws {
    func message(_ sizes: Int...) -> [[UInt8]] {
      sizes.map { [UInt8](repeating: 1, count: $0) } + [[], [0x57], [1]]
    }
    #expect(try Envelope.split(message(5, 255, 255, 255, 254)).envelope.count == 6)
    for frames in [message(5, 256), message(5, 255, 255, 255, 255)] {
      #expect(throws: WireFault.self) { try Envelope.split(frames) }
    }
  }

  @Test("A topic is what its text says")
  func topics() {
    for topic in [.scene(.json, "main"), .scene(.protobuf, "a.b-c_d"), .keepalive(.json)] as [Topic] {
      #expect(Topic(topic.text) == topic)
    }
    #expect(Topic.scene(.protobuf, "main").text == "wk1/pb/main/")
    for text in ["", "wk1/json/main", "wk1/xml/main/", "wk2/json/main/", "wk1/json/!/", "wk1/json/9/", "wk1/json/a/b/"]
    {
      #expect(Topic(text) == nil, "\(text)")
    }
  }

  @Test("A subscription covers whatever it is a prefix of, and no longer name")
  func subscriptions() {
    #expect(Topic.encodings(of: "main", coveredBy: "") == [.json, .protobuf])
    #expect(Topic.encodings(of: "main", coveredBy: "wk1/json/") == [.json])
    #expect(Topic.encodings(of: "main", coveredBy: "wk1/pb/main/") == [.protobuf])
    #expect(Topic.encodings(of: "room2", coveredBy: "wk1/json/room/").isEmpty)
    #expect(Topic.keepalive(.json).isCovered(by: "wk1/json/"))
    #expect(!Topic.keepalive(.json).isCovered(by: "wk1/json/main/"))
  }
}
