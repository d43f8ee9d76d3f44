// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Synchronization
import ZeroMQ

/// When a stretch of load ends: whichever comes first.
package struct LoadStretch: Hashable, Sendable {
  /// After this time, in ns; nil: no matter when. At so many a second that is the time of what is due: to send all of it may take up
  /// to as long again, and a second at least.
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
  private let isAlone = Atomic<Bool>(false)

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

  /// Whether nobody answers any more.
  package var isAbandoned: Bool { isAlone.load(ordering: .relaxed) }

  /// Has it end at once, with what was measured: nobody answers any more.
  package func abandon() {
    isAlone.store(true, ordering: .relaxed)
    stop()
  }

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
  /// What was due in the time of a stretch is sent for as long again as that took, and for so long at least.
  private static let overtimeNs: UInt64 = 1_000_000_000

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
    /// Navigations to warm up that it has not sent yet.
    var warmUp: Int

    init(_ end: consuming ClientEnd, warmUp: Int) {
      self.end = end
      self.warmUp = warmUp
    }
  }

  /// A run that is under way.
  private struct Run {
    var measure = LoadMeasure()
    /// Navigations to warm up that have not ended, those counted that are not sent yet.
    var warming: Int
    /// When the measuring began; nil before that.
    var begin: UInt64?
    /// What the coordinator's process had used when the measuring began.
    var before: ProcessUsage?
    /// When the last outcome came; before the first one, when the run or the measuring began.
    var last: UInt64
    var isEnding = false
    /// When somebody ended it; what is due later is none of it.
    var cut: UInt64?
    /// Which client is the next to send what is due.
    var turn = 0

    init(warming: Int) {
      self.warming = warming
      last = LoadClock.nanoseconds
    }
  }

  /// Sends, and waits for the outcomes, until the stretch has ended.
  func run() throws -> LoadMeasure {
    let context = try Context()
    var poller = Poller()
    let timer = try TimerDescriptor()
    _ = poller.watch(descriptor: timer.descriptor)
    let boxes = try (0..<plan.clients).map { number in
      Box(
        try ClientEnd(number, plan, isBack: directions[number], at: endpoint, in: context),
        warmUp: plan.warmUpShare(of: number))
    }
    defer { for (number, box) in boxes.enumerated() { directions[number] = box.end.isBack } }
    let byToken = Dictionary(uniqueKeysWithValues: boxes.map { ($0.end.watch(by: &poller), $0) })
    var run = Run(warming: boxes.reduce(0) { $0 + $1.warmUp })
    if run.warming == 0 { beginMeasuring(&run) }
    try fill(boxes, &run, timer)
    while boxes.contains(where: { $0.end.underWay > 0 }) || isWaiting(run) {
      for token in try poller.wait(ms: Self.pauseMs) {
        if let box = byToken[token] { try receive(by: box, &run) }
      }
      let isWarm = run.begin == nil && run.warming == 0 && !run.isEnding
      if isWarm { beginMeasuring(&run) }
      if isWarm || isPaced(run) { try fill(boxes, &run, timer) }
      if progress.isStopped || state.hasEnded {
        run.cut = run.cut ?? LoadClock.nanoseconds
        run.isEnding = true
      }
      if progress.isAbandoned || state.hasEnded || LoadClock.nanoseconds - run.last > Self.patienceNs { break }
    }
    complete(&run)
    return run.measure
  }

  /// Takes what has come for a client, and sends on.
  private func receive(by box: Box, _ run: inout Run) throws {
    while let ended = try box.end.receive() {
      let now = note(ended, &run)
      if plan.rate == nil || run.begin == nil { while try send(box, &run, at: now) {} }
    }
  }

  /// Measures what is known at the end alone.
  private func complete(_ run: inout Run) {
    noteNotBegun(&run)
    // At so many a second the last one has its time, too.
    if let begin = run.begin { run.measure.nanoseconds = max(run.last, due(run) ?? 0, begin) - begin }
    if let before = run.before, let after = pid.flatMap({ ProcessUsage(pid: $0) }) {
      run.measure.usage = (before, after)
    }
  }

  /// The measuring begins once all that is read before it was read: that takes its time.
  private func beginMeasuring(_ run: inout Run) {
    run.before = pid.flatMap { ProcessUsage(pid: $0) }
    run.last = LoadClock.nanoseconds
    run.begin = run.last
  }

  /// Whether navigations are due at their times by now.
  private func isPaced(_ run: Run) -> Bool { plan.rate != nil && run.begin != nil }

  /// Whether the next navigation waits for its time.
  private func isWaiting(_ run: Run) -> Bool { isPaced(run) && !run.isEnding }

  /// Sends all that can be sent, or that is due.
  private func fill(_ boxes: [Box], _ run: inout Run, _ timer: borrowing TimerDescriptor) throws {
    if isPaced(run) { return try sendDue(boxes, &run, timer) }
    let now = run.last
    for box in boxes { while try send(box, &run, at: now) {} }
  }

  /// Sends what is due, by one client after the other, and sets the timer for the next navigation.
  private func sendDue(_ boxes: [Box], _ run: inout Run, _ timer: borrowing TimerDescriptor) throws {
    let now = LoadClock.nanoseconds
    if let begin = run.begin, let time = stretch.nanoseconds, begin + time + max(time, Self.overtimeNs) <= now {
      run.isEnding = true
    }
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
    return begin + LoadPace(perSecond: UInt64(rate)).time(of: UInt64(run.measure.sent))
  }

  /// Sends the next navigation, unless enough are under way, enough were sent, or none is due.
  private func send(_ box: Box, _ run: inout Run, at now: UInt64) throws -> Bool {
    guard let begin = run.begin else { return try warmUp(box, &run) }
    guard !run.isEnding, box.end.underWay < plan.outstanding else { return false }
    let due = due(run)
    // What was due in time is sent, however late: whoever waited for it would feel all of that.
    let isOver = stretch.nanoseconds.map { begin + $0 <= due ?? now } ?? false
    run.isEnding = isOver || stretch.navigations.map { run.measure.sent >= $0 } ?? false
    guard !run.isEnding, due ?? 0 <= now, try box.end.send(isMeasured: true, due: due) else { return false }
    run.measure.sent += 1
    run.measure.sending = max(now, begin) - begin
    return true
  }

  /// Sends the next navigation of those before the measuring. At so many a second each client has one under way: nothing is due
  /// yet, and a queue that were full of them would refuse others.
  private func warmUp(_ box: Box, _ run: inout Run) throws -> Bool {
    let most = plan.rate == nil ? plan.outstanding : 1
    guard !run.isEnding, box.warmUp > 0, box.end.underWay < most, try box.end.send(isMeasured: false) else {
      return false
    }
    box.warmUp -= 1
    run.measure.warmUp.sent += 1
    return true
  }

  /// Counts what has ended; returns when.
  private func note(_ ended: ClientEnd.Ended, _ run: inout Run) -> UInt64 {
    let now = LoadClock.nanoseconds
    let isCommitted = ended.word == LoadMeasure.committed
    run.last = now
    progress.note(isCommitted)
    guard ended.isMeasured else {
      run.warming -= 1
      run.measure.warmUp.ended += 1
      if isCommitted { run.measure.warmUp.committed += 1 }
      return now
    }
    run.measure.note(ended.word, after: now - ended.begunAt, bytes: ended.bytes)
    return now
  }

  /// Counts what was due and was not sent, each as late as it is by now.
  private func noteNotBegun(_ run: inout Run) {
    guard let rate = plan.rate, let begin = run.begin else { return }
    let (pace, now) = (LoadPace(perSecond: UInt64(rate)), LoadClock.nanoseconds)
    let time = min(stretch.nanoseconds ?? .max, (run.cut ?? now) - begin)
    let sent = UInt64(run.measure.sent)
    let due = min(pace.count(before: time), stretch.navigations.map { UInt64($0) } ?? .max)
    guard due > sent else { return }
    let late = (first: now - begin - pace.time(of: sent), last: now - begin - pace.time(of: due - 1))
    run.measure.note(notBegun: Int(due - sent), late: late)
  }
}
