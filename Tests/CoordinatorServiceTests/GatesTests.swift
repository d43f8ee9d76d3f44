// SPDX-License-Identifier: Apache-2.0

import Coordination
import SocketGate
import Testing
import ZeroMQ

@testable import CoordinatorService

/// Which connection a routing id stands for.
@Suite struct GatesTests {
  /// A routing id as libzmq gives it.
  private static func routingID(_ number: UInt32) -> [UInt8] {
    [0] + withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) }
  }

  /// No connection has this descriptor.
  private static func message(_ routingID: [UInt8], uid: UInt32? = 7) -> Received {
    var received = Received(frames: [routingID, [1], [2]], peer: uid.map { PeerAddress(uid: $0, gid: 0, pid: 1) })
    received.connection = 65_000
    return received
  }

  @Test("a worker's connection that has ended takes no answer from a client with the same routing id")
  func sameRoutingID() throws {
    try #require(Gatekeeper.isEffective, "the calls of libzmq are counted in this process")
    var gates = Gates(connectionsMax: 8)
    for _ in 0..<2 {
      gates.took(Self.message(Self.routingID(1)), by: .screens)
      let isDeaf = gates.isDeaf(Self.routingID(1), by: .control)
      #expect(!isDeaf)
    }
    let isGone = gates.isDeaf(Self.routingID(1), by: .screens)
    #expect(isGone, "one that asked at the screens' socket without a session")
    gates.took(Self.message(Self.routingID(1)), by: .control)
    let deaf = [1, 2].filter { gates.isDeaf(Self.routingID($0), by: .control) }
    #expect(deaf == [1])
  }

  @Test("a connection over tcp that came before its listener was watched is answered")
  func unseenConnection() throws {
    try #require(Gatekeeper.isEffective, "the calls of libzmq are counted in this process")
    var gates = Gates(connectionsMax: 8)
    gates.took(Self.message(Self.routingID(1), uid: nil), by: .control)
    let isDeaf = gates.isDeaf(Self.routingID(1), by: .control)
    #expect(!isDeaf)
  }

  @Test("a routing id that libzmq did not give is not kept", arguments: [0, 1, 4, 6, 255, 500_000])
  func strangeRoutingID(size: Int) throws {
    try #require(Gatekeeper.isEffective, "the calls of libzmq are counted in this process")
    var gates = Gates(connectionsMax: 8)
    let routingID = [UInt8](repeating: 1, count: size)
    gates.took(Self.message(routingID), by: .control)
    let isKnown = gates.isDeaf(routingID, by: .control)
    #expect(!isKnown)
  }

  @Test("a subscription counts where its connection is there, and over tcp where nobody can tell")
  func endedObserver() throws {
    try #require(Gatekeeper.isEffective, "the calls of libzmq are counted in this process")
    var gates = Gates(connectionsMax: 8)
    let isWatched = gates.took(Self.message([1]), by: .updates)
    let isTCP = gates.took(Self.message([1], uid: nil), by: .updates)
    #expect(!isWatched && isTCP)
  }

  @Test("connections that are no longer remembered are unknown, and those that come again are known again")
  func manyConnections() throws {
    try #require(Gatekeeper.isEffective, "the calls of libzmq are counted in this process")
    var gates = Gates(connectionsMax: 8)
    let ids = (0..<5000).map(Self.routingID)
    for id in ids {
      gates.took(Self.message(id), by: .control)
      let isDeaf = gates.isDeaf(id, by: .control)
      #expect(isDeaf)
    }
    let isKnown = gates.isDeaf(ids[0], by: .control)
    #expect(!isKnown)
    gates.took(Self.message(ids[0]), by: .control)
    let deaf = [0, 4999].filter { gates.isDeaf(ids[$0], by: .control) }
    #expect(deaf == [0, 4999])
  }
}
