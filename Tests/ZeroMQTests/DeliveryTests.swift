// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import ZeroMQ

/// Queues, replies and subscriptions: what is sent arrives once, or its sender is told.
@Suite struct DeliveryTests {
  let context: Context
  let folder: TemporaryFolder

  init() throws {
    context = try Context()
    folder = try TemporaryFolder()
  }

  @Test("a queue holds what its high-water marks say, then it is full")
  func queueHoldsHigh() throws {
    var options = SocketOptions(sendQueueMax: 3, receiveQueueMax: 4, frameBytesMax: 1000)
    let reader = try Socket(.pair, in: context, options: options)
    try reader.bind(.inproc("queue"))
    options.sendsOnlyWhenConnected = true
    let writer = try Socket(.pair, in: context, options: options)
    try writer.connect(.inproc("queue"))
    for _ in 0..<7 { #expect(try writer.send([[1]]) == .sent) }
    #expect(try writer.send([[1]]) == .full)
  }

  @Test("nothing stale is sent to a coordinator that comes up later")
  func nothingStaleSent() throws {
    let client = try Socket(.dealer, in: context, options: .clientDealer)
    try client.connect(folder.endpoint())
    #expect(try client.send([bytes("stale")]) == .full)

    let router = try Socket(.router, in: context, options: .controlRouter)
    try router.bind(folder.endpoint())
    try client.sendPatiently([bytes("fresh")])
    #expect(try router.next().frames.last == bytes("fresh"))
    #expect(try router.receive() == nil)
  }

  @Test("a late reply to the first copy is not taken for the answer to the retry")
  func lateReplyFirst() throws {
    let router = try Socket(.router, in: context, options: .controlRouter)
    try router.bind(folder.endpoint())
    let client = try Socket(.request, in: context, options: .clientDealer)
    try client.connect(folder.endpoint())

    try client.sendPatiently([bytes("first copy")])
    let first = try router.next()
    try client.sendPatiently([bytes("second copy")])
    let second = try router.next()
    #expect(first.frames[0] == second.frames[0], "a retry keeps its routing id")
    #expect(first.frames.count == 4, "routing id, request id, empty frame, body")
    try router.send(first.frames.prefix(3) + [bytes("late")])
    try router.send(second.frames.prefix(3) + [bytes("answer")])
    #expect(try client.next().frames == [bytes("answer")])
  }

  @Test("each new subscription is seen, also to a topic that others have")
  func newSubscriptionSeen() throws {
    var updates = try Socket(.xpub, in: context, options: .updates)
    try updates.startMonitor()
    try updates.bind(folder.endpoint())
    let one = try Socket(.sub, in: context, options: .observerSub)
    let two = try Socket(.sub, in: context, options: .observerSub)
    try one.subscribe(bytes("t/"))
    try one.connect(folder.endpoint())
    let seen = try updates.next(asksPeer: true)
    #expect(seen.frames == [[1] + bytes("t/")])
    #expect(seen.peer?.pid == getpid())
    let accepted = try updates.nextEvent(.accepted)
    #expect(seen.connection == accepted.value, "the monitor and the message name the same connection")
    try two.subscribe(bytes("t/"))
    try two.connect(folder.endpoint())
    #expect(try updates.next().frames == [[1] + bytes("t/")])

    try updates.send([bytes("t/1"), bytes("x")])
    try updates.send([bytes("other"), bytes("y")])
    try updates.send([bytes("t/2"), bytes("z")])
    for observer in 0..<2 {
      let topics = try (0..<2).map { _ in try (observer == 0 ? one.next() : two.next()).frames[0] }
      #expect(topics == [bytes("t/1"), bytes("t/2")])
    }
  }

  @Test("a stuck subscriber does not hold up the others")
  func stuckSubscriberHold() throws {
    let updates = try Socket(.xpub, in: context, options: .updates)
    try updates.bind(folder.endpoint())
    let stuck = try Socket(
      .sub, in: context, options: SocketOptions(sendQueueMax: 1, receiveQueueMax: 1, frameBytesMax: 100_000))
    try stuck.subscribe([])
    try stuck.connect(folder.endpoint())
    _ = try updates.next()
    let healthy = try Socket(.sub, in: context, options: .observerSub)
    try healthy.subscribe([])
    try healthy.connect(folder.endpoint())
    _ = try updates.next()

    // 30 MB: more than the queues and the kernel hold for the one that does not read.
    let body = [UInt8](repeating: 1, count: 50_000)
    for number in 0..<600 {
      #expect(try updates.send([[UInt8(number % 256)], body]) == .sent)
      #expect(try healthy.next().frames[0] == [UInt8(number % 256)])
    }
    #expect(try stuck.next().frames[0] == [0])
  }
}
