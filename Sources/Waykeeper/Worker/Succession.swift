// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Synchronization

/// Items for one reader after another. An `AsyncStream` ends for good with the task that reads it; here what comes next is the next
/// reader's. Readers at the same time share the items between them.
final class Succession<Item: Sendable>: Sendable {
  private struct Reader {
    let number: UInt64
    let continuation: CheckedContinuation<Item?, Never>
  }

  private struct State {
    var items: Deque<Item> = []
    var readers: Deque<Reader> = []
    var lastNumber: UInt64 = 0
    var hasEnded = false
  }

  private let itemsMax: Int
  private let state = Mutex(State())

  /// Keeps the newest items for a slow reader, so many.
  init(keeping itemsMax: Int) { self.itemsMax = itemsMax }

  /// What nobody has read yet, and what comes; ends with the items, or with its reader's task.
  var stream: AsyncStream<Item> { AsyncStream { await self.next() } }

  /// Adds an item, unless the end has come.
  func put(_ item: Item) {
    let reader = state.withLock { state -> Reader? in
      guard !state.hasEnded else { return nil }
      if let reader = state.readers.popFirst() { return reader }
      if state.items.count == itemsMax { state.items.removeFirst() }
      state.items.append(item)
      return nil
    }
    reader?.continuation.resume(returning: item)
  }

  /// No more items come.
  func end() {
    let readers = state.withLock { state in
      state.hasEnded = true
      defer { state.readers = [] }
      return state.readers
    }
    for reader in readers { reader.continuation.resume(returning: nil) }
  }

  /// The next item; nil at the end, and for a task that is cancelled, which takes none.
  func next() async -> Item? {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result = state.withLock { state -> Item?? in
          if Task.isCancelled { return .some(nil) }
          if let item = state.items.popFirst() { return item }
          if state.hasEnded { return .some(nil) }
          state.readers.append(Reader(number: number, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      let reader = state.withLock { state in
        state.readers.firstIndex { $0.number == number }.map { state.readers.remove(at: $0) }
      }
      reader?.continuation.resume(returning: nil)
    }
  }
}
