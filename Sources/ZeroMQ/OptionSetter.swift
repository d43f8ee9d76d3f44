// SPDX-License-Identifier: Apache-2.0

import CZeroMQ

/// Sets options on a libzmq socket by its handle.
struct OptionSetter {
  let handle: UnsafeMutableRawPointer

  func set<Value: FixedWidthInteger & BitwiseCopyable>(
    _ option: Int32, _ value: Value, _ name: String
  ) throws(ZeroMQError) {
    var value = value
    guard zmq_setsockopt(handle, option, &value, MemoryLayout<Value>.size) == 0 else {
      throw .last("zmq_setsockopt", subject: "\(name) \(value)")
    }
  }

  func set(_ option: Int32, _ bytes: [UInt8], _ name: String) throws(ZeroMQError) {
    guard zmq_setsockopt(handle, option, bytes, bytes.count) == 0 else { throw .last("zmq_setsockopt", subject: name) }
  }

  /// Sets the options that have to be there before the first connection: libzmq ignores most later ones.
  func apply(_ options: SocketOptions, to kind: Socket.Kind) throws(ZeroMQError) {
    try set(ZMQ_SNDHWM, options.sendQueueMax, "SNDHWM")
    try set(ZMQ_RCVHWM, options.receiveQueueMax, "RCVHWM")
    try set(ZMQ_LINGER, options.lingerMs, "LINGER")
    try set(ZMQ_IMMEDIATE, Int32(options.sendsOnlyWhenConnected ? 1 : 0), "IMMEDIATE")
    try set(ZMQ_CONNECT_TIMEOUT, options.connectTimeoutMs, "CONNECT_TIMEOUT")
    try set(ZMQ_HANDSHAKE_IVL, options.handshakeMs, "HANDSHAKE_IVL")
    try set(ZMQ_BACKLOG, options.backlog, "BACKLOG")
    try set(ZMQ_MAXMSGSIZE, options.frameBytesMax, "MAXMSGSIZE")
    switch kind {
    case .router:
      // For a vanished peer the send fails (EHOSTUNREACH) instead of the message being dropped in silence.
      try set(ZMQ_ROUTER_MANDATORY, Int32(1), "ROUTER_MANDATORY")
    case .request:
      // Both options belong together: a retry may be sent, and a late reply to the first copy is not taken for the
      // reply to the second.
      try set(ZMQ_REQ_RELAXED, Int32(1), "REQ_RELAXED")
      try set(ZMQ_REQ_CORRELATE, Int32(1), "REQ_CORRELATE")
    case .xpub:
      // Each subscription is reported, also to a topic that others have already: its answer is the state.
      try set(ZMQ_XPUB_VERBOSE, Int32(1), "XPUB_VERBOSE")
    case .dealer, .xsub, .sub, .pair: break
    }
  }

  /// Sets the options that depend on the transport of the next bind or connect.
  func apply(_ options: SocketOptions, for transport: Endpoint.Transport) throws(ZeroMQError) {
    let isTCP = transport == .tcp
    let heartbeat = isTCP ? options.tcpHeartbeat : options.ipcHeartbeat
    try set(ZMQ_HEARTBEAT_IVL, heartbeat.intervalMs, "HEARTBEAT_IVL")
    try set(ZMQ_HEARTBEAT_TIMEOUT, heartbeat.timeoutMs, "HEARTBEAT_TIMEOUT")
    try set(ZMQ_HEARTBEAT_TTL, heartbeat.lifeMs, "HEARTBEAT_TTL")
    let reconnect = isTCP ? options.tcpReconnect : options.reconnect
    try set(ZMQ_RECONNECT_IVL, reconnect.firstMs, "RECONNECT_IVL")
    try set(ZMQ_RECONNECT_IVL_MAX, reconnect.maxMs, "RECONNECT_IVL_MAX")
    if isTCP { try set(ZMQ_IPV6, Int32(1), "IPV6") }
  }
}
