// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The monotonic clock of the system, as precise as it is.
enum LoadClock {
  /// ns from an arbitrary start.
  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
