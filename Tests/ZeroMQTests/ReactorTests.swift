// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ZeroMQ

@Suite(.timeLimit(.minutes(20))) struct ReactorTests {
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

  @Test("a dealer connects, sends and hears")
  func dealerConnectsSends() async throws {
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

  @Test("what one thread asks for is done in that order")
  func threadAsksDone() async throws {
    let reactor = try Reactor(name: "order")
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    for number in 0..<1000 { reactor.perform { continuation.yield(number) } }
    reactor.perform { continuation.finish() }
    var numbers: [Int] = []
    for await number in stream { numbers.append(number) }
    #expect(numbers == Array(0..<1000))
    await reactor.shutdown()
  }

  @Test("a thread that cannot be started leaves nothing behind")
  func noThread() throws {
    weak var left: ReactorStart?
    do {
      let start = try ReactorStart(name: "none", context: nil, queue: ReactorQueue())
      left = start
      let error = #expect(throws: ZeroMQError.self) {
        _ = try Reactor.begin(start, name: "none") { _, _, _ in EAGAIN }
      }
      #expect(error?.code == EAGAIN)
    }
    #expect(left == nil)
  }

  @Test("a timer fires once, a cancelled one never, the earlier one first")
  func timerFiresOnce() async throws {
    let reactor = try Reactor(name: "timers")
    let (stream, continuation) = AsyncStream<String>.makeStream()
    // In one step, so that none is due before the last is asked for.
    reactor.perform {
      reactor.schedule(afterMs: 1000) {
        continuation.yield("late")
        continuation.finish()
      }
      reactor.schedule(afterMs: 5) { continuation.yield("early") }
      let cancelled = reactor.schedule(afterMs: 10) { continuation.yield("cancelled") }
      reactor.cancel(cancelled)
    }
    var fired: [String] = []
    for await name in stream { fired.append(name) }
    #expect(fired == ["early", "late"])
    await reactor.shutdown()
  }

  @Test("a dealer hears of the end of its connection, of the next one, and can be reopened")
  func dealerHearsEnd() async throws {
    let folder = try TemporaryFolder()
    let context = try Context()
    let reactor = try Reactor(name: "reconnect")
    let events = Events()
    var heard = events.stream.makeAsyncIterator()
    let socket: Reactor.SocketID
    do {
      let router = try Socket(.router, in: context, options: .controlRouter)
      try router.bind(folder.endpoint())
      socket = reactor.open(.dealer, .clientDealer, to: try folder.endpoint(), onEvent: events.take)
      #expect(await heard.next() == .connected)
    }
    #expect(await heard.next() == .disconnected)
    let router = try Socket(.router, in: context, options: .controlRouter)
    try router.bind(folder.endpoint())
    #expect(await heard.next() == .connected)
    reactor.send([bytes("1")], on: socket)
    let first = try router.next()
    reactor.reopen(socket)
    #expect(await heard.next() == .connected)
    reactor.send([bytes("2")], on: socket)
    let second = try router.next()
    #expect(first.frames[0] != second.frames[0], "a fresh connection has a fresh routing id")
    await reactor.shutdown()
  }

  @Test("a connection that a too large frame has ended is opened anew, with its subscriptions")
  func connectionTooLargeFrame() async throws {
    let folder = try TemporaryFolder()
    let updates = try Socket(.xpub, in: Context(), options: .updates)
    try updates.bind(folder.endpoint())
    let reactor = try Reactor(name: "renewal")
    let events = Events()
    var heard = events.stream.makeAsyncIterator()
    var options = SocketOptions.observerSub
    options.renewalMs = 50
    _ = reactor.open(.sub, options, to: try folder.endpoint(), subscribing: [bytes("a/")], onEvent: events.take)
    #expect(try updates.next().frames == [[1] + bytes("a/")])
    #expect(await heard.next() == .connected)
    try updates.send([bytes("a/"), [UInt8](repeating: 0, count: Int(options.frameBytesMax) + 1)])
    #expect(await heard.next() == .disconnected)
    // Where the XPUB sees the end of the old connection first, it tells of that.
    var news = try updates.next().frames
    if news == [[0] + bytes("a/")] { news = try updates.next().frames }
    #expect(news == [[1] + bytes("a/")])
    #expect(await heard.next() == .connected)
    try updates.send([bytes("a/"), bytes("small")])
    #expect(await heard.next() == .received([bytes("a/"), bytes("small")]))
    await reactor.shutdown()
  }

  @Test("a socket that could not be opened is opened again later")
  func opensAgain() async throws {
    let reactor = try Reactor(name: "opening")
    let events = Events()
    var heard = events.stream.makeAsyncIterator()
    var options = SocketOptions.clientDealer
    options.renewalMs = 10
    options.sendQueueMax = -1
    _ = reactor.open(.dealer, options, to: try .tcp("127.0.0.1", 1), onEvent: events.take)
    for _ in 0..<2 {
      guard case .failed(let error)? = await heard.next() else {
        Issue.record("it has not failed")
        break
      }
      #expect(error.call == "zmq_setsockopt")
    }
    await reactor.shutdown()
  }

  @Test("a socket that could not be opened says when it is open, also where nobody is at the other end")
  func opensLater() async throws {
    let folder = try TemporaryFolder()
    // For a connection: its socket, and both ends of the monitor. One of the three places is taken.
    let context = try Context(socketsMax: 3)
    let other = try Socket(.dealer, in: context, options: .clientDealer)
    let taken = Mutex<Socket?>(consume other)
    let reactor = try Reactor(name: "opening", context: context)
    let events = Events()
    var heard = events.stream.makeAsyncIterator()
    var options = SocketOptions.clientDealer
    options.renewalMs = 10
    _ = reactor.open(.dealer, options, to: try folder.endpoint("nobody"), onEvent: events.take)
    var event = await heard.next()
    guard case .failed? = event else {
      Issue.record("it has not failed: \(String(describing: event))")
      return
    }
    taken.withLock { $0 = nil }
    while case .failed? = event { event = await heard.next() }
    #expect(event == .opened)
    await reactor.shutdown()
  }

  @Test("an observer subscribes, and again after a reopening")
  func observerSubscribesAgainAfter() async throws {
    let folder = try TemporaryFolder()
    let updates = try Socket(.xpub, in: Context(), options: .updates)
    try updates.bind(folder.endpoint())
    let reactor = try Reactor(name: "observer")
    let events = Events()
    var heard = events.stream.makeAsyncIterator()
    let socket = reactor.open(
      .sub, .observerSub, to: try folder.endpoint(), subscribing: [bytes("a/")], onEvent: events.take)
    #expect(try updates.next().frames == [[1] + bytes("a/")])
    #expect(await heard.next() == .connected)
    reactor.subscribe(bytes("b/"), on: socket)
    #expect(try updates.next().frames == [[1] + bytes("b/")])
    try updates.send([bytes("b/1"), bytes("header"), bytes("body")])
    #expect(await heard.next() == .received([bytes("b/1"), bytes("header"), bytes("body")]))
    reactor.unsubscribe(bytes("a/"), on: socket)
    #expect(try updates.next().frames == [[0] + bytes("a/")])
    reactor.reopen(socket)
    #expect(try updates.next().frames.first?.dropFirst() == bytes("b/")[...], "b goes with the old, comes with the new")
    await reactor.shutdown()
  }

  @Test("an event that closes its socket is the last one")
  func eventClosesSocket() async throws {
    let folder = try TemporaryFolder()
    let router = try Socket(.router, in: Context(), options: .controlRouter)
    try router.bind(folder.endpoint())
    let reactor = try Reactor(name: "closing")
    let events = Events()
    var heard = events.stream.makeAsyncIterator()
    let id = Mutex<Reactor.SocketID?>(nil)
    let socket = reactor.open(.dealer, .clientDealer, to: try folder.endpoint()) { event in
      if case .received = event, let id = id.withLock({ $0 }) { reactor.close(id) }
      events.take(event)
    }
    id.withLock { $0 = socket }
    #expect(await heard.next() == .connected)
    reactor.send([bytes("go on")], on: socket)
    let client = try router.next().frames[0]
    // All three wait together for the one turn that reads them.
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let isHeld = Mutex(true)
    reactor.perform {
      opening.finish()
      while isHeld.withLock({ $0 }) { sched_yield() }
    }
    for await _ in gate {}
    for number in 0..<3 { try router.send([client, [UInt8(number)]]) }
    isHeld.withLock { $0 = false }
    #expect(await heard.next() == .received([[0]]))
    let delivery = await withCheckedContinuation { done in
      reactor.send([bytes("x")], on: socket) { done.resume(returning: $0) }
    }
    #expect(delivery == .unreachable)
    reactor.perform { events.take(.disconnected) }
    #expect(await heard.next() == .disconnected, "nothing came between")
    await reactor.shutdown()
  }

  @Test("what was sent before the shutdown arrives, and the thread is gone after it")
  func sentBeforeShutdown() async throws {
    let folder = try TemporaryFolder()
    let router = try Socket(.router, in: Context(), options: .controlRouter)
    try router.bind(folder.endpoint())
    let reactor = try Reactor(name: "farewell-\(UInt8.random(in: 0...255))")
    let events = Events()
    var heard = events.stream.makeAsyncIterator()
    let socket = reactor.open(.dealer, .workerDealer, to: try folder.endpoint(), onEvent: events.take)
    #expect(await heard.next() == .connected)
    for _ in 0..<50 { reactor.send([bytes("bye")], on: socket) }
    await reactor.shutdown()
    await reactor.shutdown()
    for _ in 0..<50 { #expect(try router.next().frames.last == bytes("bye")) }
    reactor.perform { Issue.record("nothing is done after the end") }
    #expect(!reactor.isCurrent)
  }

  @Test("the end is told when the last message is out, also while somebody still holds what the thread began with")
  func endToldBehindLastMessage() throws {
    let queue = try ReactorQueue()
    // As a thread does that has just woken the loop's: a program must not end before what it let go of.
    let start = try ReactorStart(name: "held", context: nil, queue: queue)
    let wasOut = Mutex<Bool?>(nil)
    queue.onEnd { wasOut.withLock { $0 = start.context.hasEnded } }
    queue.add(.shutdown(lingerMs: 0))
    Thread.detachNewThread { start.run() }
    try eventually("the end") { wasOut.withLock { $0 } != nil }
    #expect(wasOut.withLock { $0 } == true)
  }

  @Test("a reactor that is let go ends, and lets its callbacks go")
  func reactorLetGo() async throws {
    final class Token: Sendable {
      let onEnd: @Sendable () -> Void
      init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }
    let (gone, continuation) = AsyncStream<Void>.makeStream()
    weak var left: Reactor?
    do {
      let reactor = try Reactor(name: "let go")
      left = reactor
      let token = Token { continuation.finish() }
      _ = reactor.open(.dealer, .clientDealer, to: try .inproc("nobody")) { _ in _ = token }
    }
    // Ends with the callback.
    for await _ in gone {}
    #expect(left == nil)
  }

  @Test("a socket that cannot be made says so")
  func socketCannotMade() async throws {
    let reactor = try Reactor(name: "failing", context: Context(socketsMax: 1))
    let events = Events()
    var heard = events.stream.makeAsyncIterator()
    _ = reactor.open(.dealer, .clientDealer, to: try .inproc("x"), onEvent: events.take)
    guard case .failed(let error) = await heard.next() else {
      Issue.record("two sockets were made where one is allowed")
      return
    }
    #expect(error.code == EMFILE)
    await reactor.shutdown()
  }

  @Test("What finds no room waits and arrives in order, and its sender hears when it has to wait and when no longer")
  func waitsForRoom() async throws {
    let folder = try TemporaryFolder()
    var options = SocketOptions.controlRouter
    options.receiveQueueMax = 4
    let router = try Socket(.router, in: Context(), options: options)
    try router.bind(folder.endpoint())
    let reactor = try Reactor(name: "full")
    let events = Events()
    var heard = events.stream.makeAsyncIterator()
    options = .clientDealer
    options.sendQueueMax = 4
    let socket = reactor.open(.dealer, options, to: try folder.endpoint(), onEvent: events.take)
    #expect(await heard.next() == .connected)
    // More than both queues and what the system keeps between them.
    let (count, padding) = (200, [UInt8](repeating: 0, count: 50_000))
    for number in 0..<count { reactor.send([[UInt8(number)], padding], on: socket) }
    #expect(await heard.next() == .full)
    // What comes behind them waits with them, whoever wants to know its fate.
    let fate = await withCheckedContinuation { told in
      reactor.send([bytes("behind"), []], on: socket) { told.resume(returning: $0) }
    }
    #expect(fate == .sent)
    for number in 0..<count { #expect(try router.next().frames.dropFirst().first == [UInt8(number)]) }
    #expect(try router.next().frames.dropFirst().first == bytes("behind"))
    #expect(await heard.next() == .room)
    reactor.send([bytes("later"), []], on: socket)
    #expect(try router.next().frames.dropFirst().first == bytes("later"))
    await reactor.shutdown()
  }

  @Test("What is sent without a connection is not sent by the next")
  func dropsWithoutConnection() async throws {
    let folder = try TemporaryFolder()
    let reactor = try Reactor(name: "gone")
    let events = Events()
    var heard = events.stream.makeAsyncIterator()
    let socket = reactor.open(.dealer, .clientDealer, to: try folder.endpoint(), onEvent: events.take)
    reactor.send([bytes("stale")], on: socket)
    await withCheckedContinuation { done in reactor.perform { done.resume() } }
    let router = try Socket(.router, in: Context(), options: .controlRouter)
    try router.bind(folder.endpoint())
    #expect(await heard.next() == .connected)
    reactor.send([bytes("fresh")], on: socket)
    #expect(try router.next().frames.last == bytes("fresh"))
    await reactor.shutdown()
  }
}
