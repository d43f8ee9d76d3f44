// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing
import ZeroMQ

@testable import SocketGate

/// Connections that end whatever the limits are, beneath real libzmq sockets.
@Suite struct OffenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The routing id that libzmq may give to one of the next connections.
  private static let next: [UInt8] = [0, 1, 2, 3, 4]

  /// The ways to have it. In ZMTP 2 and 1 it is the first frame.
  private static let claims: [[UInt8]] = [
    Greeting.octets + Greeting.ready([(name: "Identity", value: next)]),
    Greeting.octets + Greeting.ready([(name: "Identity", value: next)], command: false),
    Greeting.signature + [1, 5] + Greeting.frame(next),
    [6, 0] + next,
  ]

  @Test(
    "a connection that gives itself a routing id ends before libzmq knows the id",
    arguments: claims, [false, true])
  func routingID(octets: [UInt8], isCut: Bool) throws {
    let gated = try GatedSocket(.router, in: folder, GateLimits())
    let peer = try OctetPeer(gated.path, as: nil)
    let pieces = isCut ? octets.map { [$0] } : [octets]
    for piece in pieces { peer.say(piece) }
    peer.frame([7])
    try eventually("its end") { gated.keeper.counts.ended == 1 && gated.keeper.counts.connections == 0 }
    #expect(try gated.socket.receive() == nil)
    let offender = try #require(gated.keeper.takeOffender())
    #expect(["routing-id", "other-protocol"].contains(offender.reason) && offender.pid == getpid())
    #expect(gated.keeper.takeOffender() == nil && gated.keeper.counts.offences == 1)
    // Others of the user need not wait.
    let other = try OctetPeer(gated.path)
    other.frame([8])
    #expect(try gated.next().frames.last == [8])
    #expect(gated.keeper.counts.refused == 0)
  }

  @Test("an empty routing id is none, and the sockets of libzmq come in", arguments: [Socket.Kind.dealer, .request])
  func ownSockets(kind: Socket.Kind) throws {
    let gated = try GatedSocket(.router, in: folder, GateLimits())
    let peer = try OctetPeer(gated.path, as: nil)
    for octet in Greeting.octets + Greeting.ready([(name: "Identity", value: [])]) { peer.say([octet]) }
    peer.hearGreeting()
    peer.frame([7])
    #expect(try gated.next().frames.last == [7])
    let own = try Socket(kind, in: Context(), options: .clientDealer)
    try own.connect(.ipc(gated.path))
    try eventually("a send") { try own.send([[8]]) == .sent }
    let received = try gated.next()
    #expect(received.frames.last == [8] && received.frames.first?.count == 5)
    #expect(gated.keeper.counts.ended == 0)
  }

  @Test("a long command ends its connection before it has come, as a READY and later", arguments: [true, false])
  func longCommand(isFirst: Bool) throws {
    let gated = try GatedSocket(.router, in: folder, GateLimits())
    let peer = try OctetPeer(gated.path, as: nil)
    let property = Greeting.ready([(name: "X-Much", value: [UInt8](repeating: 1, count: GateLimits.commandMax))])
    peer.say(isFirst ? Greeting.octets : Greeting.whole)
    peer.say(Array(property.prefix(9)))
    try eventually("its end") { gated.keeper.counts.ended == 1 && gated.keeper.counts.connections == 0 }
  }
}
