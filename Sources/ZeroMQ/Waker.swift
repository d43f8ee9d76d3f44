// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc
import Synchronization

/// Ends a ``Poller``'s wait from any thread: an eventfd, written once however often it is called before the wait ends.
package final class Waker: Sendable {
  /// To be watched by the poller.
  package let descriptor: Int32
  private let isAwake = Atomic(false)

  /// A waker without a call.
  package init() throws(ZeroMQError) {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard descriptor >= 0 else { throw ZeroMQError(call: "eventfd", code: errno) }
  }

  deinit { close(descriptor) }

  /// Ends the present wait, or the next one at once.
  package func wake() {
    guard !isAwake.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var one: UInt64 = 1
    while write(descriptor, &one, 8) < 0 && errno == EINTR {}
  }

  /// Makes it ready to be called again; the waiting thread does so before it looks at what it was woken for.
  package func reset() {
    var count: UInt64 = 0
    while read(descriptor, &count, 8) < 0 && errno == EINTR {}
    isAwake.store(false, ordering: .releasing)
  }
}
