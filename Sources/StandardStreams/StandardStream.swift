// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The standard output or error of a program, written whole lines at a time: no buffer that a sudden end could lose.
package struct StandardStream: Sendable {
  /// The standard output.
  package static let output = StandardStream(descriptor: STDOUT_FILENO)
  /// The standard error.
  package static let error = StandardStream(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  /// Puts something in the place of each standard stream that is closed, so that no file or socket of ours gets its number: it can
  /// be neither read nor written, as the closed one. To be called before anything is opened.
  package static func occupyClosed() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is that of the stream.
      _ = open("/dev/null", mode)
    }
  }

  /// Writes the line and its end. What cannot be written is given up: returns the `errno` of that; nil where all was written.
  @discardableResult
  package func write(line: String) -> Int32? {
    write(line + "\n")
  }

  /// Writes the text as it is. What cannot be written is given up: returns the `errno` of that; nil where all was written.
  package func write(_ text: String) -> Int32? { write(Array(text.utf8)[...]) }

  /// Writes the bytes as they are. What cannot be written is given up: returns the `errno` of that; nil where all was written.
  package func write(_ bytes: ArraySlice<UInt8>) -> Int32? {
    var bytes = bytes
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // Somebody has set the stream not to block.
      if count < 0, errno == EAGAIN, hasRoom(within: -1) || errno == EINTR { continue }
      guard count > 0 else { return errno }
      bytes = bytes.dropFirst(count)
    }
    return nil
  }

  /// Whether something can be written without a wait, now or within so many ms (-1: for ever). A stream that has failed counts
  /// too: to write to it says so.
  package func hasRoom(within ms: Int32) -> Bool {
    var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&stream, 1, ms) > 0
  }
}
