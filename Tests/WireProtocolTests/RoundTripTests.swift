// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing
import WireProtocol

@Suite("A message")
struct RoundTripTests {
  @Test("is read as it was written, in both encodings", arguments: Message.Kind.allCases)
  func roundTrip(kind: Message.Kind) throws {
    for seed in UInt64(0)..<100 {
      var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(kind.rawValue))
      let message = random.message(kind)
      let epoch = random.next()
      let correlation = (0..<16).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      for encoding in Encoding.allCases {
        let frames = WireCodec.encode(message, encoding: encoding, epoch: epoch, correlation: correlation)
        let inbound = try WireCodec.decode(frames: frames).get()
        try #require(inbound.message == message, "seed \(seed), \(encoding)")
        #expect(inbound.encoding == encoding && inbound.epoch == epoch && inbound.correlation == correlation)
      }
    }
  }

  @Test("with any verb is read as it was written, in both encodings", arguments: VerbKind.allCases)
  func verbs(kind: VerbKind) throws {
    #expect(VerbKind(kind.sample) == kind)
    let message = Message.command(Command(id: "a", verb: kind.sample))
    for encoding in Encoding.allCases {
      let frames = WireCodec.encode(message, encoding: encoding, epoch: 1)
      let inbound = try WireCodec.decode(frames: frames).get()
      #expect(inbound.message == message, "\(encoding)")
    }
  }

  @Test("that is random may be of any verb")
  func randomVerbs() {
    var random = SeededGenerator(seed: 911)
    let kinds = (0..<5000).map { _ in VerbKind(random.verb()) }
    #expect(Set(VerbKind.allCases).subtracting(kinds) == [])
  }

  @Test("holds 96 nodes of a tree in each other, and no more", arguments: Encoding.allCases)
  func deepTree(encoding: Encoding) throws {
    func decoded(_ levels: Int) throws -> Message {
      let tree = (1..<levels).reduce(TreeNode.screen("x")) { inner, _ in TreeNode.screen("x", nesting: inner) }
      let hello = Message.hello(Registration(worker: "kiosk", incarnation: "b5f1", tree: tree))
      return try WireCodec.decode(frames: WireCodec.encode(hello, encoding: encoding, epoch: 1)).get().message
    }
    guard case .hello(let registration) = try decoded(TreeNode.depthMax) else {
      Issue.record("no HELLO")
      return
    }
    #expect(registration.tree?.nodeCount == TreeNode.depthMax)
    #expect(throws: WireFault.self) { try decoded(TreeNode.depthMax + 1) }
  }

  @Test("tells the empty path of a link from none", arguments: Encoding.allCases)
  func emptyLinkPath(encoding: Encoding) throws {
    let pattern = try LinkPattern(url: "nowhere", path: "")
    let hello = Message.hello(
      Registration(worker: "kiosk", incarnation: "b5f1", links: LinkReading(patterns: [pattern])))
    let frames = WireCodec.encode(hello, encoding: encoding, epoch: 1)
    #expect(try WireCodec.decode(frames: frames).get().message == hello)
    guard encoding == .json else { return }
    let text = String(decoding: frames[1], as: UTF8.self)
    #expect(text.contains(#""path":"""#))
    for wrong in [#""destination":"hall","path":"""#, #""other":"""#] {
      let body = Array(text.replacing(#""path":"""#, with: wrong).utf8)
      let fault = try #require(throws: WireFault.self) { try WireCodec.decode(frames: [frames[0], body]).get() }
      #expect(fault.error.message.contains("either 'path' or 'destination'"))
    }
  }

  @Test("holds no container without branches", arguments: Encoding.allCases)
  func noBranches(encoding: Encoding) throws {
    let container = Routable(branches: DeclaredBranches(.tabs, []))
    let hello = Message.hello(Registration(worker: "kiosk", incarnation: "b5f1", routables: ["home": container]))
    let fault = try #require(throws: WireFault.self) {
      try WireCodec.decode(frames: WireCodec.encode(hello, encoding: encoding, epoch: 1)).get()
    }
    #expect(fault.error.message.contains("a container has at least one branch"), "\(fault.error.message)")
  }

  @Test("has the same octets each time, whatever the order of its tables", arguments: Encoding.allCases)
  func deterministic(encoding: Encoding) {
    for seed in UInt64(0)..<50 {
      var (a, b) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
      let first = WireCodec.encode(a.message(.hello), encoding: encoding, epoch: 1)
      #expect(first == WireCodec.encode(b.message(.hello), encoding: encoding, epoch: 1), "seed \(seed)")
    }
  }

  @Test("is the same line again, wrapped in its word", arguments: Message.Kind.allCases)
  func lines(kind: Message.Kind) throws {
    var random = SeededGenerator(seed: UInt64(kind.rawValue))
    let message = random.message(kind)
    let read = try WireLine.message(WireLine.text(message))
    if case .hello(let registration) = message {
      #expect(read == .register(registration))
    } else {
      #expect(read == message)
    }
  }
}
