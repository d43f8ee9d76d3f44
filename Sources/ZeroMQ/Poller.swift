// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc

/// Waits on sockets and descriptors together, by `zmq_poll`. `zmq_poll` looks at each socket's events itself, so no
/// wake-up of the edge-triggered `ZMQ_FD` is lost.
///
/// `zmq_poll` and the `poll(2)` beneath look at everything in each wait. Descriptors, one for each process that is watched,
/// are therefore in an epoll instance, which stands for all of them in the wait.
///
/// A poller lives on the thread that owns the sockets. Ignore a socket or descriptor before you close it.
package struct Poller: ~Copyable {
  /// The name of a watched socket or descriptor.
  package struct Token: Hashable, Sendable {
    let number: UInt64
  }

  /// The most descriptors that one wait reports; the others are ready in the next.
  private static let reportedMax = 256

  private var items: [zmq_pollitem_t] = []
  private var tokens: [Token] = []
  private var lastNumber: UInt64 = 0
  private var descriptors: [Token: Int32] = [:]
  /// The epoll instance; nil while the system gives none, and descriptors are then polled like sockets.
  private let epoll: Int32?

  /// A poller that watches nothing yet.
  package init() {
    let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    self.epoll = epoll >= 0 ? epoll : nil
    if epoll >= 0 {
      items.append(zmq_pollitem_t(socket: nil, fd: epoll, events: Int16(ZMQ_POLLIN), revents: 0))
      tokens.append(Token(number: 0))
    }
  }

  deinit {
    if let epoll { close(epoll) }
  }

  /// Watches for messages that can be received.
  package mutating func watch(_ socket: borrowing Socket) -> Token {
    add(zmq_pollitem_t(socket: socket.handle, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0))
  }

  /// Watches for events of the socket's monitor; nil for a socket without one.
  package mutating func watchMonitor(of socket: borrowing Socket) -> Token? {
    guard let monitor = socket.monitor else { return nil }
    return add(zmq_pollitem_t(socket: monitor, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0))
  }

  /// Watches a descriptor for something to read; a process descriptor for the end of its process.
  package mutating func watch(descriptor: Int32) -> Token {
    if let epoll {
      let token = Token(number: lastNumber + 1)
      var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data(u64: token.number))
      if epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 {
        lastNumber += 1
        descriptors[token] = descriptor
        return token
      }
    }
    // A file, for one, cannot be in an epoll instance.
    return add(zmq_pollitem_t(socket: nil, fd: descriptor, events: Int16(ZMQ_POLLIN), revents: 0))
  }

  /// Stops to watch a socket or descriptor.
  package mutating func ignore(_ token: Token) {
    if let epoll, let descriptor = descriptors.removeValue(forKey: token) {
      epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
      return
    }
    guard let index = tokens.firstIndex(of: token) else { return }
    tokens.remove(at: index)
    items.remove(at: index)
  }

  /// Waits until something is ready or `ms` have passed (nil: for ever, 0: not at all) and returns the tokens that are
  /// ready, in the order in which the watch began. A signal may end the wait early, with nothing ready.
  package mutating func wait(ms: Int?) throws(ZeroMQError) -> [Token] {
    let count = zmq_poll(&items, Int32(items.count), ms ?? -1)
    if count < 0 {
      let error = ZeroMQError.last("zmq_poll")
      if error.code == EINTR { return [] }
      throw error
    }
    if count == 0 { return [] }
    guard let epoll, items[0].revents != 0 else {
      return zip(tokens, items).compactMap { $1.revents != 0 ? $0 : nil }
    }
    let others = zip(tokens, items).dropFirst().compactMap { $1.revents != 0 ? $0 : nil }
    return (others + Self.readyDescriptors(of: epoll)).sorted { $0.number < $1.number }
  }

  private static func readyDescriptors(of epoll: Int32) -> [Token] {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: reportedMax) { events in
      let count = epoll_wait(epoll, events.baseAddress, Int32(reportedMax), 0)
      return (0..<max(0, Int(count))).map { Token(number: events[$0].data.u64) }
    }
  }

  private mutating func add(_ item: zmq_pollitem_t) -> Token {
    lastNumber += 1
    items.append(item)
    tokens.append(Token(number: lastNumber))
    return Token(number: lastNumber)
  }
}
