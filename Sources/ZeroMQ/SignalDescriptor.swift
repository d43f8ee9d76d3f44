// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc

/// A descriptor from which signals are read like messages of a socket. The signals are blocked in the calling thread and
/// in all threads that it starts later, so make the descriptor first. libzmq's own threads take no signals at all.
package struct SignalDescriptor: ~Copyable {
  /// To be watched by the poller.
  package let descriptor: Int32

  /// A descriptor for these signals.
  package init(_ signals: [Int32]) throws(ZeroMQError) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    let code = pthread_sigmask(SIG_BLOCK, &set, nil)
    guard code == 0 else { throw ZeroMQError(call: "pthread_sigmask", code: code) }
    let descriptor = signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    guard descriptor >= 0 else { throw ZeroMQError(call: "signalfd", code: errno) }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The next signal, or nil if none waits.
  package borrowing func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    var count = read(descriptor, &info, size)
    while count < 0 && errno == EINTR { count = read(descriptor, &info, size) }
    return count == size ? Int32(info.ssi_signo) : nil
  }
}
