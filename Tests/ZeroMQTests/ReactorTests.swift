// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import ZeroMQ

@Suite struct ReactorTests {
  /// Events of a reactor as a sequence to await.
  private struct Events {
    let stream: AsyncStream<Reactor.SocketEvent>
    let take: @Sendable (Reactor.SocketEvent) -> Void

    init() {
      let (stream, continuation) = AsyncStream<Reactor.SocketEvent>.makeStream()
      self.stream = stream
      take = { continuation.yield($0) }
    }
  }

  @Test func `a dealer connects, sends and hears`() async throws {
    let folder = try TemporaryFolder()
    let context = try Context()
    let router = try Socket(.router, in: context, options: .controlRouter)
    try router.bind(folder.endpoint())

    let reactor = try Reactor(name: "test")
    let events = Events()
    var heard = events.stream.makeAsyncIterator()
    let socket = reactor.open(.dealer, .clientDealer, to: try folder.endpoint(), onEvent: events.take)
    #expect(await heard.next() == .connected)

    // Connected means just that: a send right after it is taken.
    let delivery = await withCheckedContinuation { done in
      reactor.send([bytes("header"), bytes("body")], on: socket) { done.resume(returning: $0) }
    }
    #expect(delivery == .sent)
    let received = try router.next()
    #expect(received.frames.dropFirst() == [bytes("header"), bytes("body")])
    try router.send([received.frames[0], bytes("answer")])
    #expect(await heard.next() == .received([bytes("answer")]))
    await reactor.shutdown()
  }

  @Test func `what one thread asks for is done in that order`() async throws {
    let reactor = try Reactor(name: "order")
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    for number in 0..<1000 { reactor.perform { continuation.yield(number) } }
    reactor.perform { continuation.finish() }
    var numbers: [Int] = []
    for await number in stream { numbers.append(number) }
    #expect(numbers == Array(0..<1000))
    await reactor.shutdown()
  }

  @Test func `a timer fires once, a cancelled one never, the earlier one first`() async throws {
    let reactor = try Reactor(name: "timers")
    let (stream, continuation) = AsyncStream<String>.makeStream()
    reactor.schedule(afterMs: 40) {
      continuation.yield("late")
      continuation.finish()
    }
    reactor.schedule(afterMs: 5) { continuation.yield("early") }
    let cancelled = reactor.schedule(afterMs: 10) { continuation.yield("cancelled") }
    reactor.cancel(cancelled)
    var fired: [String] = []
    for await name in stream { fired.append(name) }
    #expect(fired == ["early", "late"])
    await reactor.shutdown()
  }
}
