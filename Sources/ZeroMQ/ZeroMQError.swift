// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc

/// A call to libzmq or to the system that failed: which call, why, and with what.
///
/// Full queues and vanished peers are no errors but results: ``Delivery``.
package struct ZeroMQError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call that failed, such as `zmq_bind`.
  package let call: String
  /// Its errno.
  package let code: Int32
  /// The subject of the call: an endpoint, an option, a path. May be empty.
  package let subject: String

  /// The failure of `call` with `code`.
  package init(call: String, code: Int32, subject: String = "") {
    self.call = call
    self.code = code
    self.subject = subject
  }

  /// The failure of the libzmq call that was made just now. Reads errno at once, before anything can overwrite it.
  static func last(_ call: String, subject: String = "") -> ZeroMQError {
    let code = zmq_errno()
    return ZeroMQError(call: call, code: code, subject: subject)
  }

  /// `zmq_bind(ipc:///run/x.sock): Permission denied (errno 13)`
  package var description: String {
    "\(call)\(subject.isEmpty ? "" : "(\(subject))"): \(String(cString: zmq_strerror(code))) (errno \(code))"
  }
}
