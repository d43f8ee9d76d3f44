// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import ZeroMQ

/// What bites those who use libzmq 4.3.4, and the test that shows it closed:
///
/// - an undrained monitor freezes the whole context: `an unread monitor …`
/// - a full pipe of a dead peer says EAGAIN rather than EHOSTUNREACH: `a dead peer with a full queue …`
/// - a ROUTER drops what it cannot route in silence: `a vanished peer is told`
/// - metadata is missing on the first frame: `the peer's process is known …`
/// - linger is for ever by default: `a context ends …`
/// - a lost wake-up of the edge-triggered descriptor: `what was left unread …`
/// - the number of frames has no limit: `frames beyond the limit …`
/// - a dealer queues for a peer that is not there and sends it much later: `nothing stale …`
/// - a REQ takes a late reply for the answer to its retry: `a late reply …`
/// - one stuck subscriber blocks all: `a stuck subscriber …`
/// - a second subscriber to a topic goes unseen: `each new subscription is seen`
/// - a descriptor given to libzmq is closed by it and used again: ``SocketActivationTests``
/// - an ipc path of more than 107 bytes fails late, a missing folder never: ``EndpointTests``
/// - errno is overwritten before it is read: `an error names the call, …`
/// - sockets used by two threads, closed twice, or leaked: the type does not compile then; ``OwnershipTests``
/// - fixed routing ids, CONFLATE, pipe statistics: there is no way to ask for them.
///
/// The coordinator's shell closes the others: the abort when descriptors run out, the theft of a socket file.
@Suite struct PitfallTests {
  let context: Context
  let folder: TemporaryFolder

  init() throws {
    context = try Context()
    folder = try TemporaryFolder()
  }

  // Unclosed, the trap leaves a context that cannot even end.
  @Test("an unread monitor leaves every other socket of the context alive", .timeLimit(.minutes(20)))
  func unreadMonitorLeaves() throws {
    var watched = try Socket(.router, in: context, options: .screensRouter)
    try watched.startMonitor()
    try watched.bind(folder.endpoint("watched"))
    for _ in 0..<2500 { #expect(try folder.endpoint("watched").probe() == .listening) }

    let server = try Socket(.router, in: context, options: .controlRouter)
    try server.bind(folder.endpoint("other"))
    let client = try Socket(.dealer, in: context, options: .clientDealer)
    try client.connect(folder.endpoint("other"))
    try client.sendPatiently([bytes("alive?")])
    #expect(try server.next().frames.last == bytes("alive?"))
  }

  @Test("no preset stops to read, so that no ping meets a connection that is gone")
  func presetsReadOn() {
    let presets: [SocketOptions] = [
      .controlRouter, .screensRouter, .updates, .clientDealer, .workerDealer, .observerSub,
    ]
    #expect(presets.allSatisfy { $0.receiveQueueMax == 0 })
  }

  @Test("a vanished peer is told")
  func vanishedPeerTold() throws {
    var router = try Socket(.router, in: context, options: .screensRouter)
    try router.startMonitor()
    try router.bind(folder.endpoint())
    #expect(try router.send([[0, 1, 2, 3, 4], bytes("x")]) == .unreachable)

    let id = try oneMessage(to: router)
    _ = try router.nextEvent(.disconnected)
    try eventually("unreachable") {
      while try router.receive() != nil {}
      return try router.send([id, bytes("x")]) == .unreachable
    }
  }

  /// Connects, lets `router` receive one message and goes; the routing id it had.
  private func oneMessage(to router: borrowing Socket) throws -> [UInt8] {
    let worker = try Socket(.dealer, in: context, options: .workerDealer)
    try worker.connect(folder.endpoint())
    try worker.sendPatiently([bytes("hello")])
    return try router.next().frames[0]
  }

  @Test("a dead peer with a full queue is full until it was drained, then unreachable")
  func deadPeerFull() throws {
    var options = SocketOptions.screensRouter
    options.sendQueueMax = 4
    var router = try Socket(.router, in: context, options: options)
    try router.startMonitor()
    try router.bind(folder.endpoint())
    let id = try fill(router)
    _ = try router.nextEvent(.disconnected)

    for _ in 0..<1000 { #expect(try router.send([id, bytes("x")]) == .full) }
    try eventually("unreachable") {
      while try router.receive() != nil {}
      return try router.send([id, bytes("x")]) == .unreachable
    }
  }

  /// A peer that leaves an unread message and a full queue behind; the routing id it had.
  private func fill(_ router: borrowing Socket) throws -> [UInt8] {
    let peer = try DeafPeer(folder.endpoint(), bodies: [bytes("first"), bytes("unread")])
    defer { withExtendedLifetime(peer) {} }
    let id = try router.next().frames[0]
    try eventually("a full queue") { try router.send([id, [UInt8](repeating: 7, count: 100_000)]) == .full }
    return id
  }

  @Test("the peer's process is known after a poll, from a message of any length")
  func peerProcess() throws {
    let router = try Socket(.router, in: context, options: .controlRouter)
    try router.bind(folder.endpoint())
    let client = try Socket(.dealer, in: context, options: .clientDealer)
    try client.connect(folder.endpoint())
    for frames in [[bytes("one")], [bytes("one"), bytes("two")]] {
      try client.sendPatiently(frames)
      let received = try router.next(asksPeer: true)
      #expect(received.peer == PeerAddress(uid: getuid(), gid: getgid(), pid: getpid()))
      #expect(Array(received.frames.dropFirst()) == frames)
    }
  }

  @Test(
    "a peer address is read from the right",
    arguments: [
      ("localhost:1000:100:4711", PeerAddress(uid: 1000, gid: 100, pid: 4711)),
      ("a:b:c:0:0:1", PeerAddress(uid: 0, gid: 0, pid: 1)),
      ("127.0.0.1", nil), ("::1", nil), ("", nil), ("localhost:1000:100:-1", nil), ("localhost:x:100:1", nil),
    ])
  func peerAddressRead(text: String, expected: PeerAddress?) {
    #expect(PeerAddress(metadata: text.utf8) == expected)
  }

  @Test("frames beyond the limit are dropped and counted, and the next message is whole")
  func framesBeyondLimit() throws {
    let router = try Socket(.router, in: context, options: .controlRouter)
    try router.bind(folder.endpoint())
    let client = try Socket(.dealer, in: context, options: .clientDealer)
    try client.connect(folder.endpoint())
    try client.sendPatiently(Array(repeating: [1], count: 2000))
    try client.sendPatiently([bytes("next")])
    let long = try router.next(asksPeer: true)
    #expect(long.frames.count == Received.framesMax)
    #expect(long.droppedFrames == 2001 - Received.framesMax)
    #expect(long.hasTooManyFrames)
    #expect(long.peer?.pid == getpid())
    let next = try router.next()
    #expect(next.frames.last == bytes("next"))
    #expect(!next.hasTooManyFrames)
  }

  @Test("a message that is received in place of another one is what was sent, and nothing of the other")
  func receivedInPlace() throws {
    let router = try Socket(.router, in: context, options: .controlRouter)
    try router.bind(folder.endpoint())
    let client = try Socket(.dealer, in: context, options: .clientDealer)
    try client.connect(folder.endpoint())
    var poller = Poller()
    _ = poller.watch(router)
    var received = Received(frames: [])
    #expect(try !router.receive(into: &received, asksPeer: true))
    let messages = [
      [bytes("header"), bytes("a long body")], [bytes("one"), bytes("")], [bytes("1"), bytes("2"), bytes("3")],
      [bytes("header"), bytes("another body, which is longer")], Array(repeating: [7], count: Received.framesMax + 4),
      [bytes("last")],
    ]
    for frames in messages {
      try client.sendPatiently(frames)
      try eventually("a message") {
        _ = try poller.wait(ms: 100)
        return try router.receive(into: &received, asksPeer: true)
      }
      #expect(Array(received.frames.dropFirst()) == Array(frames.prefix(Received.framesMax - 1)))
      #expect(received.droppedFrames == max(0, frames.count + 1 - Received.framesMax))
      #expect(received.octets == frames.reduce(received.frames[0].count) { $0 + $1.count })
      #expect(received.peer?.pid == getpid() && received.connection != nil)
    }
  }

  @Test("what was left unread is ready at the next poll")
  func leftUnreadReady() throws {
    let router = try Socket(.router, in: context, options: .controlRouter)
    try router.bind(folder.endpoint())
    let client = try Socket(.dealer, in: context, options: .clientDealer)
    try client.connect(folder.endpoint())
    var poller = Poller()
    let token = poller.watch(router)
    for number in 0..<3 { try client.sendPatiently([[UInt8(number)]]) }
    for number in 0..<3 {
      #expect(try poller.wait(ms: patienceMs) == [token])
      #expect(try router.receive()?.frames.last == [UInt8(number)])
    }
    #expect(try poller.wait(ms: 0) == [])
  }

  @Test("a socket that was drained is asked only with news, until it was used")
  func drainedSocket() throws {
    let router = try Socket(.router, in: context, options: .controlRouter)
    try router.bind(folder.endpoint())
    let client = try Socket(.dealer, in: context, options: .clientDealer)
    try client.connect(folder.endpoint())
    var poller = Poller()
    let token = poller.watch(router)
    try client.sendPatiently([[0]])
    #expect(try poller.wait(ms: patienceMs) == [token])
    for number in 1..<4 as Range<UInt8> {
      while try router.receive() != nil {}
      poller.noteDrained(token)
      try client.sendPatiently([[number]])
      #expect(try poller.wait(ms: patienceMs) == [token], "news ends the wait")
    }
    // As where to send has taken the news in: a message waits, and nothing tells of it any more.
    poller.noteDrained(token)
    #expect(try poller.wait(ms: 0) == [])
    poller.noteUsed(token)
    #expect(try poller.wait(ms: 0) == [token])
  }
}
