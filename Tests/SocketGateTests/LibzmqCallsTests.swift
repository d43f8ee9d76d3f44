// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing
import ZeroMQ

@testable import SocketGate

/// What libzmq asks of the system and is answered before: nothing may be lost by that.
@Suite struct LibzmqCallsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Waits for the next message on a socket, without a message between two looks.
  private static func next(_ socket: borrowing Socket, _ poller: inout Poller) throws -> [UInt8] {
    for _ in 0..<patienceMs / 100 {
      if let received = try socket.receive() { return received.frames.last ?? [] }
      _ = try poller.wait(ms: 100)
    }
    throw Overdue("a message on a \(socket.kind.rawValue)")
  }

  @Test("no signal between threads is lost, however they take turns")
  func losesNoSignal() throws {
    let context = try Context()
    let rounds = 20_000
    let near = try Socket(.pair, in: context, options: .workerDealer)
    try near.bind(.inproc("pair"))
    let end = Mutex<Result<Void, any Error>?>(nil)
    Thread.detachNewThread {
      let result = Result {
        let far = try Socket(.pair, in: context, options: .workerDealer)
        try far.connect(.inproc("pair"))
        var poller = Poller()
        _ = poller.watch(far)
        for _ in 0..<rounds { try far.send([Self.next(far, &poller)]) }
        // What a socket has not handed over when it ends is lost.
        _ = try Self.next(far, &poller)
      }
      end.withLock { $0 = result }
    }
    var poller = Poller()
    _ = poller.watch(near)
    for round in 0..<rounds {
      let body = withUnsafeBytes(of: round) { Array($0) }
      // The first one waits for the far end.
      try eventually("a send") { try near.send([body]) == .sent }
      // Sometimes the answer is there before anybody waits for it.
      if round % 3 == 0 { sched_yield() }
      try #require(Self.next(near, &poller) == body)
    }
    try near.send([[0]])
    try eventually("the far end") { end.withLock { $0 != nil } }
    try end.withLock { try $0?.get() }
  }

  @Test("a peer that takes nothing for a while gets all of it afterwards, in order")
  func peerTakesNothingWhile() throws {
    let gated = try GatedSocket(.router, in: folder, GateLimits())
    var options = SocketOptions.workerDealer
    options.receiveQueueMax = 4
    let peer = try Socket(.dealer, in: Context(), options: options)
    try peer.connect(.ipc(gated.path))
    try eventually("a connection") { try peer.send([[1]]) == .sent }
    let id = try gated.next().frames[0]
    // 2 MB and more, which is more than the system keeps for a connection.
    var sent: UInt32 = 0
    while sent < 20_000 {
      let body = withUnsafeBytes(of: sent) { Array($0) } + [UInt8](repeating: 0, count: 8000)
      guard try gated.socket.send([id, body]) == .sent else { break }
      sent += 1
    }
    try #require(sent >= 256)
    var poller = Poller()
    _ = poller.watch(peer)
    for number in 0..<sent {
      let body = try Self.next(peer, &poller)
      try #require(Array(body.prefix(4)) == withUnsafeBytes(of: number) { Array($0) })
    }
    #expect(try gated.socket.send([id, [2]]) == .sent)
    #expect(try Self.next(peer, &poller) == [2])
  }

  @Test("while a socket sends without a pause, what comes is heard")
  func whileSocketSendsWithout() throws {
    let gated = try GatedSocket(.router, in: folder, GateLimits())
    let listener = try Socket(.dealer, in: Context(), options: .workerDealer)
    let speaker = try OctetPeer(gated.path)
    try listener.connect(.ipc(gated.path))
    try eventually("a connection") { try listener.send([[1]]) == .sent }
    let id = try gated.next().frames[0]
    speaker.frame([7])
    let body = [UInt8](repeating: 0, count: 200)
    var heard: [UInt8]?
    try eventually("the word of another") {
      for _ in 0..<100 {
        _ = try gated.socket.send([id, body])
        while try listener.receive() != nil {}
      }
      heard = try gated.socket.receive()?.frames.last
      return heard != nil
    }
    #expect(heard == [7])
  }
}
