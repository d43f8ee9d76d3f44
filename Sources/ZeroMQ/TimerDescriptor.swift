// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc

/// A descriptor that can be read from a certain time on, for who waits less than the ms of ``Poller/wait(ms:)``.
package struct TimerDescriptor: ~Copyable {
  /// To be watched by the poller.
  package let descriptor: Int32

  /// A timer that is not set.
  package init() throws(ZeroMQError) {
    let descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    guard descriptor >= 0 else { throw ZeroMQError(call: "timerfd_create", code: errno) }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Has the descriptor be readable from this time on, in ns of the monotonic clock, and not before; nil: never.
  package borrowing func set(nanoseconds: UInt64?) {
    // A time of 0 would be never.
    let time = nanoseconds.map { max(1, $0) } ?? 0
    var setting = itimerspec()
    setting.it_value = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }
}
