// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
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
    let offenders = gated.keeper.takeOffenders().offenders
    let offender = try #require(offenders.toldApart.first?.offender)
    #expect(["routing-id", "other-protocol"].contains(offender.reason) && offender.pid == getpid())
    #expect(offenders.total == 1)
    #expect(gated.keeper.takeOffenders().offenders.total == 0)
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
    #expect(Self.reasons(gated.keeper) == [isFirst ? "long-ready" : "long-command"])
  }

  @Test("a program whose READY is long has nobody else of its user wait", arguments: [Socket.Kind.router, .xpub])
  func longReady(kind: Socket.Kind) throws {
    var limits = GateLimits()
    limits.takesSubscriptions = kind == .xpub
    let size = Int(SocketOptions.updates.frameBytesMax)
    limits.readyMax = kind == .xpub ? size : GateLimits.commandMax
    let gated = try GatedSocket(kind, in: folder, limits)
    for number in 1...3 as ClosedRange<UInt64> {
      let peer = try OctetPeer(gated.path, as: nil)
      let property = (name: "X-Much", value: [UInt8](repeating: 1, count: limits.readyMax))
      peer.say(Greeting.octets + Greeting.ready([property]))
      try eventually("its end") { gated.keeper.counts.ended == number && gated.keeper.counts.connections == 0 }
    }
    let other = try OctetPeer(gated.path, as: kind == .xpub ? "SUB" : "DEALER")
    other.frame([1])
    #expect(try gated.next().frames.last == [1])
    #expect(gated.keeper.counts.refused == 0 && gated.keeper.counts.ended == 3)
    #expect(Self.reasons(gated.keeper) == ["long-ready"])
  }

  /// What was done that no peer may do, since the last call.
  private static func reasons(_ keeper: Gatekeeper) -> [String] {
    keeper.takeOffenders().offenders.toldApart.map { $0.offender.reason }
  }

  /// A connection of a user's process does what it may not.
  private static func offend(_ state: inout GateState, pid: Int32, _ offence: FrameScanner.Offence = .routingID) {
    // No connection has this descriptor.
    state.add(70_000, by: 0, .uid(77), pid: pid, at: 0)
    state.condemn(70_000, for: offence, at: 0)
    state.remove(70_000)
  }

  @Test(
    "the user waits for those offences alone that take something of libzmq", arguments: FrameScanner.Offence.allCases)
  func penalty(offence: FrameScanner.Offence) {
    var state = GateState([GateLimits()], trusted: [])
    Self.offend(&state, pid: 1, offence)
    let isLetIn = state.hasRoom(for: .uid(77), by: 0, at: 1)
    let free: [FrameScanner.Offence] = [.otherProtocol, .routingID, .longReady]
    #expect(isLetIn == free.contains(offence))
  }

  @Test("each offender has its own count, the first eight of them by name")
  func offenders() {
    var state = GateState([GateLimits()], trusted: [])
    for _ in 0..<200 { Self.offend(&state, pid: 1) }
    Self.offend(&state, pid: 2)
    #expect(state.offenders.toldApart.map { "\($0.offender.pid): \($0.count)" } == ["1: 200", "2: 1"])
    for pid in 3...12 as ClosedRange<Int32> {
      for _ in 0..<2 { Self.offend(&state, pid: pid, .otherProtocol) }
    }
    let told = state.offenders.toldApart.map { "\($0.offender.pid) \($0.offender.reason): \($0.count)" }
    #expect(told.first == "1 routing-id: 200" && told.last == "2 routing-id: 1")
    #expect(Array(told.dropFirst().dropLast()) == (3...8).map { "\($0) other-protocol: 2" })
    #expect(state.offenders.others == 8 && state.offenders.total == 221)
  }

  @Test("counts and offenders are those of the same moment, whoever offends meanwhile")
  func sameMoment() {
    let keeper = Gatekeeper([GateLimits()]) { 0 }
    let different = Recorder<String>()
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      var told: UInt64 = 0
      for number in 0..<2000 {
        guard index == 1 else {
          keeper.state.withLock { Self.offend(&$0, pid: Int32(number % 20)) }
          continue
        }
        let (counts, offenders) = keeper.takeOffenders()
        told += offenders.total
        if told != counts.ended { different.add("\(told) of \(counts.ended)") }
      }
    }
    #expect(different.all == [])
  }
}
