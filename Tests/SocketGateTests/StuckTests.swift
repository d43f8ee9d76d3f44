// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import TestSupport
import Testing

@testable import SocketGate

/// What a user's connections leave unread, and what the others of the user get meanwhile.
@Suite struct StuckTests {
  /// Both ends of a connection.
  private final class Pair {
    let own: Int32
    let other: Int32

    init() throws {
      var pair: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
      own = pair[0]
      other = pair[1]
    }

    deinit { for descriptor in [own, other] { close(descriptor) } }

    /// Whether it was ended.
    var isOver: Bool {
      var octet: UInt8 = 0
      return recv(other, &octet, 1, Int32(MSG_DONTWAIT)) == 0
    }
  }

  private static let whole = 16 << 20

  /// A gate at which a connection may leave half as much unread as a user may, and the clock.
  private static func gate() -> (keeper: Gatekeeper, clock: Recorder<Int64>) {
    let clock = Recorder<Int64>()
    clock.add(0)
    var limits = GateLimits()
    limits.unsentMax = whole
    return (Gatekeeper([limits]) { clock.all.last ?? 0 }, clock)
  }

  /// Lets a connection of user 77 in.
  private static func add(_ pair: Pair, to keeper: Gatekeeper) throws -> PassageID {
    keeper.state.withLock { $0.add(pair.own, by: 0, .uid(77), pid: 1, at: 0) }
    return try #require(keeper.took(frames: 0, octets: 0, of: pair.own))
  }

  @Test("connections that have taken nothing for a second give way to one of their user that reads, and no sooner")
  func deaf() throws {
    let (keeper, clock) = Self.gate()
    let deaf = try [Pair(), Pair()]
    let reader = try Pair()
    let id = try Self.add(reader, to: keeper)
    for pair in deaf {
      #expect(keeper.mayHand(Self.whole, to: try Self.add(pair, to: keeper)))
      // The system takes nothing of it.
      keeper.sent(0, of: Self.whole, pair.own)
    }
    let size = 100_000
    clock.add(1_000_000)
    #expect(!keeper.mayHand(size, to: id))
    #expect(keeper.counts.ended == 0)
    clock.add(1_000_001)
    _ = keeper.mayHand(size, to: id)
    #expect(keeper.counts.ended == 2)
    #expect(deaf.allSatisfy(\.isOver) && !reader.isOver)
    // libzmq sees the ends and closes its own.
    for pair in deaf { keeper.closed(pair.own) }
    #expect(keeper.mayHand(size, to: id))
  }

  @Test("what was not handed after all counts no more, and makes room for the next")
  func tookBack() throws {
    let (keeper, _) = Self.gate()
    let pair = try Pair()
    let id = try Self.add(pair, to: keeper)
    for _ in 0..<3 {
      #expect(keeper.mayHand(Self.whole, to: id))
      #expect(keeper.shares.map(\.unsent) == [Self.whole])
      keeper.tookBack(Self.whole, of: id)
      #expect(keeper.shares.map(\.unsent) == [0])
    }
  }
}
