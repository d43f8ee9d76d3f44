// SPDX-License-Identifier: Apache-2.0

import Coordination
import Synchronization
import ZeroMQ

/// Wakes a session of the core at its next deadline. A deadline that moves later costs nothing: the timer fires, finds
/// that it is early, and is set again.
final class Alarm: Sendable {
  private let reactor: Reactor
  private let armed = Mutex<(at: Instant, timer: Reactor.TimerID)?>(nil)

  init(reactor: Reactor) { self.reactor = reactor }

  /// Calls `ring` on the reactor's thread at `deadline` or earlier. On the reactor's thread only.
  func set(_ deadline: Instant?, ring: @escaping @Sendable () -> Void) {
    guard let deadline else { return }
    if let current = armed.withLock({ $0 }) {
      guard deadline < current.at else { return }
      reactor.cancel(current.timer)
    }
    let waitMs = max(0, deadline.microseconds - Instant.now.microseconds + 999) / 1000
    let timer = reactor.schedule(afterMs: waitMs) { [weak self] in
      self?.armed.withLock { $0 = nil }
      ring()
    }
    armed.withLock { $0 = (deadline, timer) }
  }
}

extension Instant {
  /// This moment, on the clock that all sessions of this process share.
  static var now: Instant { Instant(microseconds: MonotonicClock.nowMicroseconds()) }
}
