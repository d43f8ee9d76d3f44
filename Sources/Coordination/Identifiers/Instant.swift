// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A moment of the monotonic clock, in µs from an arbitrary start. The core never reads a clock: `now` is an argument.
public struct Instant: Hashable, Sendable, Comparable {
  /// µs from an arbitrary start.
  public var microseconds: Int64

  /// The moment `microseconds` µs from the start.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The moment `ms` later.
  public func advanced(byMs ms: Int64) -> Instant { Instant(microseconds: microseconds + ms * 1000) }

  /// The time from `earlier` until now, in ms with µs precision.
  public func ms(since earlier: Instant) -> Double { Double(microseconds - earlier.microseconds) / 1000 }

  /// Order of time.
  public static func < (a: Self, b: Self) -> Bool { a.microseconds < b.microseconds }
}
