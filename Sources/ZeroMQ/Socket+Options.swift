// SPDX-License-Identifier: Apache-2.0

import CZeroMQ

extension Socket {
  var setter: OptionSetter { OptionSetter(handle: handle) }

  /// How long what is queued is still sent after the socket closes, in ms.
  public borrowing func setLinger(ms: Int32) throws(ZeroMQError) { try setter.set(ZMQ_LINGER, ms, "LINGER") }

  /// Receives what is published under topics that begin with `prefix` (SUB only).
  public borrowing func subscribe(_ prefix: [UInt8]) throws(ZeroMQError) {
    try setter.set(ZMQ_SUBSCRIBE, prefix, "SUBSCRIBE")
  }

  /// Takes back one ``subscribe(_:)`` (SUB only).
  public borrowing func unsubscribe(_ prefix: [UInt8]) throws(ZeroMQError) {
    try setter.set(ZMQ_UNSUBSCRIBE, prefix, "UNSUBSCRIBE")
  }
}
