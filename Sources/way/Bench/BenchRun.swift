// SPDX-License-Identifier: Apache-2.0

import CProcessCalls
import Foundation
import LoadGenerator
import Synchronization
import UnixSignals
import Waykeeper

/// Measures a coordinator, in turn with what it is compared with.
struct BenchRun: Sendable {
  let plan: LoadPlan
  let duration: Duration?
  let count: Int?
  let rounds: Int
  let pin: Int?
  let countsSystemCalls: Bool
  /// The program that measures are compared with.
  let baseline: String?
  let folder: String
  let isLive: Bool
  private let now = Phase()
  private let progress = LoadProgress()

  init(
    plan: LoadPlan, duration: Duration?, count: Int?, rounds: Int, pin: Int?, countsSystemCalls: Bool,
    baseline: String?, folder: String, isLive: Bool
  ) {
    (self.plan, self.duration, self.count, self.rounds, self.pin) = (plan, duration, count, rounds, pin)
    (self.countsSystemCalls, self.baseline) = (countsSystemCalls, baseline)
    (self.folder, self.isLive) = (folder, isLive)
  }

  /// What is done now, for the line of progress.
  private final class Phase: Sendable {
    private let text = Mutex("")

    var words: String { text.withLock(\.self) }

    func set(_ words: String) { text.withLock { $0 = words } }
  }

  /// Runs to the end, or until somebody types Ctrl-C.
  func run(_ status: CoordinatorStatus) async throws -> BenchReport {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let (now, progress) = (now, progress)
    let watching = Task { for await _ in signals { progress.stop() } }
    let guarding = Task { await Self.watch(status.service?.pid, progress) }
    let telling = Task { await BenchProgress(what: { now.words }, progress: progress).tell() }
    let result: Result<BenchReport, any Error> = await withCheckedContinuation { continuation in
      // A thread of its own, because it waits.
      Thread.detachNewThread { continuation.resume(returning: Result { try measure(status) }) }
    }
    watching.cancel()
    guarding.cancel()
    telling.cancel()
    await telling.value
    do {
      return try result.get()
    } catch let failure as LoadFailure {
      throw CommandFailure(failure.description, .notAsAsked)
    }
  }

  private static let lookInterval = Duration.milliseconds(250)

  /// Has the run end where the coordinator does: nobody would answer any more.
  private static func watch(_ pid: Int32?, _ progress: LoadProgress) async {
    // A process of another container cannot be seen from here at all.
    guard let pid, !ProcessLife.hasEnded(pid) else { return }
    while (try? await Task.sleep(for: lookInterval)) != nil {
      if ProcessLife.hasEnded(pid) { return progress.abandon() }
    }
  }

  private var stretch: LoadStretch {
    LoadStretch(nanoseconds: duration.map { UInt64($0 / .nanoseconds(1)) }, navigations: count)
  }

  private func measure(_ status: CoordinatorStatus) throws -> BenchReport {
    let pid = status.service?.pid
    if let pin { try Self.pin([getpid(), pid].compactMap(\.self), to: pin) }
    var report = BenchReport(plan: plan, status: status, isLive: isLive, pin: pin)
    report.stateFileSystem = status.service?.stateFolder.flatMap { FileSystemKind.of($0, seenBy: pid) }
    let before = pid.flatMap { ProcessUsage(pid: $0) }?.residentBytes
    let comparison = baseline.map {
      BenchBaseline(program: $0, folder: "\(folder)/baseline", plan: plan, stretch: stretch)
    }
    try comparison?.make()
    now.set("the workers and observers connect")
    var load = try connect(pid)
    defer { load?.end() }
    if let before, let begun = pid.flatMap({ ProcessUsage(pid: $0) })?.residentBytes {
      report.residentBytes = (before, begun)
    }
    for round in 1...rounds where !progress.isStopped {
      if load == nil { load = try connect(pid) }
      tell(round, .coordinator)
      guard let (measure, seen) = try load?.run(stretch, progress) else { break }
      report.add(.init(subject: .coordinator, measure: measure, seen: seen))
      // Whoever has answered nothing has nothing to be compared.
      guard measure.ended > 0 else { break }
      guard let comparison, measure.committed > 0, !progress.isStopped else { continue }
      // The ends of one do not answer while the other is measured.
      load?.end()
      load = nil
      guard try compare(with: comparison, round, like: measure, seen, &report) else { break }
    }
    report.hasCoordinatorEnded = progress.isAbandoned
    report.isInterrupted = progress.isStopped && !progress.isAbandoned
    guard countsSystemCalls else { return report }
    if progress.isStopped {
      report.systemCalls = .notCounted("the load ended before")
    } else if let pid {
      if load == nil { load = try connect(pid) }
      report.systemCalls = try countSystemCalls(of: pid, load)
    } else {
      report.systemCalls = .notCounted("the system does not tell which process the coordinator is")
    }
    return report
  }

  /// Measures what a coordinator is compared with; false where somebody ends that.
  private func compare(
    with baseline: BenchBaseline, _ round: Int, like measure: LoadMeasure, _ seen: Load.Seen?,
    _ report: inout BenchReport
  ) throws -> Bool {
    tell(round, .floor)
    guard let floor = try baseline.floor(like: measure, seen, progress) else { return false }
    report.add(floor)
    for subject in report.relays where !progress.isStopped {
      tell(round, subject)
      let synced = subject == .syncedRelay ? BenchBaseline.transactionBytes : 0
      guard let relay = try baseline.relay(synced: synced, progress) else { return false }
      report.add(.init(subject: subject, measure: relay, seen: nil))
    }
    return !progress.isStopped
  }

  /// Connects the ends of the load; nil where somebody wants it to end before they are there.
  private func connect(_ pid: Int32?) throws -> Load? {
    let progress = progress
    do {
      return try Load(plan, at: Load.Place(runtimeFolder: folder), pid: pid) { progress.isStopped }
    } catch {
      guard progress.isStopped else { throw error }
      return nil
    }
  }

  private func tell(_ round: Int, _ subject: BenchReport.Subject) {
    let turn = rounds > 1 ? "round \(round) of \(rounds)" : "measuring"
    now.set(baseline == nil ? turn : "\(turn), \(subject.words)")
  }

  /// A second of the same load; with so many a second, up to two.
  private func countSystemCalls(of pid: Int32, _ load: Load?) throws -> SystemCalls {
    now.set("counting system calls")
    let folder = FileManager.default.temporaryDirectory.appending(path: "way-bench-\(getpid())").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try SystemCalls.count(of: pid, in: folder) {
      let second = LoadStretch(nanoseconds: 1_000_000_000, navigations: count)
      return try load?.run(second, progress).0.allCommitted ?? 0
    }
  }

  /// Keeps all threads of these processes on a processor.
  private static func pin(_ processes: [Int32], to processor: Int) throws {
    for process in processes {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
      for thread in threads.compactMap({ Int32($0) }) {
        let code = waykeeper_thread_pin(thread, Int32(processor))
        guard code == 0 || code == ESRCH else {
          throw CommandFailure(
            "cannot keep process \(process) on processor \(processor): \(String(cString: strerror(code)))", .usage)
        }
      }
    }
  }
}
