// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc

/// A descriptor that becomes readable when a process ends, which need not be a child. It is the fastest sign of a death:
/// below 1 ms.
package struct ProcessDescriptor: ~Copyable {
  /// To be watched by the poller.
  package let descriptor: Int32
  /// The process.
  package let pid: Int32

  /// A descriptor of the process `pid`; ESRCH if there is none.
  package init(pid: Int32) throws(ZeroMQError) {
    let descriptor = waykeeper_pidfd_open(pid)
    guard descriptor >= 0 else { throw ZeroMQError(call: "pidfd_open", code: errno, subject: "pid \(pid)") }
    self.descriptor = descriptor
    self.pid = pid
  }

  deinit { close(descriptor) }
}
