// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// Something that happens once and is waited for once.
struct Settling {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func settle() { continuation.finish() }

  func wait() async { for await _ in stream {} }

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
