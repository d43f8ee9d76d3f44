// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Synchronization

/// Items that wait for one reader. The writer decides which are kept, so that a slow reader costs no memory.
final class Mailbox<Item: Sendable>: Sendable {
  private struct State {
    var items: Deque<Item> = []
    var reader: CheckedContinuation<Item?, Never>?
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Changes the items that wait; on any thread.
  func put(_ change: (inout Deque<Item>) -> Void) {
    let (reader, item) = state.withLock { state -> (CheckedContinuation<Item?, Never>?, Item?) in
      change(&state.items)
      guard state.reader != nil, !state.items.isEmpty else { return (nil, nil) }
      return (state.reader.take(), state.items.removeFirst())
    }
    reader?.resume(returning: item)
  }

  /// The next item; nil once the reader's task was cancelled.
  func next() async -> Item? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        let (isReady, item) = state.withLock { state -> (Bool, Item?) in
          if state.isClosed { return (true, nil) }
          if state.items.isEmpty {
            state.reader = reader
            return (false, nil)
          }
          return (true, state.items.removeFirst())
        }
        if isReady { reader.resume(returning: item) }
      }
    } onCancel: {
      state.withLock { state in
        state.isClosed = true
        return state.reader.take()
      }?.resume(returning: nil)
    }
  }
}
