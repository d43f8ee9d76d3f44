// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc

extension Socket {
  /// Sends one message of one frame or more. Never waits.
  @discardableResult
  package borrowing func send(_ frames: [[UInt8]]) throws(ZeroMQError) -> Delivery {
    for index in frames.indices {
      let delivery = try send(frames[index], isFirst: index == 0, isLast: index + 1 == frames.count)
      guard delivery == .sent else { return delivery }
    }
    return .sent
  }

  /// Sends one message: the frames of an envelope, if there are any, a header and a body. Never waits.
  package borrowing func send(
    _ envelope: [[UInt8]], _ header: [UInt8], _ body: [UInt8]
  ) throws(ZeroMQError) -> Delivery {
    for index in envelope.indices {
      let delivery = try send(envelope[index], isFirst: index == 0, isLast: false)
      guard delivery == .sent else { return delivery }
    }
    let delivery = try send(header, isFirst: envelope.isEmpty, isLast: false)
    return delivery == .sent ? try send(body, isFirst: false, isLast: true) : delivery
  }

  private borrowing func send(_ frame: [UInt8], isFirst: Bool, isLast: Bool) throws(ZeroMQError) -> Delivery {
    let flags = isLast ? ZMQ_DONTWAIT : ZMQ_DONTWAIT | ZMQ_SNDMORE
    while zmq_send(handle, frame, frame.count, flags) < 0 {
      let error = ZeroMQError.last("zmq_send", subject: kind.rawValue)
      switch error.code {
      case EINTR: continue
      // Only the first frame chooses a peer. Once it is accepted, the others follow it or vanish with the peer.
      case EAGAIN where isFirst: return .full
      case EHOSTUNREACH where isFirst: return .unreachable
      default: throw error
      }
    }
    return .sent
  }

  /// The next message, or nil if none waits. Frames beyond ``Received/framesMax`` are received and dropped.
  ///
  /// With `asksPeer` the process at the other end and the connection are looked up. They come from the last frame, because
  /// the first one, a ROUTER's routing id, carries no metadata in libzmq 4.3.4 after a poll.
  package borrowing func receive(asksPeer: Bool = false) throws(ZeroMQError) -> Received? {
    try Self.receive(from: handle, kind: kind, asksPeer: asksPeer)
  }

  /// As ``receive(asksPeer:)``, in place of a message that nobody needs any more: the next one mostly has as many frames, of as
  /// many bytes, and takes no memory then.
  ///
  /// - Returns: Whether one was received; else what stands there means nothing.
  package borrowing func receive(into received: inout Received, asksPeer: Bool) throws(ZeroMQError) -> Bool {
    try Self.receive(from: handle, kind: kind, asksPeer: asksPeer, into: &received)
  }

  static func receive(
    from handle: UnsafeMutableRawPointer, kind: Kind, asksPeer: Bool
  ) throws(ZeroMQError) -> Received? {
    var received = Received(frames: [])
    return try receive(from: handle, kind: kind, asksPeer: asksPeer, into: &received) ? received : nil
  }

  private static func receive(
    from handle: UnsafeMutableRawPointer, kind: Kind, asksPeer: Bool, into received: inout Received
  ) throws(ZeroMQError) -> Bool {
    received.clear()
    var count = 0
    var message = zmq_msg_t()
    zmq_msg_init(&message)
    defer { zmq_msg_close(&message) }
    while true {
      while zmq_msg_recv(&message, handle, ZMQ_DONTWAIT) < 0 {
        let error = ZeroMQError.last("zmq_msg_recv", subject: kind.rawValue)
        switch error.code {
        case EINTR: continue
        case EAGAIN where count == 0: return false
        default: throw error
        }
      }
      // The bytes are copied, because libzmq's own frame keeps a whole read buffer alive.
      received.put(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message)), as: count)
      count += 1
      if zmq_msg_more(&message) == 0 { break }
    }
    received.end(frames: count)
    if asksPeer {
      if let address = zmq_msg_gets(&message, "Peer-Address") {
        let metadata = UnsafeRawBufferPointer(start: address, count: strlen(address))
        received.peer = PeerAddress(metadata: metadata)
      }
      let connection = zmq_msg_get(&message, ZMQ_SRCFD)
      if connection >= 0 { received.connection = connection }
    }
    return true
  }
}
