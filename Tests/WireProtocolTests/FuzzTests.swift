// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing
import WireProtocol

/// `FUZZ=1000000 swift test --filter FuzzTests` reads so many.
@Suite("Spoiled golden messages")
struct FuzzTests {
  private static let slices: UInt64 = 8

  @Test(
    "are read as a message that is written and read again as the same, or refused with a reason", arguments: 0..<slices)
  func golden(slice: UInt64) throws {
    var mutator = Mutator(seed: slice)
    let goldens = try GoldenMessages.all.map { try GoldenFile(reading: $0.name) }
    var tally = Tally()
    var coordinator = Self.coordinator()
    for number in 0..<(Fuzzing.count(usually: 8000) / Int(Self.slices)) {
      if number % 500 == 499 { coordinator = Self.coordinator() }
      let encoding = mutator.pick(Encoding.allCases)
      let frames = try #require(mutator.pick(goldens).frames[encoding])
      let other = try #require(mutator.pick(goldens).frames[encoding])
      let spoiled = [frames[0], mutator.mutated(frames[1], with: other[1])]
      switch WireCodec.decode(frames: spoiled) {
      case .success(let inbound):
        tally.read += 1
        let again = WireCodec.encode(inbound.message, encoding: inbound.encoding, epoch: inbound.epoch)
        let second = try #require(
          try? WireCodec.decode(frames: again).get().message, "\(slice), \(number): \(spoiled[1])")
        try #require(second == inbound.message, "\(slice), \(number): \(String(decoding: spoiled[1], as: UTF8.self))")
        let peer = mutator.pick([Self.client, Self.worker])
        for action in coordinator.handle(.received(inbound.message, from: peer), at: Self.now) {
          if case .reply(let message, _) = action { _ = WireCodec.encode(message, encoding: encoding, epoch: 1) }
        }
      case .failure(let fault):
        tally.refused += 1
        try #require(!fault.error.message.isEmpty && fault.answer != nil)
      }
    }
    print("spoiled golden messages, seed \(slice): \(tally.read) read, \(tally.refused) refused")
    #expect(tally.read > 0 && tally.refused > 0)
  }

  private struct Tally {
    var read = 0
    var refused = 0
  }

  private static let now = Instant(microseconds: 10_000_000)
  private static let client = Peer(returnAddress: [2], connection: nil, pid: 40, uid: 7, command: "client")
  private static let worker = Peer(
    returnAddress: [1], connection: Connection(id: [1]), pid: 50, uid: 7, command: "worker")

  /// A coordinator with a worker and a route, which what was read is handed to: no message may bring it down.
  private static func coordinator() -> Coordinator {
    var settings = Settings()
    settings.requiresHosts = false
    var coordinator = Coordinator(
      settings: settings, restored: Restored(epoch: GoldenMessages.epoch), version: "1.0.0", at: now)
    _ = coordinator.start(at: now)
    for (name, peer) in [("hello", worker), ("command-replace", client)] {
      guard let message = GoldenMessages.all.first(where: { $0.name == name })?.message else { continue }
      _ = coordinator.handle(.received(message, from: peer), at: now)
    }
    return coordinator
  }
}
