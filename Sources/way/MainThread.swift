// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Runs the tasks of the program on its first thread.
///
/// A command waits for one answer after another. On Swift's pool each of them would wake another thread, and the first would
/// start the pool: three threads and their stacks, which a short command pays for and never needs.
final class MainThread: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isWaiting = false
  }

  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isWaiting = state.withLock { state in
      state.jobs.append(job)
      defer { state.isWaiting = false }
      return state.isWaiting
    }
    if isWaiting { news.signal() }
  }

  /// Runs what is enqueued, in that order, until the program ends.
  func run() -> Never {
    while true {
      let jobs = state.withLock { state in
        state.isWaiting = state.jobs.isEmpty
        var jobs: [UnownedJob] = []
        swap(&jobs, &state.jobs)
        return jobs
      }
      if jobs.isEmpty { news.wait() }
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
