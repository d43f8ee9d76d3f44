// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// How a reactor's socket is made, and made again.
struct SocketPlan: Sendable {
  var kind: Socket.Kind
  var options: SocketOptions
  var endpoint: Endpoint
  var topics: [[UInt8]]
  var onEvent: @Sendable (Reactor.SocketEvent) -> Void
}

/// What other threads ask of a reactor's thread.
enum ReactorRequest: Sendable {
  case open(Reactor.SocketID, SocketPlan)
  case send([[UInt8]], Reactor.SocketID, (@Sendable (Delivery) -> Void)?)
  case subscribe([UInt8], Reactor.SocketID)
  case unsubscribe([UInt8], Reactor.SocketID)
  case reopen(Reactor.SocketID)
  case close(Reactor.SocketID, lingerMs: Int32)
  case schedule(Reactor.TimerID, at: Int64, @Sendable () -> Void)
  case cancel(Reactor.TimerID)
  case perform(@Sendable () -> Void)
  case shutdown(lingerMs: Int32)
}

/// The way into a reactor's thread: an array behind a lock, and an eventfd that is written once however much is added.
final class ReactorQueue: Sendable {
  private struct State {
    var requests: [ReactorRequest] = []
    var hasEnded = false
    var onEnd: [@Sendable () -> Void] = []
  }

  let waker: Waker
  private let state = Mutex(State())
  private let owner = Atomic<UInt>(0)

  init() throws(ZeroMQError) { waker = try Waker() }

  /// Adds a request; dropped when the thread has ended.
  func add(_ request: ReactorRequest) {
    let isTaken = state.withLock {
      guard !$0.hasEnded else { return false }
      $0.requests.append(request)
      return true
    }
    // The thread itself looks into the queue before it waits again.
    if isTaken && !isOwnThread { waker.wake() }
  }

  /// Takes all requests; the reactor's thread only.
  func takeAll() -> [ReactorRequest] {
    waker.reset()
    return state.withLock {
      var taken: [ReactorRequest] = []
      swap(&taken, &$0.requests)
      return taken
    }
  }

  var isEmpty: Bool { state.withLock { $0.requests.isEmpty } }

  /// Calls `body` when the thread has closed everything; at once where it has.
  func onEnd(_ body: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock {
      if !$0.hasEnded { $0.onEnd.append(body) }
      return $0.hasEnded
    }
    if hasEnded { body() }
  }

  /// The thread has closed everything.
  func end() {
    let bodies = state.withLock { state in
      state.hasEnded = true
      state.requests = []
      defer { state.onEnd = [] }
      return state.onEnd
    }
    for body in bodies { body() }
  }

  /// The calling thread is the reactor's.
  func adopt() { owner.store(UInt(pthread_self()), ordering: .relaxed) }

  var isOwnThread: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }
}

/// The monotonic clock of the system.
public enum MonotonicClock {
  /// µs from an arbitrary start.
  public static func nowMicroseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
