// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Dispatch
import Foundation
import Synchronization
import Waykeeper

/// Tells what happens in a worker, on a thread of its own: a reader of the output that stops reading does not stop the worker.
/// What happened meanwhile is told at once when the thread comes to it; of what a slow reader leaves, the newest is kept.
final class ReportTeller: Sendable {
  private struct State {
    var reports: Deque<WorkerReport> = []
    var isTold: (@Sendable () -> Void)?
  }

  private static let reportsMax = 256
  /// How long the end waits for a reader.
  private static let endPatience: Duration = .seconds(2)
  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)

  /// - Parameter tell: Called on the thread, with some reports in their order.
  init(_ tell: @escaping @Sendable (Deque<WorkerReport>) -> Void) {
    Thread.detachNewThread { [self] in
      while true {
        news.wait()
        let (reports, isTold) = state.withLock { state in
          var reports: Deque<WorkerReport> = []
          swap(&reports, &state.reports)
          return (reports, state.isTold)
        }
        if !reports.isEmpty { tell(reports) }
        if let isTold { return isTold() }
      }
    }
  }

  /// Takes a report; on any thread.
  func hear(_ report: WorkerReport) {
    let isFirst = state.withLock { state in
      if state.reports.count == Self.reportsMax { state.reports.removeFirst() }
      state.reports.append(report)
      return state.reports.count == 1
    }
    if isFirst { news.signal() }
  }

  /// Returns when all is told, and the thread ends; or after a moment, where nobody reads what is told.
  func end() async {
    // Also in a task that is cancelled already.
    await withCheckedContinuation { continuation in
      let waiter = Waiter(continuation)
      state.withLock { $0.isTold = waiter.resume }
      news.signal()
      Task {
        try? await Task.sleep(for: Self.endPatience)
        waiter.resume()
      }
    }
  }
}

/// A task that waits, and is resumed by whoever comes first.
private final class Waiter: Sendable {
  private let continuation: Mutex<CheckedContinuation<Void, Never>?>

  init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = Mutex(continuation) }

  @Sendable func resume() {
    let waiting = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    waiting?.resume()
  }
}
