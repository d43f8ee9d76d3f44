// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc

/// Waits on sockets and descriptors together, by `zmq_poll`. `zmq_poll` looks at each socket's events itself, so no
/// wake-up of the edge-triggered `ZMQ_FD` is lost.
///
/// A poller lives on the thread that owns the sockets. Ignore a socket or descriptor before you close it.
public struct Poller: ~Copyable {
  /// The name of a watched socket or descriptor.
  public struct Token: Hashable, Sendable {
    let number: UInt64
  }

  private var items: [zmq_pollitem_t] = []
  private var tokens: [Token] = []
  private var lastNumber: UInt64 = 0

  /// A poller that watches nothing yet.
  public init() {}

  /// Watches for messages that can be received.
  public mutating func watch(_ socket: borrowing Socket) -> Token {
    add(zmq_pollitem_t(socket: socket.handle, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0))
  }

  /// Watches for events of the socket's monitor; nil for a socket without one.
  public mutating func watchMonitor(of socket: borrowing Socket) -> Token? {
    guard let monitor = socket.monitor else { return nil }
    return add(zmq_pollitem_t(socket: monitor, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0))
  }

  /// Watches a descriptor for something to read; a process descriptor for the end of its process.
  public mutating func watch(descriptor: Int32) -> Token {
    add(zmq_pollitem_t(socket: nil, fd: descriptor, events: Int16(ZMQ_POLLIN), revents: 0))
  }

  /// Stops to watch a socket or descriptor.
  public mutating func ignore(_ token: Token) {
    guard let index = tokens.firstIndex(of: token) else { return }
    tokens.remove(at: index)
    items.remove(at: index)
  }

  /// Waits until something is ready or `ms` have passed (nil: for ever, 0: not at all) and returns the tokens that are
  /// ready, in the order in which the watch began. A signal may end the wait early, with nothing ready.
  public mutating func wait(ms: Int?) throws(ZeroMQError) -> [Token] {
    let count = zmq_poll(&items, Int32(items.count), ms ?? -1)
    if count < 0 {
      let error = ZeroMQError.last("zmq_poll")
      if error.code == EINTR { return [] }
      throw error
    }
    if count == 0 { return [] }
    return zip(tokens, items).compactMap { $1.revents != 0 ? $0 : nil }
  }

  private mutating func add(_ item: zmq_pollitem_t) -> Token {
    lastNumber += 1
    items.append(item)
    tokens.append(Token(number: lastNumber))
    return Token(number: lastNumber)
  }
}
