// SPDX-License-Identifier: Apache-2.0

import Coordination
import ZeroMQ

/// The time that the core is told: that of the system's monotonic clock, which a test may move ahead, or hold.
struct CoreClock {
  /// When it stood still; nil: it goes.
  private let held: Instant?
  private var aheadMicroseconds: Int64 = 0

  init(isHeld: Bool) { held = isHeld ? .now : nil }

  /// Whether it stands still until a test moves it.
  var isHeld: Bool { held != nil }

  /// Now.
  var now: Instant { instant(at: MonotonicClock.nowMicroseconds()) }

  /// The moment at which the system's clock says so many µs.
  func instant(at systemMicroseconds: Int64) -> Instant {
    Instant(microseconds: (held?.microseconds ?? systemMicroseconds) + aheadMicroseconds)
  }

  /// When the system's clock reaches `instant`, in its µs; nil where that does not come by itself.
  func systemMicroseconds(of instant: Instant) -> Int64? {
    held == nil || instant <= now ? instant.microseconds - aheadMicroseconds : nil
  }

  /// Moves it to `instant`; never back.
  mutating func move(to instant: Instant) { aheadMicroseconds += max(0, instant.microseconds - now.microseconds) }
}

extension Instant {
  /// Now, by the system's monotonic clock.
  static var now: Instant { Instant(microseconds: MonotonicClock.nowMicroseconds()) }
}
