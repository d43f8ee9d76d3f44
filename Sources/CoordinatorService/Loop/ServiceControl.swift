// SPDX-License-Identifier: Apache-2.0

import Synchronization
import ZeroMQ

/// Ends, kills or pauses a service from another thread, and lets its time pass.
package final class ServiceControl: Sendable {
  /// What the loop shall do, in the order of precedence.
  enum Order: Int, Comparable {
    case serve, pause, stop, kill

    static func < (one: Order, other: Order) -> Bool { one.rawValue < other.rawValue }
  }

  /// Time that shall pass for the core, in µs.
  struct Advance {
    var microseconds: Int64
    var hasPassed: CheckedContinuation<Void, Never>
  }

  private struct State {
    var order = Order.serve
    var hasEnded = false
    var advances: [Advance] = []
    /// Whether the loop stands still, or has ended.
    var isStill = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let waker: Waker
  private let state = Mutex(State())

  init() throws(ServiceError) {
    do {
      waker = try Waker()
    } catch {
      throw ServiceError(error)
    }
  }

  /// Ends the service in order: running commands are decided, and every peer is answered.
  package func stop() { give(.stop) }

  /// Ends the service as `kill -9` ends a process: nobody is told, and the socket files stay behind.
  package func kill() { give(.kill) }

  /// Lets the service read nothing and send nothing, as SIGSTOP does with a process. Returns when it stands still.
  package func pause() async {
    give(.pause)
    await withCheckedContinuation { continuation in
      let isStill = state.withLock { state in
        if !state.isStill { state.waiters.append(continuation) }
        return state.isStill
      }
      if isStill { continuation.resume() }
    }
  }

  /// Lets a paused service go on.
  package func resume() {
    state.withLock { if $0.order == .pause { $0.order = .serve } }
    waker.wake()
  }

  /// Lets the core's time pass without waiting for it: its deadlines come as if so many µs had gone by. Returns when all is
  /// done that was due in them; a paused service does that when it goes on.
  package func advance(microseconds: Int64) async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.advances.append(Advance(microseconds: microseconds, hasPassed: continuation)) }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() } else { waker.wake() }
    }
  }

  private func give(_ order: Order) {
    state.withLock { $0.order = max($0.order, order) }
    waker.wake()
  }

  /// The next time that shall pass.
  func nextAdvance() -> Advance? {
    state.withLock { $0.advances.isEmpty ? nil : $0.advances.removeFirst() }
  }

  /// What the loop shall do now.
  var order: Order { state.withLock(\.order) }

  /// Blocks the loop's thread as long as the service is paused.
  func haltWhilePaused() throws(ZeroMQError) {
    guard order == .pause else { return }
    setStill(true)
    var poller = Poller()
    _ = poller.watch(descriptor: waker.descriptor)
    while order == .pause {
      waker.reset()
      if order == .pause { _ = try poller.wait(ms: nil) }
    }
    setStill(false)
  }

  /// The loop has ended, so nobody need wait for it.
  func hasEnded() {
    setStill(true)
    let advances = state.withLock { state in
      state.hasEnded = true
      defer { state.advances = [] }
      return state.advances
    }
    for advance in advances { advance.hasPassed.resume() }
  }

  private func setStill(_ isStill: Bool) {
    let waiters = state.withLock { state in
      state.isStill = isStill
      defer { if isStill { state.waiters = [] } }
      return isStill ? state.waiters : []
    }
    for waiter in waiters { waiter.resume() }
  }
}
