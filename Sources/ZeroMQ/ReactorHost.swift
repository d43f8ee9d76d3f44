// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// The first thread of a program, which runs its tasks and one reactor in turns.
///
/// A reactor on a thread of its own wakes a task's thread for each message, and is woken by it for each answer, which together
/// take longer than all that the two do. On Swift's pool each step of a task may wake another thread, and the first starts the
/// pool: threads and stacks, which a short command pays for and never needs.
///
/// For programs whose tasks do not block: while one does, the sockets wait.
package final class ReactorHost: TaskExecutor {
  /// What the thread does where it has nothing to do.
  private enum Rest {
    case sleeps
    /// It waits for the news of this reactor.
    case polls(ReactorStart)
  }

  private struct State {
    var jobs: [UnownedJob] = []
    var rest: Rest?
    var isRunning = false
    /// The reactor that runs here, or is about to.
    var guest: ReactorStart?
  }

  /// How often jobs may come before the sockets are asked.
  private static let roundsMax = 16

  private let state = Mutex(State())
  private let alarm = DispatchSemaphore(value: 0)

  /// A host whose thread is that which calls ``run()``.
  package init() {}

  /// Runs a job on the thread, soon.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    wake { $0.jobs.append(job) }
  }

  /// Runs what is enqueued, in that order, until the program ends.
  package func run() -> Never {
    state.withLock { $0.isRunning = true }
    var loop: ReactorLoop?
    var rounds = 0
    while true {
      runJobs()
      if loop == nil { loop = state.withLock { $0.guest }?.loop() }
      loop?.prepare()
      rounds += 1
      if let guest = loop {
        if guest.isOver {
          guest.end()
          state.withLock { $0.guest = nil }
          loop = nil
          continue
        }
        let rests = rests(with: true)
        guard rests || rounds > Self.roundsMax else { continue }
        let news = guest.poll(waits: rests)
        state.withLock { $0.rest = nil }
        guest.deliver(news)
        rounds = 0
      } else if rests(with: false) {
        alarm.wait()
      }
    }
  }

  private func runJobs() {
    var jobs: [UnownedJob] = []
    state.withLock { swap(&jobs, &$0.jobs) }
    for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Whether there is nothing to do; then whatever comes ends the rest.
  private func rests(with hasGuest: Bool) -> Bool {
    state.withLock { state in
      guard state.jobs.isEmpty, hasGuest == (state.guest != nil) else { return false }
      state.rest = state.guest.map(Rest.polls) ?? .sleeps
      return true
    }
  }

  /// Runs a reactor on this thread; false where another one runs here already, or nothing yet.
  func take(_ start: ReactorStart) -> Bool {
    wake { state in
      guard state.isRunning, state.guest == nil else { return false }
      state.guest = start
      return true
    }
  }

  private func wake<Value: Sendable>(after change: (inout State) -> Value) -> Value {
    let (value, rest) = state.withLock { state in
      let value = change(&state)
      defer { state.rest = nil }
      return (value, state.rest)
    }
    switch rest {
    case .sleeps: alarm.signal()
    case .polls(let guest): guest.wake()
    case nil: break
    }
    return value
  }
}
