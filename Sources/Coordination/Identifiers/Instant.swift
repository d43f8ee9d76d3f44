// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A moment of the monotonic clock, in µs from an arbitrary start. The core never reads a clock: `now` is an argument.
package struct Instant: Hashable, Sendable, Comparable {
  /// µs from an arbitrary start.
  package var microseconds: Int64

  /// The moment `microseconds` µs from the start.
  package init(microseconds: Int64) { self.microseconds = microseconds }

  /// The moment `ms` later.
  package func advanced(byMs ms: Int64) -> Instant { Instant(microseconds: microseconds + ms * 1000) }

  /// The time from `earlier` until now, in ms with µs precision.
  package func ms(since earlier: Instant) -> Double { Double(microseconds - earlier.microseconds) / 1000 }

  /// Order of time.
  package static func < (a: Self, b: Self) -> Bool { a.microseconds < b.microseconds }
}
