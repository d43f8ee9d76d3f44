// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Synchronization
import ZeroMQ

/// When a stretch of load ends: whichever comes first.
package struct LoadStretch: Hashable, Sendable {
  /// After this time, in ns; nil: no matter when.
  package var nanoseconds: UInt64?
  /// After so many navigations; nil: no matter how many.
  package var navigations: Int?

  /// A stretch.
  package init(nanoseconds: UInt64? = nil, navigations: Int? = nil) {
    self.nanoseconds = nanoseconds
    self.navigations = navigations
  }
}

/// How far a stretch of load is, for somebody who looks on, and who may end it.
package final class LoadProgress: Sendable {
  private let count = Atomic<Int>(0)
  private let other = Atomic<Int>(0)
  private let isOver = Atomic<Bool>(false)

  /// Nothing has been done.
  package init() {}

  /// Navigations that have ended, those before the measuring counted.
  package var ended: Int { count.load(ordering: .relaxed) }
  /// Those of them that were not committed.
  package var notCommitted: Int { other.load(ordering: .relaxed) }
  /// Whether somebody wants it to end.
  package var isStopped: Bool { isOver.load(ordering: .relaxed) }

  /// Has it end, with what was measured.
  package func stop() { isOver.store(true, ordering: .relaxed) }

  func note(_ isCommitted: Bool) {
    count.add(1, ordering: .relaxed)
    if !isCommitted { other.add(1, ordering: .relaxed) }
  }
}

/// The clients of a load, on the calling thread.
struct Clients {
  /// How long no outcome may come until those under way are given up.
  private static let patienceNs: UInt64 = 10_000_000_000
  private static let pauseMs = 100

  let plan: LoadPlan
  let endpoint: Endpoint
  let stretch: LoadStretch
  let progress: LoadProgress
  let state: LoadState
  /// The coordinator's process.
  let pid: Int32?

  private final class Box {
    var end: ClientEnd

    init(_ end: consuming ClientEnd) { self.end = end }
  }

  /// A run that is under way.
  private struct Run {
    var measure = LoadMeasure()
    var sent = 0
    var begin: UInt64?
    var before: ProcessUsage?
    var last: UInt64 = 0
    var isEnding = false
  }

  /// Sends, and waits for the outcomes, until the stretch has ended.
  func run() throws -> LoadMeasure {
    let context = try Context()
    var poller = Poller()
    var boxes: [Poller.Token: Box] = [:]
    for number in 0..<plan.clients {
      let box = Box(try ClientEnd(number, plan, at: endpoint, in: context))
      boxes[box.end.watch(by: &poller)] = box
    }
    var run = Run()
    run.last = LoadClock.nanoseconds
    for box in boxes.values { try fill(box, &run) }
    while boxes.values.contains(where: { $0.end.underWay > 0 }) {
      for token in try poller.wait(ms: Self.pauseMs) {
        guard let box = boxes[token] else { continue }
        while let ended = try box.end.receive() {
          note(ended, &run)
          try fill(box, &run)
        }
      }
      if progress.isStopped || state.hasEnded { run.isEnding = true }
      if LoadClock.nanoseconds - run.last > Self.patienceNs || state.hasEnded { break }
    }
    if let begin = run.begin { run.measure.nanoseconds = run.last - begin }
    if let before = run.before, let after = pid.flatMap({ ProcessUsage(pid: $0) }) {
      run.measure.usage = (before, after)
    }
    return run.measure
  }

  /// Sends until enough is under way, or enough was sent.
  private func fill(_ box: Box, _ run: inout Run) throws {
    while !run.isEnding, box.end.underWay < plan.outstanding {
      let isMeasured = run.sent >= plan.warmUp
      if isMeasured, run.begin == nil {
        run.before = pid.flatMap { ProcessUsage(pid: $0) }
        run.begin = LoadClock.nanoseconds
      }
      let isOver = stretch.nanoseconds.map { time in run.begin.map { LoadClock.nanoseconds - $0 >= time } ?? false }
      run.isEnding = isOver ?? false || stretch.navigations.map { run.measure.sent >= $0 } ?? false
      guard !run.isEnding, try box.end.send(isMeasured: isMeasured) else { return }
      run.sent += 1
      if isMeasured { run.measure.sent += 1 } else { run.measure.warmUp.sent += 1 }
    }
  }

  private func note(_ ended: ClientEnd.Ended, _ run: inout Run) {
    let now = LoadClock.nanoseconds
    let isCommitted = ended.word == LoadMeasure.committed
    run.last = now
    progress.note(isCommitted)
    guard ended.isMeasured else {
      if isCommitted { run.measure.warmUp.committed += 1 }
      return
    }
    run.measure.note(ended.word, after: now - ended.sentAt)
    run.measure.outcomeBytes += ended.bytes
  }
}
