// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A thread for an end of a load, which owns its sockets.
final class LoadThread: Sendable {
  private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: Mutex<pthread_t?>

  /// Starts it.
  init(_ body: @escaping @Sendable () -> Void) throws(LoadFailure) {
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(body))
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      start.release()
      throw LoadFailure("cannot start a thread: \(String(cString: strerror(code)))")
    }
    self.thread = Mutex(thread)
  }

  /// Waits for its end.
  func join() {
    if let thread = thread.withLock({ $0.take() }) { pthread_join(thread, nil) }
  }
}

/// Why there is no load, in words.
package struct LoadFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What, where, and what to do.
  package let description: String

  /// A failure.
  package init(_ description: String) { self.description = description }
}

/// What the threads of a load have in common: when to end, and what went wrong first.
final class LoadState: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let first = Mutex<LoadFailure?>(nil)

  /// Whether all are to end.
  var hasEnded: Bool { isOver.load(ordering: .relaxed) }

  /// What went wrong first.
  var failure: LoadFailure? { first.withLock(\.self) }

  /// Ends all.
  func end() { isOver.store(true, ordering: .relaxed) }

  /// Ends all, because of this.
  func fail(_ failure: LoadFailure) {
    first.withLock { $0 = $0 ?? failure }
    end()
  }

  /// Runs the body, whose error ends all.
  func run(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      fail((error as? LoadFailure) ?? LoadFailure("\(error)"))
    }
  }
}
