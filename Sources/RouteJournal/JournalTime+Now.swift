// SPDX-License-Identifier: Apache-2.0

import Glibc

extension JournalTime {
  /// Now. The core has a clock of its own: only the journal outlives a boot, and only people read the wall clock.
  package static var now: JournalTime {
    let (wall, boot) = (read(CLOCK_REALTIME), read(CLOCK_BOOTTIME))
    return JournalTime(
      wallMicros: Int64(wall.tv_sec) * 1_000_000 + Int64(wall.tv_nsec) / 1000,
      bootMs: Int64(boot.tv_sec) * 1000 + Int64(boot.tv_nsec) / 1_000_000)
  }

  private static func read(_ clock: Int32) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}
