// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc
import RouteModel
import WireProtocol
import ZeroMQ

/// A load on a coordinator: its workers and observers from ``begin()`` to ``end()``, and between them stretches of
/// navigations.
package final class Load: Sendable {
  /// Where the sockets of a coordinator are.
  package struct Place: Sendable {
    let control: Endpoint
    let screens: Endpoint
    let updates: Endpoint

    /// Those in a runtime folder.
    package init(runtimeFolder: String) throws(LoadFailure) {
      do {
        control = try .ipc("\(runtimeFolder)/control.sock")
        screens = try .ipc("\(runtimeFolder)/screens.sock")
        updates = try .ipc("\(runtimeFolder)/updates.sock")
      } catch {
        throw LoadFailure(error.description)
      }
    }
  }

  /// What observers have seen of a load so far.
  package struct Seen: Hashable, Sendable {
    /// Updates that all observers together got.
    package var updates: Int
    /// The octets of their bodies.
    package var bytes: Int
    /// How many it should be: a commit is an update for each observer.
    package var expected: Int

    /// So much was seen.
    package init(updates: Int, bytes: Int, expected: Int) {
      (self.updates, self.bytes, self.expected) = (updates, bytes, expected)
    }
  }

  private let plan: LoadPlan
  private let place: Place
  private let pid: Int32?
  private let decides: Bool
  private let state = LoadState()
  private let directions = LoadDirections()
  private let workers: [Workers]
  private let observers: [Observers]

  /// How long no outcome may come until those under way are given up.
  package static let patience = Duration.nanoseconds(Clients.patienceNs)
  /// How long workers and observers are waited for.
  private static let patienceNs: UInt64 = 30_000_000_000
  /// Connections on one thread: a poller asks each of them in each wait.
  private static let perThread = 32

  /// Starts the workers, begins the scenes, then starts the observers; returns when all are there. Where the scenes cannot be begun
  /// no worker leaves its name behind.
  ///
  /// - Parameters:
  ///   - pid: The coordinator's process, where it is known.
  ///   - decides: Whether there is a coordinator that keeps routes; a program that only sends its messages has no scenes to
  ///     begin.
  ///   - isStopped: Whether somebody wants it to end before all are there, which is a failure.
  package init(
    _ plan: LoadPlan, at place: Place, pid: Int32?, decides: Bool = true, isStopped: () -> Bool = { false }
  ) throws(LoadFailure) {
    (self.plan, self.place, self.pid, self.decides) = (plan, place, pid, decides)
    Self.raiseDescriptors()
    let state = state
    var workers: [Workers] = []
    var observers: [Observers] = []
    do throws(LoadFailure) {
      if decides { try Self.begin(plan, at: place.control, isDry: true, isStopped) }
      // Those that decline first: a coordinator that decides nothing asks in the order in which they came.
      for (number, registration) in plan.answering.enumerated().reversed() {
        let manner = number == 0 ? WorkerEnd.Manner.handles : .declines
        workers.append(try Workers([registration], manner, at: place.screens, state))
        try Self.wait("the coordinator to welcome the workers", state, isStopped) {
          workers.reduce(0) { $0 + $1.missing }
        }
      }
      for registrations in plan.idle.chunks(of: Self.perThread) {
        workers.append(try Workers(registrations, .declines, at: place.screens, state))
      }
      try Self.wait("the coordinator to welcome the workers", state, isStopped) {
        workers.reduce(0) { $0 + $1.missing }
      }
      if decides { try Self.begin(plan, at: place.control, isDry: false, isStopped) }
      for (isIdle, all) in [(false, plan.observers), (true, plan.idleObservers)] {
        for count in Array(repeating: (), count: all).chunks(of: Self.perThread).map(\.count) {
          observers.append(
            try Observers(count, isIdle: isIdle, countsMinor: !plan.isHosted, at: place.updates, state))
        }
      }
      try Self.wait("the observers to hear of the scenes", state, isStopped) {
        observers.reduce(0) { $0 + $1.missing }
      }
    } catch {
      state.end()
      for worker in workers { worker.join() }
      for observer in observers { observer.join() }
      throw error
    }
    (self.workers, self.observers) = (workers, observers)
  }

  /// Navigates for a stretch, on the calling thread; then waits until the observers have seen it.
  package func run(_ stretch: LoadStretch, _ progress: LoadProgress) throws(LoadFailure) -> (LoadMeasure, Seen) {
    let before = seen
    let asked = asks
    let clients = Clients(
      plan: plan, endpoint: place.control, stretch: stretch, progress: progress, state: state,
      directions: directions, pid: pid)
    let result: Result<LoadMeasure, any Error> = Result { try clients.run() }
    // Where nobody answers any more, all else follows from that.
    if let failure = state.failure, !progress.isAbandoned { throw failure }
    switch result {
    case .failure(let error): throw (error as? LoadFailure) ?? LoadFailure("\(error)")
    case .success(var measure):
      measure.asks = (asks.asks - asked.asks, asks.bytes - asked.bytes)
      let expected = (measure.committed + measure.warmUp.committed) * plan.observers
      let end = LoadClock.nanoseconds + Self.catchUpNs
      while seen.updates - before.updates < expected, LoadClock.nanoseconds < end, !progress.isAbandoned {
        usleep(Self.lookUs)
      }
      let now = seen
      return (measure, Seen(updates: now.updates - before.updates, bytes: now.bytes - before.bytes, expected: expected))
    }
  }

  /// How long observers may be behind.
  private static let catchUpNs: UInt64 = 3_000_000_000
  private static let lookUs: UInt32 = 500

  /// Ends workers and observers.
  package func end() {
    state.end()
    for worker in workers { worker.join() }
    for observer in observers { observer.join() }
  }

  private var seen: (updates: Int, bytes: Int) {
    observers.map(\.seen).reduce((0, 0)) { ($0.0 + $1.updates, $0.1 + $1.bytes) }
  }

  private var asks: (asks: Int, bytes: Int) {
    workers.map(\.asked).reduce((0, 0)) { ($0.0 + $1.asks, $0.1 + $1.bytes) }
  }

  private static func begin(
    _ plan: LoadPlan, at endpoint: Endpoint, isDry: Bool, _ isStopped: () -> Bool
  ) throws(LoadFailure) {
    do {
      try SceneSetup(plan, at: endpoint).run(isDry: isDry, isStopped)
    } catch {
      throw (error as? LoadFailure) ?? LoadFailure("\(error)")
    }
  }

  private static func wait(
    _ what: String, _ state: LoadState, _ isStopped: () -> Bool, _ missing: () -> Int
  ) throws(LoadFailure) {
    let end = LoadClock.nanoseconds + patienceNs
    while missing() > 0 {
      if let failure = state.failure { throw failure }
      guard !isStopped() else { throw LoadFailure("ended while it waited for \(what)") }
      guard LoadClock.nanoseconds < end else {
        throw LoadFailure(
          "waited 30 s in vain for \(what); \(missing()) are missing. The coordinator may have no room for "
            + "so many: its log and `way status` tell")
      }
      usleep(lookUs)
    }
    if let failure = state.failure { throw failure }
  }

  /// A connection takes a few descriptors; the system allows more than a program usually has.
  private static func raiseDescriptors() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}

extension Array {
  /// Its elements in arrays of so many at most.
  fileprivate func chunks(of count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}
