// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Waykeeper

/// Something that happens once and is waited for once.
final class Settling: Sendable {
  private struct State {
    var isSettled = false
    var waiter: UnsafeContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// It happens; a second time is nothing new.
  func settle() {
    state.withLock { state in
      state.isSettled = true
      return state.waiter.take()
    }?.resume()
  }

  /// Waits for it. Not to be cancelled: what settles it is.
  func wait() async {
    await withUnsafeContinuation { waiter in
      let isSettled = state.withLock { state in
        if !state.isSettled { state.waiter = waiter }
        return state.isSettled
      }
      if isSettled { waiter.resume() }
    }
  }

  /// Lets one command run after another: returns when `work` has ended, or when a gate has parked its command, which does
  /// not hold up the next.
  ///
  /// - Parameter start: Starts a task.
  static func run(
    with navigator: Navigator, _ work: @escaping @Sendable (Navigator) async -> Void,
    start: (@escaping @Sendable () async -> Void) -> Void
  ) async {
    let settled = Settling()
    start {
      await work(navigator.onParked { _ in settled.settle() })
      settled.settle()
    }
    await settled.wait()
  }
}
