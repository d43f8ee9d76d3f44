// SPDX-License-Identifier: Apache-2.0

import CProcessCalls
package import Foundation

/// Both ends of a pipe, which no child inherits unless it is started with one of them.
package struct ProcessPipe: Sendable {
  /// The end to read from.
  package let reading: Int32
  /// The end to write to.
  package let writing: Int32

  /// Nil where none can be opened; errno says why.
  package init?() {
    var (reading, writing) = (Int32(-1), Int32(-1))
    let code = waykeeper_process_pipe(&reading, &writing)
    guard code == 0 else {
      errno = code
      return nil
    }
    (self.reading, self.writing) = (reading, writing)
  }

  /// Reads all that comes, hands on each line without its end, and closes the reading end. It waits until nobody can write.
  package func readLines(_ take: (String) -> Void) {
    var rest = Data()
    read { data in
      rest += data
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        take(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
        rest = rest[(end + 1)...]
      }
      rest = Data(rest)
    }
    if !rest.isEmpty { take(String(decoding: rest, as: UTF8.self)) }
  }

  /// Reads all that comes and closes the reading end. It waits until nobody can write.
  package func readToEnd() -> Data {
    var whole = Data()
    read { whole += $0 }
    return whole
  }

  private func read(_ take: (Data) -> Void) {
    defer { close(reading) }
    var block = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = Foundation.read(reading, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      take(Data(block[..<count]))
    }
  }
}
