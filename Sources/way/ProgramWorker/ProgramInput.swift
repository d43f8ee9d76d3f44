// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Dispatch
import Foundation
import Synchronization

/// What a program is told, in order, written on a thread of its own: a program that does not read holds nobody up.
final class ProgramInput: Sendable {
  private struct State {
    var lines: Deque<[UInt8]> = []
    /// Of those lines, and of what is being written.
    var bytes = 0
    var isClosed = false
  }

  /// The most bytes that wait for the program to read: some of its largest states.
  static let bytesMax = 16 << 20

  /// Has one item when the program has closed its end though it was not told to end; ends with all that is written.
  let closings: AsyncStream<Void>
  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)

  /// - Parameter descriptor: What the program reads from; it is closed behind the last line.
  init(_ descriptor: Int32) {
    let (closings, closing) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.closings = closings
    Thread.detachNewThread { [self] in
      var isRead = true
      while let lines = next() {
        let wasRead = isRead
        for line in lines where isRead { isRead = Self.write(line, to: descriptor) }
        let isClosed = state.withLock { state in
          state.bytes -= lines.reduce(0) { $0 + $1.count }
          return state.isClosed
        }
        if wasRead, !isRead, !isClosed { closing.yield() }
      }
      closing.finish()
      close(descriptor)
    }
  }

  /// Adds a line; false where more waits than is kept.
  func say(_ line: String) -> Bool {
    let octets = Array(line.utf8) + [UInt8(ascii: "\n")]
    let isTaken = state.withLock { state in
      guard !state.isClosed else { return true }
      guard state.bytes + octets.count <= Self.bytesMax else { return false }
      state.lines.append(octets)
      state.bytes += octets.count
      return true
    }
    news.signal()
    return isTaken
  }

  /// The program reads its end behind what waits. Does not wait for that.
  func end() {
    state.withLock { $0.isClosed = true }
    news.signal()
  }

  /// What is to be written next, waited for; nil behind the last line.
  private func next() -> Deque<[UInt8]>? {
    while true {
      let (lines, isClosed) = state.withLock { state in
        var lines: Deque<[UInt8]> = []
        swap(&lines, &state.lines)
        return (lines, state.isClosed)
      }
      if !lines.isEmpty { return lines }
      if isClosed { return nil }
      news.wait()
    }
  }

  /// Writes a line; false where the program has closed its end.
  private static func write(_ line: [UInt8], to descriptor: Int32) -> Bool {
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }
}
