// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(20))) struct ReactorHostTests {
  /// A host that runs, on a thread that lasts as long as the tests.
  private func host() async -> ReactorHost {
    let host = ReactorHost()
    Thread.detachNewThread { host.run() }
    await Task(executorPreference: host) {}.value
    return host
  }

  private final class Flag: Sendable {
    let isUp = Atomic(false)
  }

  @Test("tasks and sockets share one thread")
  func oneThread() async throws {
    let (host, folder) = (await host(), try TemporaryFolder())
    let router = try Socket(.router, in: Context(), options: .controlRouter)
    try router.bind(folder.endpoint())
    let endpoint = try folder.endpoint()
    let reactor = try Reactor(name: "guest", host: host)
    let answer = Task(executorPreference: host) {
      let (stream, continuation) = AsyncStream<Reactor.SocketEvent>.makeStream()
      let socket = reactor.open(.dealer, .clientDealer, to: endpoint) { event in
        #expect(reactor.isCurrent)
        continuation.yield(event)
      }
      var events = stream.makeAsyncIterator()
      #expect(await events.next() == .connected)
      reactor.send([bytes("header"), bytes("body")], on: socket)
      let answer = await events.next()
      #expect(reactor.isCurrent)
      return answer
    }
    let received = try router.next()
    try router.send([received.frames[0], bytes("answer")])
    #expect(await answer.value == .received([bytes("answer")]))
    await reactor.shutdown()
  }

  @Test("a host has one reactor at a time; another has a thread of its own")
  func oneReactor() async throws {
    let host = await host()
    @Sendable func runsOnHost(_ reactor: Reactor) async -> Bool {
      await Task(executorPreference: host) { reactor.isCurrent }.value
    }
    let first = try Reactor(name: "first", host: host)
    let second = try Reactor(name: "second", host: host)
    // A reactor's thread is known when it has begun.
    for reactor in [first, second] { await withCheckedContinuation { done in reactor.perform { done.resume() } } }
    #expect(await runsOnHost(first))
    #expect(await !runsOnHost(second))
    await first.shutdown()
    // Its end is told before the host is free for another one, which it is in its next round.
    await Task(executorPreference: host) {}.value
    let third = try Reactor(name: "third", host: host)
    await withCheckedContinuation { done in third.perform { done.resume() } }
    #expect(await runsOnHost(third))
    await second.shutdown()
    await third.shutdown()
  }

  @Test("a host that does not run has no reactors")
  func notRunning() async throws {
    let reactor = try Reactor(name: "alone", host: ReactorHost())
    let isOnItsThread: Bool = await withCheckedContinuation { done in
      reactor.perform { done.resume(returning: reactor.isCurrent) }
    }
    #expect(isOnItsThread)
    #expect(reactor.executor === reactor, "its tasks are not left to the host")
    await reactor.shutdown()
  }

  @Test("tasks that never rest do not keep the sockets from their turn")
  func fairness() async throws {
    let (host, folder) = (await host(), try TemporaryFolder())
    let router = try Socket(.router, in: Context(), options: .controlRouter)
    try router.bind(folder.endpoint())
    let reactor = try Reactor(name: "guest", host: host)
    let flag = Flag()
    let endpoint = try folder.endpoint()
    await withDiscardingTaskGroup { group in
      group.addTask(executorPreference: host) {
        while !flag.isUp.load(ordering: .relaxed) { await Task.yield() }
      }
      _ = reactor.open(.dealer, .clientDealer, to: endpoint) { _ in
        flag.isUp.store(true, ordering: .relaxed)
      }
    }
    let wasHeard = flag.isUp.load(ordering: .relaxed)
    #expect(wasHeard)
    await reactor.shutdown()
  }

  @Test("a reactor runs tasks on its own thread, one after another")
  func executor() async throws {
    let reactor = try Reactor(name: "tasks")
    let isCurrent = await Task(executorPreference: reactor.executor) {
      await Task.yield()
      return reactor.isCurrent
    }.value
    #expect(isCurrent)
    await reactor.shutdown()
  }

  @Test("tasks of a reactor that has ended go on elsewhere, also those that wait for its end")
  func orphans() async throws {
    let reactor = try Reactor(name: "tasks")
    let ends = Flag()
    let others = (0..<4).map { _ in
      Task(executorPreference: reactor.executor) {
        while !ends.isUp.load(ordering: .relaxed) { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
      }
    }
    let closing = Task(executorPreference: reactor.executor) {
      await reactor.shutdown()
      ends.isUp.store(true, ordering: .relaxed)
      return reactor.isCurrent
    }
    #expect(await !closing.value)
    for other in others { await other.value }
    #expect(await !Task(executorPreference: reactor.executor) { reactor.isCurrent }.value)
  }
}
