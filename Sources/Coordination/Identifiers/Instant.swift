// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A moment of the monotonic clock, in µs from an arbitrary start. The core never reads a clock: `now` is an argument.
package struct Instant: Hashable, Sendable, Comparable {
  /// µs from an arbitrary start.
  package var microseconds: Int64

  /// The moment `microseconds` µs from the start.
  package init(microseconds: Int64) { self.microseconds = microseconds }

  /// Longer than anything waits: a hundred years, in ms. Beyond, the microseconds of a sum would have no room.
  private static let longestMs: Int64 = 100 * 365 * 86_400_000

  /// The moment `ms` later, at most a hundred years.
  package func advanced(byMs ms: Int64) -> Instant {
    Instant(microseconds: microseconds + min(max(ms, -Self.longestMs), Self.longestMs) * 1000)
  }

  /// The time from `earlier` until now, in ms with µs precision.
  package func ms(since earlier: Instant) -> Double { Double(microseconds - earlier.microseconds) / 1000 }

  /// Order of time.
  package static func < (a: Self, b: Self) -> Bool { a.microseconds < b.microseconds }
}
