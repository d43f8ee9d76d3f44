// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Dispatch
import Foundation
import Synchronization

/// Lines that are told on a thread of their own, for what must not wait: a reader that stops reading does not stop it. Of what a
/// slow reader leaves, the newest is kept; how many lines were left out is told before it.
final class Notices: Sendable {
  private struct State {
    var lines: Deque<String> = []
    /// Of those lines, in octets.
    var bytes = 0
    /// The lines that were left out since some were told.
    var leftOut = 0
    /// Whether a line has been taken that may not be told yet.
    var isTelling = false
    var hasThread = false
    /// Who waits until all is told.
    var waiters: [DispatchSemaphore] = []
  }

  /// The most lines that wait, and the most octets of several.
  static let linesMax = 256
  static let bytesMax = 4 << 20
  /// How long the end waits for a reader.
  private static let endPatience = DispatchTimeInterval.seconds(2)

  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)
  private let tell: @Sendable (String) -> Void

  /// - Parameter tell: Called on the thread with each line, and may wait.
  init(_ tell: @escaping @Sendable (String) -> Void) { self.tell = tell }

  /// Takes lines that belong together; on any thread.
  func hear(_ lines: [String]) {
    let (isFirst, isNews) = state.withLock { state in
      let (isFirst, isNews) = (!state.hasThread, state.lines.isEmpty)
      for line in lines {
        let bytes = line.utf8.count
        while let oldest = state.lines.first,
          state.lines.count == Self.linesMax || state.bytes + bytes > Self.bytesMax
        {
          state.lines.removeFirst()
          state.bytes -= oldest.utf8.count
          state.leftOut += 1
        }
        state.lines.append(line)
        state.bytes += bytes
      }
      state.hasThread = true
      return (isFirst, isNews)
    }
    // Most commands have nothing to tell so.
    if isFirst { Thread.detachNewThread { [self] in run() } }
    if isNews { news.signal() }
  }

  /// Returns when all is told; or after a moment, where nobody reads what is told.
  func finish() { finish(by: .now() + Self.endPatience) }

  /// Returns when all of them have told all; or after a moment, however many of them nobody reads.
  static func finish(_ all: [Notices]) {
    let end = DispatchTime.now() + endPatience
    for notices in all { notices.finish(by: end) }
  }

  private func finish(by end: DispatchTime) {
    let waiter = DispatchSemaphore(value: 0)
    let isTold = state.withLock { state in
      let isTold = state.lines.isEmpty && !state.isTelling
      if !isTold { state.waiters.append(waiter) }
      return isTold
    }
    if !isTold { _ = waiter.wait(timeout: end) }
  }

  private func run() {
    while true {
      news.wait()
      while let line = next() { tell(line) }
    }
  }

  /// What is to be told next; nil where that was all.
  private func next() -> String? {
    state.withLock { state -> String? in
      state.isTelling = !state.lines.isEmpty
      guard state.leftOut == 0 else {
        defer { state.leftOut = 0 }
        let lines = state.leftOut == 1 ? "1 line was" : "\(state.leftOut) lines were"
        return "way: \(lines) left out here, since nobody read them"
      }
      guard let line = state.lines.popFirst() else {
        for waiter in state.waiters { waiter.signal() }
        state.waiters = []
        return nil
      }
      state.bytes -= line.utf8.count
      return line
    }
  }
}
