// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import SwiftProtobuf
import TestSupport
import Testing
import TestTraits
import WireProtocol

/// The code that protoc generates from the .proto files judges the bodies that the forms write and read.
@Suite("A binary body", .offPool)
struct ProtobufOracleTests {
  @Test("is one that the generated code writes too, octet by octet", arguments: Coordination.Message.Kind.allCases)
  func written(kind: Coordination.Message.Kind) throws {
    for seed in UInt64(0)..<200 {
      var random = SeededGenerator(seed: seed &* 911 &+ UInt64(kind.rawValue))
      let body = Self.body(random.message(kind))
      try #require(try Self.rewritten(kind, body) == body, "seed \(seed)")
    }
  }

  @Test("with any verb is one that the generated code writes too", arguments: VerbKind.allCases)
  func verbs(kind: VerbKind) throws {
    let body = Self.body(.command(Command(id: "a", verb: kind.sample)))
    #expect(try Self.rewritten(.command, body) == body)
  }

  @Test("may hold fields that are not known yet, of every type", arguments: Coordination.Message.Kind.allCases)
  func unknownFields(kind: Coordination.Message.Kind) throws {
    // Number 60 as a varint, 8 bytes, bytes, a group with a field, 4 bytes; number 1000 as a varint.
    let fields: [[UInt8]] = [
      [0xE0, 0x03, 0xFF, 0x01], [0xE1, 0x03, 1, 2, 3, 4, 5, 6, 7, 8], [0xE2, 0x03, 2, 9, 9],
      [0xE3, 0x03, 0x08, 0x01, 0xE4, 0x03], [0xE5, 0x03, 1, 2, 3, 4], [0xC0, 0x3E, 0x01],
    ]
    for seed in UInt64(0)..<20 {
      var random = SeededGenerator(seed: seed)
      let message = random.message(kind)
      let body = Self.body(message)
      for field in fields {
        try #require(try Self.read(kind, body + field) == message, "seed \(seed)")
        try #require(try Self.read(kind, field + body) == message, "seed \(seed)")
      }
    }
  }

  @Test(
    "after another means fields that are there twice, and is read or refused",
    arguments: [Coordination.Message.Kind.command, .ask, .settled])
  func repeatedFields(kind: Coordination.Message.Kind) throws {
    for seed in UInt64(0)..<50 {
      var (a, b) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed + 1))
      let (first, second) = (Self.body(a.message(kind)), Self.body(b.message(kind)))
      guard case .success(let again) = Self.attempt(kind, first + second) else { continue }

      #expect(try Self.rewritten(kind, Self.body(again)) == Self.body(again), "seed \(seed)")
    }
  }

  @Test("of noise is refused or read, never a crash, and nothing is taken that is no message")
  func noise() throws {
    for seed in UInt64(0)..<4000 {
      var random = SeededGenerator(seed: seed)
      let kind = random.pick(Coordination.Message.Kind.allCases)
      var body = Self.body(random.message(kind))
      for _ in 0...random.below(4) where !body.isEmpty {
        switch random.below(4) {
        case 0: body[random.below(body.count)] = UInt8(truncatingIfNeeded: random.next())
        case 1: body.removeLast(random.below(body.count))
        case 2: body.insert(UInt8(truncatingIfNeeded: random.next()), at: random.below(body.count))
        default: body += body.suffix(random.below(body.count))
        }
      }
      guard case .success(let message) = Self.attempt(kind, body) else { continue }
      let again = Self.body(message)
      try #require(try Self.read(kind, again) == message, "seed \(seed)")
      try #require(try Self.rewritten(kind, again) == again, "seed \(seed)")
    }
  }

  @Test("deeper than the bound is malformed, at any depth of nesting")
  func depth() {
    // A batch in a tree: TreeNode.screen.nesting, 150 times two messages.
    var node: [UInt8] = []
    for _ in 0..<150 {
      let screen = Self.field(1, Array("a".utf8)) + Self.field(2, node)
      node = Self.field(1, screen)
    }
    let token = Self.field(1, [0x08, 0x01])
    guard case .failure(let fault) = Self.attempt(.answer, token + Self.field(8, node)) else {
      Issue.record("a tree of 300 messages in each other was taken")
      return
    }
    #expect(fault.error.code == .malformed)
  }

  @Test("that ends in a length, a number or a group is malformed")
  func ends() {
    for body: [UInt8] in [
      [0x0A], [0x0A, 0x05, 0x01], [0x08, 0xFF], [0x0B], [0x0C], [0x0F, 0x00], [0x00, 0x00], [0x0A, 0xFF, 0xFF, 0xFF],
      Array(repeating: 0xFF, count: 12), Array(repeating: 0x0B, count: 4000),
    ] {
      guard case .failure(let fault) = Self.attempt(.settled, body) else {
        Issue.record("\(body.prefix(12)) was taken")
        continue
      }
      #expect(fault.error.code == .malformed)
    }
  }

  // ── both sides ─────────────────────────────────────────────────────────────────────────────────

  private static func body(_ message: Coordination.Message) -> [UInt8] {
    WireCodec.encode(message, encoding: .protobuf, epoch: 1)[1]
  }

  private static func attempt(
    _ kind: Coordination.Message.Kind, _ body: [UInt8]
  ) -> Result<Coordination.Message, WireFault> {
    WireCodec.decode(frames: [Header(kind: kind, encoding: .protobuf, epoch: 1).bytes, body]).map(\.message)
  }

  private static func read(_ kind: Coordination.Message.Kind, _ body: [UInt8]) throws -> Coordination.Message {
    try attempt(kind, body).get()
  }

  private static func field(_ number: UInt8, _ value: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    var rest = value.count
    while rest >= 0x80 {
      length.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return [number << 3 | 2] + length + [UInt8(rest)] + value
  }

  /// The body as the generated code writes it, unknown fields left out.
  private static func rewritten(_ kind: Coordination.Message.Kind, _ body: [UInt8]) throws -> [UInt8] {
    func again<Proto: SwiftProtobuf.Message>(_: Proto.Type) throws -> [UInt8] {
      var reading = BinaryDecodingOptions()
      reading.discardUnknownFields = true
      reading.messageDepthLimit = 1000
      var writing = BinaryEncodingOptions()
      writing.useDeterministicOrdering = true
      return try Proto(serializedBytes: body, options: reading).serializedBytes(options: writing)
    }
    return switch kind {
    case .command: try again(ProtoCommand.self)
    case .query: try again(ProtoQuery.self)
    case .cancel: try again(ProtoCancel.self)
    case .resume: try again(ProtoResume.self)
    case .snapshotRequest: try again(ProtoSnapshotRequest.self)
    case .inspect: try again(ProtoInspect.self)
    case .clear: try again(ProtoClear.self)
    case .active: try again(ProtoActive.self)
    case .accepted: try again(ProtoAccepted.self)
    case .outcome: try again(ProtoOutcome.self)
    case .status: try again(ProtoStatus.self)
    case .snapshot: try again(ProtoSnapshot.self)
    case .report: try again(ProtoReport.self)
    case .error: try again(ProtoError.self)
    case .hello, .register: try again(ProtoRegistration.self)
    case .answer: try again(ProtoAnswer.self)
    case .working: try again(ProtoWorking.self)
    case .abandoned: try again(ProtoAbandoned.self)
    case .appeared: try again(ProtoAppeared.self)
    case .cannotShow: try again(ProtoCannotShow.self)
    case .pong: try again(ProtoPong.self)
    case .bye: try again(ProtoBye.self)
    case .welcome: try again(ProtoWelcome.self)
    case .who, .ping: try again(ProtoNothing.self)
    case .registered: try again(ProtoRegistered.self)
    case .ask: try again(ProtoAsk.self)
    case .settled: try again(ProtoSettled.self)
    case .workerState: try again(ProtoWorkerState.self)
    case .treeEvent: try again(ProtoTreeEvent.self)
    case .arrival: try again(ProtoArrival.self)
    case .state: try again(ProtoSceneState.self)
    case .update: try again(ProtoUpdate.self)
    case .presence: try again(ProtoPresenceChange.self)
    case .keepalive: try again(ProtoKeepalive.self)
    }
  }
}
