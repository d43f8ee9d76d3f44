// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc

/// Waits on sockets and descriptors together, by one epoll instance.
///
/// Each libzmq socket has a descriptor (`ZMQ_FD`) that becomes ready when there is news for the socket, and not again before
/// the socket has taken the news in, which sending and receiving do as well. So a wait asks the sockets themselves first
/// (`ZMQ_EVENTS`), and afterwards only those with news: `zmq_poll` would ask each of them twice in every wait.
///
/// A poller lives on the thread that owns the sockets. Ignore a socket or descriptor before you close it.
package struct Poller: ~Copyable {
  /// The name of a watched socket or descriptor.
  package struct Token: Hashable, Sendable {
    let number: UInt64
  }

  private struct WatchedSocket {
    let token: Token
    let handle: UnsafeMutableRawPointer
    let isMonitor: Bool
    /// Whether messages may wait without news.
    var isSuspect = true
    /// Whether room to send in is news as well.
    var wantsRoom = false
  }

  /// The most descriptors that one wait reports; the others are ready in the next.
  private static let reportedMax = 256

  private var lastNumber: UInt64 = 0
  private var sockets: [WatchedSocket] = []
  /// What is in the epoll instance, in the order in which the watch began.
  private var descriptors: [(token: Token, descriptor: Int32)] = []
  /// What cannot be in it, such as a file.
  private var others: [pollfd] = []
  private var otherTokens: [Token] = []
  /// The epoll instance; nil while the system gives none.
  private let epoll: Int32?
  /// Where the epoll instance reports to. Memory of each wait alone would come from the heap: it is more than the stack may give.
  private let reports = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: reportedMax)

  /// A poller that watches nothing yet.
  package init() {
    let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    self.epoll = epoll >= 0 ? epoll : nil
  }

  deinit {
    if let epoll { close(epoll) }
    reports.deallocate()
  }

  /// Watches for messages that can be received.
  package mutating func watch(_ socket: borrowing Socket) -> Token { watch(socket.handle, isMonitor: false) }

  /// Watches for events of the socket's monitor; nil for a socket without one.
  package mutating func watchMonitor(of socket: borrowing Socket) -> Token? {
    socket.monitor.map { watch($0, isMonitor: true) }
  }

  private mutating func watch(_ handle: UnsafeMutableRawPointer, isMonitor: Bool) -> Token {
    var (descriptor, size) = (Int32(-1), MemoryLayout<Int32>.size)
    zmq_getsockopt(handle, ZMQ_FD, &descriptor, &size)
    let token = watch(descriptor: descriptor)
    sockets.append(WatchedSocket(token: token, handle: handle, isMonitor: isMonitor))
    return token
  }

  /// Watches a descriptor for something to read; a process descriptor for the end of its process.
  package mutating func watch(descriptor: Int32) -> Token {
    lastNumber += 1
    let token = Token(number: lastNumber)
    var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data(u64: token.number))
    if let epoll, epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 {
      descriptors.append((token, descriptor))
    } else {
      others.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      otherTokens.append(token)
    }
    return token
  }

  /// Stops to watch a socket or descriptor.
  package mutating func ignore(_ token: Token) {
    sockets.removeAll { $0.token == token }
    if let epoll, let index = indexOfDescriptor(token) {
      epoll_ctl(epoll, EPOLL_CTL_DEL, descriptors.remove(at: index).descriptor, nil)
    } else if let index = otherTokens.firstIndex(of: token) {
      otherTokens.remove(at: index)
      others.remove(at: index)
    }
  }

  private func indexOfDescriptor(_ token: Token) -> Int? {
    var (low, high) = (0, descriptors.count)
    while low < high {
      let middle = (low + high) / 2
      if descriptors[middle].token.number < token.number { low = middle + 1 } else { high = middle }
    }
    return low < descriptors.count && descriptors[low].token == token ? low : nil
  }

  /// Waits until something is ready or `ms` have passed (nil: for ever, 0: not at all) and returns the tokens that are
  /// ready, in the order in which the watch began. A signal may end the wait early, with what is ready by then.
  package mutating func wait(ms: Int?) throws(ZeroMQError) -> [Token] {
    let end = ms.map { MonotonicClock.nowMicroseconds() + Int64($0) * 1000 }
    var ready: [Token] = []
    for index in sockets.indices where sockets[index].isSuspect && hasNews(at: index) {
      ready.append(sockets[index].token)
    }
    var rest = ready.isEmpty ? ms : 0
    while true {
      let signalled = try signalled(within: rest)
      for token in signalled where !ready.contains(token) {
        guard let index = sockets.firstIndex(where: { $0.token == token }) else {
          ready.append(token)
          continue
        }
        if hasNews(at: index) { ready.append(token) }
      }
      // News for a socket may be libzmq's own affair; then the wait goes on.
      if !ready.isEmpty || signalled.isEmpty {
        if ready.count > 1 { ready.sort { $0.number < $1.number } }
        return ready
      }
      // Rounded up: rounding down would spin through the last millisecond.
      if let end { rest = Int(max(0, end - MonotonicClock.nowMicroseconds()) + 999) / 1000 }
    }
  }

  /// Has the next wait not ask this socket without news: the last thing that was done with it was to receive, which took all news
  /// in and found no message.
  package mutating func noteDrained(_ token: Token) { setSuspect(token, false) }

  /// Has the next wait ask this socket again: to send or to subscribe may have taken news in.
  package mutating func noteUsed(_ token: Token) { setSuspect(token, true) }

  /// Whether this socket is ready where a message can be sent, too.
  package mutating func watchRoom(_ token: Token, _ wantsRoom: Bool) {
    guard let index = sockets.firstIndex(where: { $0.token == token }) else { return }
    sockets[index].wantsRoom = wantsRoom
  }

  private mutating func setSuspect(_ token: Token, _ isSuspect: Bool) {
    guard let index = sockets.firstIndex(where: { $0.token == token }), !sockets[index].isMonitor else { return }
    sockets[index].isSuspect = isSuspect
  }

  /// Asks a socket, which takes all news in. Of a monitor nothing is sent, so that without news nothing waits in it that it
  /// did not tell before.
  private mutating func hasNews(at index: Int) -> Bool {
    var (events, size) = (Int32(0), MemoryLayout<Int32>.size)
    let isKnown = zmq_getsockopt(sockets[index].handle, ZMQ_EVENTS, &events, &size) == 0
    let hasMessage = events & ZMQ_POLLIN != 0
    sockets[index].isSuspect = !sockets[index].isMonitor || hasMessage || !isKnown
    return hasMessage || sockets[index].wantsRoom && events & ZMQ_POLLOUT != 0
  }

  /// The tokens with news, or whose descriptors can be read; none after the time, or after a signal.
  private mutating func signalled(within ms: Int?) throws(ZeroMQError) -> [Token] {
    let ms = ms.map { Int32(clamping: $0) } ?? -1
    guard !others.isEmpty || epoll == nil else { return try ready(in: epoll ?? -1, within: ms) }
    // The epoll instance stands for all that is in it.
    var all = others
    if let epoll { all.append(pollfd(fd: epoll, events: Int16(POLLIN), revents: 0)) }
    var count = poll(&all, nfds_t(all.count), ms)
    if count < 0, errno == EINTR { count = poll(&all, nfds_t(all.count), 0) }
    if count < 0 { throw ZeroMQError(call: "poll", code: errno) }
    let ready = zip(otherTokens, all).compactMap { $1.revents != 0 ? $0 : nil }
    return if let epoll { try ready + self.ready(in: epoll, within: 0) } else { ready }
  }

  private func ready(in epoll: Int32, within ms: Int32) throws(ZeroMQError) -> [Token] {
    let count = epoll_wait(epoll, reports.baseAddress, Int32(reports.count), ms)
    if count >= 0 { return reports[..<Int(count)].map { Token(number: $0.data.u64) } }
    let code = errno
    // What is ready by now was not looked at: a process that was halted would take others for silent.
    if code == EINTR { return ms == 0 ? [] : try ready(in: epoll, within: 0) }
    throw ZeroMQError(call: "epoll_wait", code: code)
  }
}
