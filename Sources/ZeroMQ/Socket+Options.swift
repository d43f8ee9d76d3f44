// SPDX-License-Identifier: Apache-2.0

import CZeroMQ

extension Socket {
  var setter: OptionSetter { OptionSetter(handle: handle) }

  /// The time for which queued messages are still sent after the socket closes, in ms.
  package borrowing func setLinger(ms: Int32) throws(ZeroMQError) { try setter.set(ZMQ_LINGER, ms, "LINGER") }

  /// Receives the messages under topics that begin with `prefix` (SUB only).
  package borrowing func subscribe(_ prefix: [UInt8]) throws(ZeroMQError) {
    try setter.set(ZMQ_SUBSCRIBE, prefix, "SUBSCRIBE")
  }

  /// Takes back one ``subscribe(_:)`` (SUB only).
  package borrowing func unsubscribe(_ prefix: [UInt8]) throws(ZeroMQError) {
    try setter.set(ZMQ_UNSUBSCRIBE, prefix, "UNSUBSCRIBE")
  }
}
