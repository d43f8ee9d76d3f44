// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The lines that a program writes, for one reader that waits for them.
final class Lines: Sendable {
  /// A line that did not come in time, or before the end.
  struct Missing: Error, CustomStringConvertible {
    let what: String
    let heard: [String]
    let hasEnded: Bool

    var description: String {
      "\(what) did not come \(hasEnded ? "before the end" : "in time"); heard: \(heard.joined(separator: "\n"))"
    }
  }

  private struct State {
    var heard: [String] = []
    /// How many the reader has taken.
    var taken = 0
    var hasEnded = false
    var waiter: (number: Int, continuation: CheckedContinuation<Void, Never>)?
    var waits = 0
  }

  private let state = Mutex(State())

  /// Everything so far.
  var heard: [String] { state.withLock { $0.heard } }

  func add(_ line: String) {
    state.withLock { state in
      state.heard.append(line)
      return state.waiter.take()
    }?.continuation.resume()
  }

  func end() {
    state.withLock { state in
      state.hasEnded = true
      return state.waiter.take()
    }?.continuation.resume()
  }

  /// The next line of which `isWanted` is true; those before it are skipped.
  func next(
    _ what: String, within time: Duration = .seconds(30), where isWanted: (String) -> Bool = { _ in true }
  ) async throws -> String {
    let end = ContinuousClock.now + time
    while true {
      while let line = take() {
        if isWanted(line) { return line }
      }
      let (hasEnded, heard) = state.withLock { ($0.hasEnded && $0.taken == $0.heard.count, $0.heard) }
      guard !hasEnded, ContinuousClock.now < end else { throw Missing(what: what, heard: heard, hasEnded: hasEnded) }
      await change(until: end)
    }
  }

  private func take() -> String? {
    state.withLock { state in
      guard state.taken < state.heard.count else { return nil }
      defer { state.taken += 1 }
      return state.heard[state.taken]
    }
  }

  /// Returns when there is another line, at the end, or when the time is up.
  private func change(until end: ContinuousClock.Instant) async {
    await withCheckedContinuation { continuation in
      let number = state.withLock { state -> Int? in
        guard state.taken == state.heard.count, !state.hasEnded else { return nil }
        state.waits += 1
        state.waiter = (state.waits, continuation)
        return state.waits
      }
      guard let number else { return continuation.resume() }
      let left = max(0, (end - ContinuousClock.now) / .seconds(1))
      DispatchQueue.global().asyncAfter(deadline: .now() + left) {
        self.state.withLock { state in
          state.waiter?.number == number ? state.waiter.take() : nil
        }?.continuation.resume()
      }
    }
  }
}
