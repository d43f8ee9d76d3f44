// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing
import ZeroMQ

@testable import SocketGate

/// The gate beneath real libzmq sockets.
@Suite struct GatekeeperTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func limits(_ change: (inout GateLimits) -> Void) -> GateLimits {
    var limits = GateLimits()
    change(&limits)
    return limits
  }

  @Test("the calls of libzmq arrive")
  func callsLibzmqArrive() { #expect(Gatekeeper.isEffective) }

  @Test("a connection beyond the share is ended, and one that leaves makes room")
  func connectionBeyondShareEnded() throws {
    let gated = try GatedSocket(.router, in: folder, limits { $0.connectionsMax = 8 })
    var inside = try (0..<7).map { _ in try OctetPeer(gated.path) }
    try eventually("seven") { gated.keeper.counts.connections == 7 }
    let late = try OctetPeer(gated.path)
    try eventually("its end") { late.isOver }
    #expect(gated.keeper.counts.refused == 1)
    #expect(inside.allSatisfy { !$0.isOver }, "who is in stays in")
    inside.removeLast()
    try eventually("room") { gated.keeper.counts.connections == 6 }
    let next = try OctetPeer(gated.path)
    next.frame([1])
    #expect(try gated.next().frames.last == [1])
  }

  @Test("what libzmq has yet to read of a connection is unheard, its end too, until it is closed")
  func unheardUntilClosed() throws {
    let keeper = Gatekeeper([limits { _ in }], now: MonotonicClock.nowMicroseconds)
    let listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    let path = folder.file("s")
    let isBound = withAddress(path) { bind(listener, $0, $1) } == 0
    try #require(isBound && listen(listener, 1) == 0)
    keeper.watch(listener, gate: 0)
    var peer: OctetPeer? = try OctetPeer(path, as: nil)
    // Taken as libzmq takes it, and read by nobody.
    let descriptor = keeper.accept(listener, 0)
    let id = try #require(keeper.took(frames: 0, octets: 0, of: descriptor))
    #expect(!keeper.isUnheard(id))
    peer?.say([0xFF])
    #expect(keeper.isUnheard(id))
    var octet: UInt8 = 0
    #expect(recv(descriptor, &octet, 1, 0) == 1)
    #expect(!keeper.isUnheard(id))
    #expect(peer != nil)
    peer = nil
    #expect(keeper.isUnheard(id), "the end of a connection waits to be read too")
    close(descriptor)
    #expect(!keeper.isUnheard(id))
  }

  @Test("a message of endless frames ends its connection, and nothing of it counts any more")
  func messageEndlessFramesEnds() throws {
    let gated = try GatedSocket(.router, in: folder, limits { _ in })
    let peer = try OctetPeer(gated.path)
    peer.frame([7])
    #expect(try gated.next().frames.last == [7])
    var isTaken = true
    for _ in 0..<100_000 where isTaken { isTaken = peer.frame([1], more: true) }
    try eventually("its end") { peer.isOver }
    #expect(gated.keeper.counts.ended == 1)
    #expect(try gated.socket.receive() == nil)
    try eventually("nothing of it is counted") { gated.keeper.shares.isEmpty }
  }

  @Test(
    "a command by which peers subscribe ends a connection that sends messages: libzmq would take it for one",
    arguments: ["\u{9}SUBSCRIBE", "\u{9}SUBSCRIBEa/", "\u{6}CANCEL", "\u{6}CANCELa/"], [true, false])
  func strayCommandEnds(command: String, more: Bool) throws {
    let gated = try GatedSocket(.router, in: folder, limits { _ in })
    let peer = try OctetPeer(gated.path)
    // A sign of life is no message, and stays allowed.
    peer.frame(Array("\u{4}PING".utf8) + [0, 10], command: true)
    peer.frame([7])
    #expect(try gated.next().frames.last == [7])
    peer.frame(Array(command.utf8), more: more, command: true)
    try eventually("its end") { gated.keeper.counts.ended == 1 && gated.keeper.counts.connections == 0 }
    #expect(try gated.socket.receive() == nil)
  }

  @Test("each part of a message is a subscription, and where one frame is the limit a second ends the connection")
  func partsSubscribe() throws {
    let gated = try GatedSocket(.xpub, in: folder, limits { $0.takesSubscriptions = true })
    let peer = try OctetPeer(gated.path, as: "SUB")
    peer.frame([2], more: true)
    peer.frame([1] + Array("a/".utf8))
    try eventually("what libzmq takes for one too") { gated.keeper.shares.first?.subscriptions == 1 }
    let elsewhere = try TemporaryFolder()
    let strict = try GatedSocket(
      .xpub, in: elsewhere,
      limits {
        $0.takesSubscriptions = true
        $0.framesMax = 1
      })
    let other = try OctetPeer(strict.path, as: "SUB")
    other.frame([1] + Array("a/".utf8))
    try eventually("one") { strict.keeper.shares.first?.subscriptions == 1 }
    other.frame([1] + Array("b/".utf8), more: true)
    other.frame([1] + Array("c/".utf8))
    try eventually("its end") { other.isOver }
  }

  @Test("an endless row of subscriptions that are taken back, or never were, is counted until it is taken")
  func unsubscriptionsCount() throws {
    let gated = try GatedSocket(
      .xpub, in: folder,
      limits {
        $0.takesSubscriptions = true
        $0.unreadMax = 100_000
      })
    let weight = FrameScanner.frameOverhead + 3
    let peer = try OctetPeer(gated.path, as: "SUB")
    let second = try OctetPeer(gated.path, as: "SUB")
    for one in [peer, second] { one.frame([1] + Array("a/".utf8)) }
    for _ in 0..<2 { #expect(try gated.next().frames == [[1] + Array("a/".utf8)]) }
    // Of the first of two libzmq tells nothing; of the last, and of what was never there, it tells.
    peer.frame([0] + Array("a/".utf8))
    try eventually("one left") { gated.keeper.shares.first?.subscriptions == 1 }
    #expect(gated.keeper.shares.first?.unread == 0)
    second.frame([0] + Array("a/".utf8))
    peer.frame([0] + Array("b/".utf8))
    try eventually("both") { gated.keeper.shares.first?.unread == 2 * weight }
    for _ in 0..<2 { _ = try gated.next() }
    #expect(gated.keeper.shares.first?.unread == 0)
    var isTaken = true
    for _ in 0..<100_000 where isTaken { isTaken = peer.frame([0] + Array("b/".utf8)) }
    try eventually("its end") { peer.isOver }
  }

  @Test("what is unread is exact, and ends the connection that sends too much")
  func unreadExactEndsConnection() throws {
    let gated = try GatedSocket(.router, in: folder, limits { $0.unreadMax = 100_000 })
    let peer = try OctetPeer(gated.path)
    for _ in 0..<50 { peer.frame([UInt8](repeating: 5, count: 200)) }
    try eventually("all of it") { gated.keeper.shares.first?.unread == 50 * (200 + FrameScanner.frameOverhead) }
    for _ in 0..<50 { _ = try gated.next() }
    #expect(gated.keeper.shares.first?.unread == 0)
    for _ in 0..<1000 { peer.frame([UInt8](repeating: 5, count: 200)) }
    try eventually("its end") { peer.isOver }
    #expect(gated.keeper.counts.ended == 1)
  }

  @Test("what is left behind by a connection counts until the socket is drained")
  func leftBehindConnectionCounts() throws {
    let gated = try GatedSocket(.router, in: folder, limits { _ in })
    do {
      let peer = try OctetPeer(gated.path)
      peer.frame([UInt8](repeating: 5, count: 200))
      try eventually("it") { gated.keeper.shares.first?.unread == 264 }
    }
    try eventually("its end") { gated.keeper.counts.connections == 0 }
    #expect(gated.keeper.shares.first?.unread == 264)
    gated.keeper.drained(gate: 0)
    #expect(gated.keeper.shares == [])
  }

  @Test("to a peer that does not read no more is handed than its limit, and to one that reads all")
  func peerDoesNotRead() throws {
    // Time stands still: after 100 ms what libzmq has not begun to write would be taken for sent.
    let gated = try GatedSocket(.router, in: folder, limits { $0.unsentMax = 1 << 20 }, now: { 0 })
    let peer = try OctetPeer(gated.path)
    peer.frame([1])
    let received = try gated.next()
    let connection = try #require(received.connection)
    let id = try #require(gated.keeper.took(frames: 0, octets: 0, of: connection))
    let message = [received.frames[0], [UInt8](repeating: 3, count: 100_000)]
    let size = Gatekeeper.wireSize(message, from: 1)
    var handed = 0
    while handed < 100, gated.keeper.mayHand(size, to: id) {
      #expect(try gated.socket.send(message) == .sent)
      handed += 1
    }
    // What the system buffers comes on top.
    #expect((10...20).contains(handed))
    #expect((gated.keeper.shares.first?.unsent ?? 0) <= 1 << 20)

    let reader = try Socket(.dealer, in: Context(), options: .clientDealer)
    try reader.connect(.ipc(gated.path))
    try eventually("a send") { try reader.send([[2]]) == .sent }
    let other = try gated.next()
    let otherConnection = try #require(other.connection)
    let readerID = try #require(gated.keeper.took(frames: 0, octets: 0, of: otherConnection))
    for _ in 0..<100 {
      try eventually("room") { gated.keeper.mayHand(size, to: readerID) }
      #expect(try gated.socket.send([other.frames[0], message[1]]) == .sent)
      try eventually("it") { try reader.receive() != nil }
    }
  }

  @Test("all that is handed to a peer that reads is seen to leave")
  func handedPeerReadsSeen() throws {
    let gated = try GatedSocket(.router, in: folder, limits { _ in })
    let reader = try Socket(.dealer, in: Context(), options: .clientDealer)
    try reader.connect(.ipc(gated.path))
    try eventually("a send") { try reader.send([[2]]) == .sent }
    let received = try gated.next()
    let connection = try #require(received.connection)
    let id = try #require(gated.keeper.took(frames: 0, octets: 0, of: connection))
    for size in [0, 1, 255, 256, 9000, 70_000] {
      let message = [received.frames[0], [1, 2, 3], [UInt8](repeating: 3, count: size)]
      #expect(gated.keeper.mayHand(Gatekeeper.wireSize(message, from: 1), to: id))
      #expect(try gated.socket.send(message) == .sent)
      try eventually("it") { try reader.receive() != nil }
      try eventually("all of \(size) is seen to leave") { gated.keeper.shares.first?.unsent == 0 }
    }
  }

  @Test("subscriptions are counted, taken back, and too many end their connection")
  func subscriptionsCountedTakenBack() throws {
    let limits = limits {
      $0.takesSubscriptions = true
      $0.subscriptionsMax = 10
      $0.unreadMax = 256 << 10
    }
    let gated = try GatedSocket(.xpub, in: folder, limits)
    let topic = Array("wk1/json/main/".utf8)
    let peer = try OctetPeer(gated.path, as: "SUB")
    #expect(gated.keeper.audience(of: topic).descriptors.isEmpty)
    var audiences = [Audience(of: topic), Audience(of: Array("wk1/pb/main/".utf8))]
    gated.keeper.renew(&audiences)
    #expect(audiences.allSatisfy { $0.descriptors.isEmpty })
    peer.frame([1] + Array("wk1/json/".utf8))
    peer.frame([1] + Array("wk1/json/".utf8))
    try eventually("one") { gated.keeper.shares.first?.subscriptions == 1 }
    gated.keeper.renew(&audiences)
    #expect(audiences.map { $0.descriptors.count } == [1, 0])
    #expect(!gated.keeper.audience(of: topic).descriptors.isEmpty)
    #expect(gated.keeper.audience(of: Array("wk1/jso".utf8)).descriptors.isEmpty)
    for _ in 0..<2 { #expect(try gated.next().frames == [[1] + Array("wk1/json/".utf8)]) }
    #expect(gated.keeper.shares.first?.unread == 0)
    peer.frame([0] + Array("wk1/json/".utf8))
    try eventually("none") { gated.keeper.audience(of: topic).descriptors.isEmpty }
    gated.keeper.renew(&audiences)
    #expect(audiences.allSatisfy { $0.descriptors.isEmpty })
    for number in 0..<11 { peer.frame([1] + Array("x\(number)".utf8)) }
    try eventually("its end") { peer.isOver }
    try eventually("nothing") { gated.keeper.counts.connections == 0 }
    #expect(gated.keeper.audience(of: Array("x3".utf8)).descriptors.isEmpty)
  }

  @Test("an observer that does not read is ended when too much waits for it, and others get everything")
  func observerDoesNotRead() throws {
    let limits = limits {
      $0.takesSubscriptions = true
      $0.unsentMax = 2 << 20
    }
    let gated = try GatedSocket(.xpub, in: folder, limits)
    let deaf = try OctetPeer(gated.path, as: "SUB")
    deaf.frame([1])
    let reader = try Socket(.sub, in: Context(), options: .observerSub)
    try reader.subscribe([])
    try reader.connect(.ipc(gated.path))
    try eventually("both") { gated.keeper.shares.first?.subscriptions == 2 }
    for _ in 0..<2 { _ = try gated.next() }
    let frames = [Array("topic".utf8), [UInt8](repeating: 1, count: 200_000)]
    for _ in 0..<30 {
      gated.keeper.handed(Gatekeeper.wireSize(frames), to: gated.keeper.audience(of: frames[0]))
      try gated.socket.send(frames)
      try eventually("it") { try reader.receive() != nil }
    }
    try eventually("the end of the deaf one") {
      _ = try gated.socket.receive()
      return gated.keeper.counts.connections == 1
    }
    #expect(gated.keeper.counts.ended == 1)
  }

  @Test("a message that does not go on ends its connection, one that is whole does not")
  func messageDoesNotGo() throws {
    let clock = Recorder<Int64>()
    clock.add(0)
    let keeper = Gatekeeper([GateLimits()]) { clock.all.last ?? 0 }
    let patience = GateLimits.patienceMicroseconds
    var pair: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { for descriptor in pair { close(descriptor) } }
    keeper.state.withLock { $0.add(pair[0], by: 0, .uid(77), pid: 1, at: 0) }
    #expect((Greeting.whole + [0, 1, 9]).withUnsafeBytes { keeper.received($0, pair[0]) })
    clock.add(patience * 2)
    keeper.tidy()
    #expect(keeper.counts.ended == 0)
    #expect([UInt8]([0, 5, 1]).withUnsafeBytes { keeper.received($0, pair[0]) })
    clock.add(patience * 2 + patience)
    keeper.tidy()
    #expect(keeper.counts.ended == 0)
    clock.add(patience * 3 + 1)
    keeper.tidy()
    #expect(keeper.counts.ended == 1)
    var octet: UInt8 = 0
    #expect(recv(pair[1], &octet, 1, Int32(MSG_DONTWAIT)) == 0, "the other side sees it")
  }

  @Test("a user's silent connections go when they take half of its share, others stay")
  func userSSilentConnections() {
    let keeper = Gatekeeper([GateLimits()]) { 20_000_000 }
    keeper.state.withLock { state in
      for descriptor in 0..<200 { state.add(Int32(70_000 + descriptor), by: 0, .uid(77), pid: 1, at: 0) }
      for descriptor in 0..<100 { state.add(Int32(80_000 + descriptor), by: 0, .uid(78), pid: 1, at: 0) }
      state.passages[70_000]?.hasSpoken = true
    }
    keeper.tidy()
    #expect(keeper.counts.ended == 199)
  }

  @Test("a user's connections that come and go wait for their pace, others' come in at once")
  func arrivals() {
    var state = GateState([GateLimits()], trusted: [])
    /// How many of a user come in, each of which goes at once.
    func comeAndGo(_ user: GateUser, at now: Int64) -> Int {
      var count = 0
      while count < 5000, state.hasRoom(for: user, by: 0, at: now) {
        state.add(70_000, by: 0, user, pid: 1, at: now)
        state.remove(70_000)
        count += 1
      }
      return count
    }
    #expect(comeAndGo(.uid(1), at: 0) == 1024)
    #expect(comeAndGo(.uid(2), at: 0) == 1024)
    #expect(comeAndGo(.uid(1), at: 1_000_000) == 500)
    #expect(comeAndGo(.uid(1), at: 60_000_000) == 1024)
  }

  @Test("connections that may not come in end by one call of libzmq")
  func refusalsAtOnce() throws {
    let keeper = Gatekeeper([limits { $0.connectionsMax = 0 }]) { 0 }
    let path = folder.file("s")
    let listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    defer { close(listener) }
    try #require(withAddress(path) { bind(listener, $0, $1) } == 0 && listen(listener, 64) == 0)
    keeper.watch(listener, gate: 0)
    let peers = try (0..<40).map { _ in try OctetPeer(path, as: nil) }
    #expect(keeper.accept(listener, 0) == -EAGAIN)
    #expect(keeper.counts.refused == 40 && peers.allSatisfy(\.isOver))
  }

  @Test("users share a gate by thirds, and the coordinator's own leaves an eighth")
  func usersShareGateThirds() {
    var state = GateState([GateLimits()], trusted: [.uid(0)])
    func fill(_ user: GateUser, _ from: Int32) -> Int {
      var count: Int32 = 0
      while state.hasRoom(for: user, by: 0, at: 0) {
        state.add(from + count, by: 0, user, pid: 1, at: 0)
        count += 1
      }
      return Int(count)
    }
    #expect(fill(.uid(1), 10_000) == 341)
    #expect(fill(.uid(2), 20_000) == 341)
    #expect(fill(.tcp, 30_000) == 341)
    #expect(fill(.uid(0), 40_000) == 1)
    for descriptor in 0..<341 { state.remove(Int32(10_000 + descriptor)) }
    #expect(fill(.uid(0), 50_000) == 341)
    #expect(state.uses[.uid(1)] == nil)
  }
}
