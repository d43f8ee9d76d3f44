// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The monotonic clock of the system.
package enum MonotonicClock {
  /// µs from an arbitrary start.
  package static func nowMicroseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
