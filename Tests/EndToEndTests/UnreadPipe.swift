// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// A pipe with a name, which somebody holds open to read and does not read.
final class UnreadPipe {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    try #require(mkfifo(path, 0o600) == 0)
    let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(descriptor >= 0)
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  /// Whether nothing more can be written without a wait.
  var isFull: Bool {
    var pipe = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&pipe, 1, 0) == 0
  }

  /// Leaves no room in it.
  func fill() {
    let page = [UInt8](repeating: UInt8(ascii: "\n"), count: 4096)
    while write(descriptor, page, page.count) > 0 {}
  }
}
