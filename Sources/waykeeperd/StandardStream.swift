// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Standard output or error, written whole lines at a time: no buffer that a sudden end could lose.
struct StandardStream: Sendable {
  let descriptor: Int32

  /// Writes the line and its end. What cannot be written is given up; whether all was written.
  @discardableResult
  func write(line: String) -> Bool {
    var bytes = Array(line.utf8)[...]
    bytes.append(UInt8(ascii: "\n"))
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}
