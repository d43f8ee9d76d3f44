// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The clock that people read; only the journal uses it.
enum WallClock {
  /// µs since 1970.
  static func nowMicroseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
