// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Items for one reader, who takes all that there are at once. An `AsyncStream` of them would take longer for each than most
/// steps of a worker do: it finds out anew, for each item that it passes on, what types it deals with.
final class Inbox<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    var reader: UnsafeContinuation<[Item], Never>?
    var isClosed = false

    mutating func takeAll() -> [Item] {
      var taken: [Item] = []
      swap(&taken, &items)
      return taken
    }
  }

  private let state = Mutex(State())

  /// Adds an item, in place of the last one where that is void by it; nobody wants it any more after ``close()``.
  func put(_ item: Item, inPlaceOf isVoid: (Item) -> Bool = { _ in false }) {
    let (reader, items) = state.withLock { state -> (UnsafeContinuation<[Item], Never>?, [Item]) in
      guard !state.isClosed else { return (nil, []) }
      if let last = state.items.last, isVoid(last) { state.items.removeLast() }
      state.items.append(item)
      guard let reader = state.reader.take() else { return (nil, []) }
      return (reader, state.takeAll())
    }
    reader?.resume(returning: items)
  }

  /// All items that there are, in their order; waits for one where there is none. A cancelled task waits on.
  func next() async -> [Item] {
    await withUnsafeContinuation { reader in
      let items = state.withLock { state -> [Item]? in
        guard state.items.isEmpty else { return state.takeAll() }
        state.reader = reader
        return nil
      }
      if let items { reader.resume(returning: items) }
    }
  }

  /// How many there are.
  var count: Int { state.withLock { $0.items.count } }

  /// Forgets what is there, and what comes.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.items = []
    }
  }
}
