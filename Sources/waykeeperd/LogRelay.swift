// SPDX-License-Identifier: Apache-2.0

import Glibc
import StandardStreams

/// Brings the log to a terminal on which each write may wait for a reader: lines go into a buffer of the system's, which says when it
/// is full, and a thread of its own brings them from there to the terminal, and waits.
enum LogRelay {
  /// How long what was written last may take at the end of the process, in ms.
  private static let lingerMs: Int32 = 1000
  /// The size of the buffer, in bytes: about that of a pipe.
  private static let bufferSize: Int32 = 64 * 1024

  /// Where lines for the standard error are written without a wait; nil where there are no descriptors, or no thread.
  static let descriptor: Int32? = start()

  private static func start() -> Int32? {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    let (near, far) = (ends[0], ends[1])
    var size = bufferSize
    setsockopt(near, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    guard fcntl(near, F_SETFL, O_NONBLOCK) == 0, startThread(from: far) else {
      close(near)
      close(far)
      return nil
    }
    _ = atexit { LogRelay.finish() }
    return near
  }

  /// Waits until all lines are on the terminal, but not for long.
  private static func finish() {
    guard let near = descriptor else { return }
    shutdown(near, Int32(SHUT_WR))
    // The thread closes its end when it has brought the last one.
    var end = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
    _ = poll(&end, 1, lingerMs)
  }

  private static func startThread(from far: Int32) -> Bool {
    // A signal for the process goes to any thread that does not block it, and this one could only die of it.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        LogRelay.bring(from: Int32(truncatingIfNeeded: Int(bitPattern: argument)))
        return nil
      }, UnsafeMutableRawPointer(bitPattern: Int(far)))
    return result == 0
  }

  /// Writes what comes from a descriptor to the standard error, until either is at its end.
  private static func bring(from far: Int32) {
    defer { close(far) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(far, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0, StandardStream.error.write(bytes[..<count]) == nil else { return }
    }
  }
}
