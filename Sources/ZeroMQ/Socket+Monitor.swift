// SPDX-License-Identifier: Apache-2.0

import CZeroMQ

extension Socket {
  private static var wantedEvents: Int32 {
    ZMQ_EVENT_LISTENING | ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_ACCEPT_FAILED | ZMQ_EVENT_DISCONNECTED
      | ZMQ_EVENT_HANDSHAKE_SUCCEEDED
      | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
  }

  /// Begins to watch the connections. Call it before the first bind or connect; then poll and read
  /// ``receiveMonitorEvent()``.
  package mutating func startMonitor() throws(ZeroMQError) {
    guard monitor == nil else { return }
    // A name that no other living socket of the context has.
    let name = "inproc://monitor.\(UInt(bitPattern: handle))"
    guard let pair = zmq_socket(context.handle, ZMQ_PAIR) else { throw .last("zmq_socket", subject: "monitor") }
    // No limit: libzmq's I/O thread would wait for the reader of a full monitor, and the whole context with it.
    var unlimited: Int32 = 0
    zmq_setsockopt(pair, ZMQ_RCVHWM, &unlimited, MemoryLayout<Int32>.size)
    guard zmq_socket_monitor(handle, name, Self.wantedEvents) == 0 else {
      let error = ZeroMQError.last("zmq_socket_monitor")
      zmq_close(pair)
      throw error
    }
    guard zmq_connect(pair, name) == 0 else {
      let error = ZeroMQError.last("zmq_connect", subject: name)
      zmq_socket_monitor(handle, nil, 0)
      zmq_close(pair)
      throw error
    }
    monitor = pair
  }

  /// The next event of the monitor, or nil if none waits.
  package borrowing func receiveMonitorEvent() throws(ZeroMQError) -> MonitorEvent? {
    guard let monitor else { return nil }
    while let frames = try Self.receive(from: monitor, kind: .pair, asksPeer: false)?.frames {
      guard frames.count == 2, frames[0].count == 6 else { continue }
      let (number, value) = frames[0].withUnsafeBytes {
        ($0.loadUnaligned(as: UInt16.self), $0.loadUnaligned(fromByteOffset: 2, as: Int32.self))
      }
      guard let kind = MonitorEvent.Kind(number: Int32(number)) else { continue }
      return MonitorEvent(kind: kind, value: value, endpoint: String(decoding: frames[1], as: UTF8.self))
    }
    return nil
  }

  /// The socket must stop to write before the reader's end goes: a writer without reader blocks the I/O thread.
  borrowing func closeMonitor() {
    guard let monitor else { return }
    zmq_socket_monitor(handle, nil, 0)
    zmq_close(monitor)
  }
}

extension MonitorEvent.Kind {
  init?(number: Int32) {
    switch number {
    case ZMQ_EVENT_LISTENING: self = .listening
    case ZMQ_EVENT_ACCEPTED: self = .accepted
    case ZMQ_EVENT_ACCEPT_FAILED: self = .acceptFailed
    case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: self = .ready
    case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL, ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: self = .refused
    case ZMQ_EVENT_DISCONNECTED: self = .disconnected
    default: return nil
    }
  }
}
