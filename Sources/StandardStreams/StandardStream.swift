// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The standard output or error of a program, written whole lines at a time: no buffer that a sudden end could lose.
package struct StandardStream: Sendable {
  /// The standard output.
  package static let output = StandardStream(descriptor: STDOUT_FILENO)
  /// The standard error.
  package static let error = StandardStream(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  /// Writes the line and its end. What cannot be written is given up: returns the `errno` of that; nil where all was written.
  @discardableResult
  package func write(line: String) -> Int32? {
    write(line + "\n")
  }

  /// Writes the text as it is. What cannot be written is given up: returns the `errno` of that; nil where all was written.
  package func write(_ text: String) -> Int32? {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN && waitForRoom() { continue }
      guard count > 0 else { return errno }
      bytes = bytes.dropFirst(count)
    }
    return nil
  }

  /// Waits for room in a stream that somebody has set not to block.
  private func waitForRoom() -> Bool {
    var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&stream, 1, -1) >= 0 || errno == EINTR
  }
}
