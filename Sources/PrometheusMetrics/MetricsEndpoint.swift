// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Answers `GET /metrics` at a socket, on a thread of its own.
///
/// One connection at a time, with two seconds for all of it: a reader that floods or stalls keeps other readers waiting and
/// takes one descriptor, and never any time of the coordinator's thread. That is why this is no general HTTP server: those
/// accept as many connections as come, and descriptors are what the coordinator's own peers need.
package final class MetricsEndpoint: Sendable {
  /// Connections that wait to be accepted.
  package static let backlog: Int32 = 8
  /// What is read of a request, in bytes.
  static let requestBytesMax = 4096
  /// How long one connection may take, in ms.
  static let connectionMs: Int64 = 2000

  private let listener: Int32
  /// Written to by ``stop()``: the thread waits for it besides the listener.
  private let ending: (read: Int32, write: Int32)
  private let thread = Mutex<pthread_t?>(nil)
  private let text: @Sendable () -> String

  /// Serves at a socket that listens, which belongs to the endpoint from now on, until ``stop()``. Nil where the process
  /// has no room for a pipe or a thread.
  package init?(listening listener: Int32, text: @escaping @Sendable () -> String) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      close(listener)
      return nil
    }
    for end in ends { Self.closeAtExecution(end) }
    (self.listener, ending, self.text) = (listener, (ends[0], ends[1]), text)
    guard start() else {
      closeAll()
      return nil
    }
  }

  /// Ends it, and returns when its thread has ended.
  package func stop() {
    guard let running = thread.withLock({ $0.take() }) else { return }
    var byte: UInt8 = 0
    _ = write(ending.write, &byte, 1)
    pthread_join(running, nil)
    closeAll()
  }

  private func closeAll() { for descriptor in [listener, ending.read, ending.write] { close(descriptor) } }

  private func start() -> Bool {
    var started = pthread_t()
    // A signal for the process goes to any thread that does not block it, and this one could only die of it.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    // The thread holds the endpoint until it ends.
    let argument = Unmanaged.passRetained(self)
    let result = pthread_create(
      &started, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<MetricsEndpoint>.fromOpaque(argument).takeRetainedValue().serve()
        return nil
      }, argument.toOpaque())
    guard result == 0 else {
      argument.release()
      return false
    }
    thread.withLock { $0 = started }
    return true
  }

  private func serve() {
    while wait(for: listener, POLLIN, ms: -1) {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else {
        // No descriptor is left, perhaps: look again later, without spinning.
        if errno != EAGAIN, errno != EINTR, errno != ECONNABORTED, !wait(for: -1, 0, ms: 100) { return }
        continue
      }
      Self.closeAtExecution(connection)
      if fcntl(connection, F_SETFL, fcntl(connection, F_GETFL) | O_NONBLOCK) == 0 { answer(connection) }
      close(connection)
    }
  }

  /// Whether to go on: the descriptor is ready or the time is over, and nobody has asked to end.
  private func wait(for descriptor: Int32, _ events: Int32, ms: Int32) -> Bool {
    var watched = [
      pollfd(fd: ending.read, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(events), revents: 0),
    ]
    while poll(&watched, 2, ms) < 0 { if errno != EINTR { return false } }
    return watched[0].revents == 0
  }

  private func answer(_ connection: Int32) {
    let end = Self.nowMs + Self.connectionMs
    guard let request = readRequest(connection, until: end) else { return }
    let response = request.count > Self.requestBytesMax ? .tooLong : HTTPResponse(to: request, text: text)
    var rest = response.bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if sent > 0 {
        rest = rest.dropFirst(sent)
      } else if errno != EAGAIN || !isReady(connection, POLLOUT, until: end) {
        return
      }
    }
    // What a peer still sends would make the end a reset, which may overtake the answer.
    shutdown(connection, Int32(SHUT_WR))
    var ignored = [UInt8](repeating: 0, count: 1024)
    while isReady(connection, POLLIN, until: end), recv(connection, &ignored, ignored.count, 0) > 0 {}
  }

  /// The head of a request, or the beginning of one that is too long; nil where it does not come in time.
  private func readRequest(_ connection: Int32, until end: Int64) -> [UInt8]? {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1024)
    while request.count <= Self.requestBytesMax {
      if request.firstRange(of: Array("\r\n\r\n".utf8)) != nil || request.firstRange(of: Array("\n\n".utf8)) != nil {
        return request
      }
      guard isReady(connection, POLLIN, until: end) else { return nil }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      request += buffer.prefix(count)
    }
    return request
  }

  private func isReady(_ connection: Int32, _ events: Int32, until end: Int64) -> Bool {
    let rest = end - Self.nowMs
    guard rest > 0, wait(for: connection, events, ms: Int32(rest)) else { return false }
    return Self.nowMs < end
  }

  private static func closeAtExecution(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

  private static var nowMs: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
