// SPDX-License-Identifier: Apache-2.0

import Synchronization
import ZeroMQ

/// Ends, kills or pauses a service from another thread.
package final class ServiceControl: Sendable {
  /// What the loop shall do, in the order of precedence.
  enum Order: Int, Comparable {
    case serve, pause, stop, kill

    static func < (one: Order, other: Order) -> Bool { one.rawValue < other.rawValue }
  }

  private struct State {
    var order = Order.serve
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

  private func give(_ order: Order) {
    state.withLock { $0.order = max($0.order, order) }
    waker.wake()
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
  func hasEnded() { setStill(true) }

  private func setStill(_ isStill: Bool) {
    let waiters = state.withLock { state in
      state.isStill = isStill
      defer { if isStill { state.waiters = [] } }
      return isStill ? state.waiters : []
    }
    for waiter in waiters { waiter.resume() }
  }
}
