// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Takes what happens on other threads, and lets a test wait until enough has.
final class Recorder<Item: Sendable>: Sendable {
  private let items = Mutex<[Item]>([])
  private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  var all: [Item] { items.withLock { $0 } }

  func add(_ item: Item) {
    items.withLock { $0.append(item) }
    changes.continuation.yield()
  }

  /// Waits until `isEnough`. For one waiter; bounded by the test's time limit.
  func wait(until isEnough: ([Item]) -> Bool) async {
    if isEnough(all) { return }
    for await _ in changes.stream where isEnough(all) { return }
  }
}
