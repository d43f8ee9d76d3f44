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
  static let patienceNs: UInt64 = 10_000_000_000
  /// How often it is looked whether somebody wants it to end.
  static let pauseMs = 100
  private static let nanosecondsInSecond: UInt64 = 1_000_000_000

  let plan: LoadPlan
  let endpoint: Endpoint
  let stretch: LoadStretch
  let progress: LoadProgress
  let state: LoadState
  let directions: LoadDirections
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
    /// Which client is the next to send what is due.
    var turn = 0
  }

  /// Sends, and waits for the outcomes, until the stretch has ended.
  func run() throws -> LoadMeasure {
    let context = try Context()
    var poller = Poller()
    let timer = try TimerDescriptor()
    _ = poller.watch(descriptor: timer.descriptor)
    let boxes = try (0..<plan.clients).map { number in
      Box(try ClientEnd(number, plan, isBack: directions[number], at: endpoint, in: context))
    }
    defer { for (number, box) in boxes.enumerated() { directions[number] = box.end.isBack } }
    let byToken = Dictionary(uniqueKeysWithValues: boxes.map { ($0.end.watch(by: &poller), $0) })
    var run = Run()
    run.last = LoadClock.nanoseconds
    for box in boxes { while try send(box, &run, at: LoadClock.nanoseconds) {} }
    while boxes.contains(where: { $0.end.underWay > 0 }) || isWaiting(run) {
      for token in try poller.wait(ms: Self.pauseMs) {
        guard let box = byToken[token] else { continue }
        while let ended = try box.end.receive() {
          note(ended, &run)
          if plan.rate == nil { while try send(box, &run, at: LoadClock.nanoseconds) {} }
        }
      }
      if plan.rate != nil { try sendDue(boxes, &run, timer) }
      if progress.isStopped || state.hasEnded { run.isEnding = true }
      if LoadClock.nanoseconds - run.last > Self.patienceNs || state.hasEnded { break }
    }
    // At so many a second the last one has its time, too.
    if let begin = run.begin { run.measure.nanoseconds = max(run.last, due(run) ?? 0, begin) - begin }
    if let before = run.before, let after = pid.flatMap({ ProcessUsage(pid: $0) }) {
      run.measure.usage = (before, after)
    }
    return run.measure
  }

  /// Whether the next navigation waits for its time.
  private func isWaiting(_ run: Run) -> Bool { plan.rate != nil && run.begin != nil && !run.isEnding }

  /// Sends what is due, by one client after the other, and sets the timer for the next navigation.
  private func sendDue(_ boxes: [Box], _ run: inout Run, _ timer: borrowing TimerDescriptor) throws {
    let now = LoadClock.nanoseconds
    var refused = 0
    while refused < boxes.count {
      refused = try send(boxes[run.turn % boxes.count], &run, at: now) ? 0 : refused + 1
      run.turn += 1
    }
    // What is due and was not sent waits for an outcome.
    timer.set(nanoseconds: due(run).flatMap { $0 > now ? $0 : nil })
  }

  /// When the next navigation is due, in ns; nil: as soon as it can be sent.
  private func due(_ run: Run) -> UInt64? {
    guard let rate = plan.rate, let begin = run.begin else { return nil }
    return begin + UInt64(run.measure.sent) * Self.nanosecondsInSecond / UInt64(rate)
  }

  /// Sends the next navigation, unless enough are under way, enough were sent, or none is due.
  private func send(_ box: Box, _ run: inout Run, at now: UInt64) throws -> Bool {
    guard !run.isEnding, box.end.underWay < plan.outstanding else { return false }
    let isMeasured = run.sent >= plan.warmUp
    if isMeasured, run.begin == nil {
      run.before = pid.flatMap { ProcessUsage(pid: $0) }
      run.begin = now
    }
    let isOver = stretch.nanoseconds.map { time in run.begin.map { $0 + time <= now } ?? false }
    run.isEnding = isOver ?? false || stretch.navigations.map { run.measure.sent >= $0 } ?? false
    let due = due(run)
    guard !run.isEnding, due ?? 0 <= now, try box.end.send(isMeasured: isMeasured, due: due) else { return false }
    run.sent += 1
    if isMeasured { run.measure.sent += 1 } else { run.measure.warmUp.sent += 1 }
    return true
  }

  private func note(_ ended: ClientEnd.Ended, _ run: inout Run) {
    let now = LoadClock.nanoseconds
    let isCommitted = ended.word == LoadMeasure.committed
    run.last = now
    progress.note(isCommitted)
    guard ended.isMeasured else {
      run.measure.warmUp.ended += 1
      if isCommitted { run.measure.warmUp.committed += 1 }
      return
    }
    run.measure.note(ended.word, after: now - ended.begunAt)
    run.measure.outcomeBytes += ended.bytes
  }
}
