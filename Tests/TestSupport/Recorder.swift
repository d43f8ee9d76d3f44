// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Takes what happens on other threads, and lets tests wait for it, with a bound: an item that does not come is an
/// error that says what came instead.
package final class Recorder<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    /// How many ``next(_:within:where:)`` has taken.
    var taken = 0
    var hasEnded = false
    /// Those that wait, under the numbers of their waits.
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var waits = 0

    /// Everybody who waits, to be woken.
    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      defer { waiters = [:] }
      return Array(waiters.values)
    }
  }

  private let state = Mutex(State())

  /// A recorder that has heard nothing.
  package init() {}

  /// Everything so far.
  package var all: [Item] { state.withLock { $0.items } }

  /// Adds an item.
  package func add(_ item: Item) {
    let waiters = state.withLock { state in
      state.items.append(item)
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Says that nothing more comes.
  package func end() {
    let waiters = state.withLock { state in
      state.hasEnded = true
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  /// The next item of which `isWanted` is true; those before it are skipped.
  package func next(
    _ what: String, within time: Duration = .seconds(30), where isWanted: (Item) -> Bool = { _ in true }
  ) async throws -> Item {
    try await wait(for: what, within: time) {
      while let item = take() {
        if isWanted(item) { return item }
      }
      return nil
    }
  }

  /// Waits until all items together are enough.
  package func wait(
    for what: String = "enough", within time: Duration = .seconds(30), until isEnough: ([Item]) -> Bool
  ) async throws {
    try await wait(for: what, within: time) { isEnough(all) ? () : nil }
  }

  /// Waits until nothing more can come.
  package func ended(_ what: String = "the end", within time: Duration = .seconds(30)) async throws {
    try await wait(for: what, within: time) { state.withLock { $0.hasEnded } ? () : nil }
  }

  /// Looks with each item, and at the end. Where the time is up because Swift's pool is busy, what adds the items has waited as
  /// long: it gets some turns, each behind all tasks that wait for a thread.
  private func wait<Found>(for what: String, within time: Duration, _ look: () -> Found?) async throws -> Found {
    let end = ContinuousClock.now + time
    var turns = 16
    while true {
      let (hasEnded, items) = state.withLock { ($0.hasEnded, $0.items) }
      if let found = look() { return found }
      guard !hasEnded, turns > 0 else { throw Overdue(what, heard: items.map { "\($0)" }, hasEnded: hasEnded) }
      if ContinuousClock.now < end {
        await change(from: items.count, until: end)
      } else {
        turns -= 1
        await Task.yield()
      }
    }
  }

  private func take() -> Item? {
    state.withLock { state in
      guard state.taken < state.items.count else { return nil }
      defer { state.taken += 1 }
      return state.items[state.taken]
    }
  }

  /// Returns when there are more items than `count`, at the end, or when the time is up.
  private func change(from count: Int, until end: ContinuousClock.Instant) async {
    await withCheckedContinuation { continuation in
      let number = state.withLock { state -> Int? in
        guard state.items.count == count, !state.hasEnded else { return nil }
        state.waits += 1
        state.waiters[state.waits] = continuation
        return state.waits
      }
      guard let number else { return continuation.resume() }
      let left = max(0, (end - ContinuousClock.now) / .seconds(1))
      DispatchQueue.global().asyncAfter(deadline: .now() + left) {
        self.state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
      }
    }
  }
}
