// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
public import Testing

/// Runs a suite, or a test, on threads of its own. A test that computes, or reads and writes files, for long would hold a thread of
/// Swift's pool, which has one for each processor: all tests begin together, so those that wait for an event with a bound would wait
/// for these first.
public struct OffPool: SuiteTrait, TestTrait, TestScoping {
  /// Runs the tests where their jobs keep nobody from the pool.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ComputingThreads.shared) { try await function() }
  }
}

extension Trait where Self == OffPool {
  /// For what computes, or reads and writes files, for seconds.
  public static var offPool: Self { OffPool() }
}

/// One thread for each processor, as in the pool; whatever else runs comes first.
private final class ComputingThreads: TaskExecutor {
  static let shared = ComputingThreads()

  private let jobs = Mutex<[UnownedJob]>([])
  private let come = DispatchSemaphore(value: 0)

  private init() {
    for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
      Thread.detachNewThread { [self] in
        // Linux gives each thread a niceness of its own; where that fails, the tests only take longer.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        while true { runNext() }
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    come.signal()
  }

  private func runNext() {
    come.wait()
    jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
  }
}
