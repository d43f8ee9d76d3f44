// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import LoadGenerator

/// What a coordinator is compared with: the program `baseline`, in a folder of its own.
struct BenchBaseline {
  let program: String
  let folder: String
  let plan: LoadPlan
  /// How long a measure takes at most, and how many navigations it has.
  let stretch: LoadStretch

  /// Makes the folder.
  func make() throws {
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw CommandFailure("cannot make the folder \(folder): \(String(cString: strerror(errno)))", .noCoordinator)
    }
  }

  /// The relay: as many hops, in one frame of 64 octets each. Nil where somebody ends it before it has measured.
  ///
  /// - Parameter synced: Octets that its coordinator writes, and waits for the disk, before the client hears of it; 0: none.
  func relay(synced: Int, _ progress: LoadProgress) throws -> LoadMeasure? {
    let output = "\(folder)/relay.out"
    try? FileManager.default.removeItem(atPath: output)
    var words = [program, "relay", "--folder", folder, "--asks", "\(plan.asks)"]
    words += ["--window", "\(plan.underWay)", "--observers", "\(min(1, plan.observers))"]
    words += ["--warm-up", "\(plan.warmUp)", "--sync", "\(synced)"]
    if let rate = plan.rate { words += ["--rate", "\(rate)"] }
    if let time = stretch.nanoseconds { words += ["--milliseconds", "\(max(1, time / 1_000_000))"] }
    if let count = stretch.navigations { words += ["--milliseconds", "86400000", "--navigations", "\(count)"] }
    let relay = try start(words, output)
    while relay.end == nil {
      guard !progress.isStopped else {
        // It is several processes, in a group of their own.
        relay.signalGroup(SIGTERM)
        relay.wait()
        return nil
      }
      usleep(Self.lookUs)
    }
    let end = relay.wait()
    let lines = ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").split(separator: "\n")
    let totals = lines.first.map { $0.split(separator: " ").compactMap { UInt64($0) } } ?? []
    guard case .exited(0) = end, totals.count == 6, lines.count - 1 == Int(totals[0]) else {
      throw failed("relay", lines.last.map(String.init), end)
    }
    var measure = LoadMeasure(
      latencies: lines.dropFirst().lazy.compactMap { UInt64($0) }, nanoseconds: totals[1])
    measure.note(notBegun: Int(totals[3]), late: (first: totals[4], last: totals[5]))
    return measure
  }

  /// What a transaction of the journal waits for on the disk, in octets (`Protocols/performance.md`).
  static let transactionBytes = 13_400

  /// The floor: a coordinator that decides nothing, and sends bodies of the sizes of those that were measured before. Nil
  /// where somebody ends it before it is there.
  func floor(like measured: LoadMeasure, _ seen: Load.Seen?, _ progress: LoadProgress) throws -> BenchReport.Round? {
    let output = "\(folder)/floor.out"
    try? FileManager.default.removeItem(atPath: output)
    var words = [program, "floor", "--folder", folder, "--asks", "\(plan.asks)"]
    words += ["--ask", "\(Self.mean(measured.asks.bytes, measured.asks.count))"]
    words += ["--outcome", "\(Self.mean(measured.outcomeBytes, measured.committed))"]
    words += ["--update", "\(Self.mean(seen?.bytes ?? 0, seen?.updates ?? 0))"]
    let process = try start(words, output)
    defer {
      process.signal(SIGKILL)
      process.wait()
    }
    for _ in 0..<500 where (try? String(contentsOfFile: output, encoding: .utf8)) != "ready\n" {
      if let end = process.end {
        throw failed("floor", try? String(contentsOfFile: output, encoding: .utf8), end)
      }
      guard !progress.isStopped else { return nil }
      usleep(Self.lookUs)
    }
    let load: Load
    do {
      let place = try Load.Place(runtimeFolder: folder)
      load = try Load(plan, at: place, pid: process.pid, decides: false) { progress.isStopped }
    } catch {
      guard progress.isStopped else { throw error }
      return nil
    }
    defer { load.end() }
    let (measure, seen) = try load.run(stretch, progress)
    return BenchReport.Round(subject: .floor, measure: measure, seen: seen)
  }

  private static let lookUs: UInt32 = 10_000

  private func start(_ words: [String], _ output: String) throws -> Child {
    do {
      return try Child(ChildProcess(words: words, hearsAllSignals: true, log: output))
    } catch {
      throw CommandFailure("cannot start \(program): \(error)", .usage)
    }
  }

  private func failed(_ name: String, _ words: String?, _ end: ChildEnd) -> CommandFailure {
    CommandFailure(
      "the \(name) did not do what it is for (\(end.text))", notes: words.map { ["  \($0)"] } ?? [], .noCoordinator)
  }

  private static func mean(_ sum: Int, _ count: Int) -> Int { count == 0 ? 0 : sum / count }
}
