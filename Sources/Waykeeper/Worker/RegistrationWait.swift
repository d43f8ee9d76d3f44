// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tasks that wait until the coordinator has taken a registration. Registrations are numbered as they are made.
final class RegistrationWait: Sendable {
  fileprivate struct Waiter {
    let id: UInt64
    /// The registration that is waited for.
    let number: UInt64
    let continuation: CheckedContinuation<NavigatorError?, Never>
  }

  fileprivate struct State {
    /// The last one that was made.
    var made: UInt64 = 0
    /// The last one that counts.
    var taken: UInt64 = 0
    /// A refusal that nobody has heard yet, and the registration that was refused.
    var unheard: (number: UInt64, error: NavigatorError)?
    /// Why nobody will take one any more.
    var end: NavigatorError?
    var waiters: [Waiter] = []
    /// Counts those who waited.
    var waited: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The number of the last one.
  var last: UInt64 { state.withLock { $0.made } }

  /// The number of a new one.
  func next() -> UInt64 {
    state.withLock { state in
      state.made += 1
      return state.made
    }
  }

  /// Registrations up to this one count.
  func take(_ number: UInt64) {
    let waiters = state.withLock { state in
      state.taken = max(state.taken, number)
      if let unheard = state.unheard, unheard.number <= number { state.unheard = nil }
      return state.release { $0.number <= number }
    }
    for waiter in waiters { waiter.resume(returning: nil) }
  }

  /// The coordinator does not take registrations up to this one. Who waits hears so, or else the next who comes to wait: the
  /// answer may be faster than the one who registers.
  func refuse(_ number: UInt64, _ error: NavigatorError) {
    let waiters = state.withLock { state in
      let waiters = state.release { $0.number <= number }
      if state.unheard.map({ $0.number <= number }) ?? true { state.unheard = waiters.isEmpty ? (number, error) : nil }
      return waiters
    }
    for waiter in waiters { waiter.resume(returning: error) }
  }

  /// Nobody will take one any more.
  func end(_ error: NavigatorError) {
    let waiters = state.withLock { state in
      state.end = error
      return state.release { _ in true }
    }
    for waiter in waiters { waiter.resume(returning: error) }
  }

  /// Returns when the last one counts.
  ///
  /// - Throws: Why it does not; ``NavigatorError/Code/withdrawn`` where the task that waits is cancelled.
  func wait() async throws(NavigatorError) {
    let id = state.withLock { state in
      state.waited += 1
      return state.waited
    }
    let error = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result: NavigatorError?? = state.withLock { state in
          if let end = state.end { return .some(end) }
          if state.taken >= state.made, state.taken > 0 { return .some(nil) }
          if let unheard = state.unheard, unheard.number >= state.made {
            state.unheard = nil
            return unheard.error
          }
          if Task.isCancelled { return Self.cancelled }
          state.waiters.append(Waiter(id: id, number: state.made, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      for waiter in state.withLock({ $0.release { $0.id == id } }) { waiter.resume(returning: Self.cancelled) }
    }
    if let error { throw error }
  }

  private static let cancelled = NavigatorError(
    .withdrawn, "the task that waited for the registration is cancelled; the worker goes on with it")
}

extension RegistrationWait.State {
  fileprivate mutating func release(
    _ isReleased: (RegistrationWait.Waiter) -> Bool
  ) -> [CheckedContinuation<NavigatorError?, Never>] {
    let released = waiters.filter(isReleased)
    waiters.removeAll(where: isReleased)
    return released.map(\.continuation)
  }
}
