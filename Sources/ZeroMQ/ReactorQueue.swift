// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Glibc
import Synchronization

/// The way into a reactor's thread: a list behind a lock, and an eventfd that is written once for many requests.
final class ReactorQueue: Sendable {
  private struct State {
    var requests: Deque<ReactorRequest> = []
    var hasEnded = false
    var onEnd: [@Sendable () -> Void] = []
  }

  let waker: Waker
  private let state = Mutex(State())
  private let owner = Atomic<UInt>(0)

  init() throws(ZeroMQError) { waker = try Waker() }

  /// Adds a request; false if the thread has ended, which drops it.
  @discardableResult
  func add(_ request: ReactorRequest) -> Bool {
    let isTaken = state.withLock {
      guard !$0.hasEnded else { return false }
      $0.requests.append(request)
      return true
    }
    // The thread itself looks into the queue before it waits again.
    if isTaken && !isOwnThread { waker.wake() }
    return isTaken
  }

  /// Takes all requests into an empty list, whose memory is used for the next ones; the reactor's thread only. After a wait that
  /// the waker ended, it is to be reset before.
  func takeAll(into taken: inout Deque<ReactorRequest>) { state.withLock { swap(&taken, &$0.requests) } }

  var isEmpty: Bool { state.withLock { $0.requests.isEmpty } }

  /// Calls `body` when the thread has closed everything, or at once if it has already.
  func onEnd(_ body: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock {
      if !$0.hasEnded { $0.onEnd.append(body) }
      return $0.hasEnded
    }
    if hasEnded { body() }
  }

  /// Marks that the thread has closed everything. Jobs that are left go on elsewhere.
  func end() {
    let (bodies, left) = state.withLock { state in
      state.hasEnded = true
      defer { (state.onEnd, state.requests) = ([], []) }
      return (state.onEnd, state.requests)
    }
    for case .job(let job, _) in left { globalConcurrentExecutor.enqueue(job) }
    for body in bodies { body() }
  }

  /// Makes the calling thread the reactor's.
  func adopt() { owner.store(UInt(pthread_self()), ordering: .relaxed) }

  var isOwnThread: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }
}
