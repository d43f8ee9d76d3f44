// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Synchronization
import Waykeeper

/// Runs a worker until it ends or its task is cancelled, and tells what happens in it.
struct WorkerRunner: Sendable {
  let worker: ScreenWorker
  let format: OutputFormat
  /// Whether only what keeps the worker from its work is told.
  let isQuiet: Bool
  /// Hears every report too, at once; it must not wait for anything.
  var onReport: (@Sendable (WorkerReport) -> Void)?

  /// Runs it; it also ends when `other` has.
  func run(beside other: (@Sendable () async -> Void)? = nil) async throws {
    let lines = Mutex(ReportLines(format: format, isSilent: isSilent))
    let teller = ReportTeller { reports in lines.withLock { $0.tell(reports) } }
    let result = await end(beside: other, teller)
    await teller.end()
    try result.get()
  }

  /// Whether nobody reads what happens, so that nothing need be laid out.
  private var isSilent: Bool { isQuiet || Output.isDiscarded }

  private func hear(_ report: WorkerReport, _ teller: ReportTeller) {
    onReport?(report)
    if isSilent {
      switch report {
      case .refused, .answerRefused, .connected: break
      default: return
      }
    }
    teller.hear(report)
  }

  private func end(
    beside other: (@Sendable () async -> Void)?, _ teller: ReportTeller
  ) async -> Result<Void, any Error> {
    await withTaskGroup(of: Result<Void, any Error>.self) { group in
      group.addTask {
        do {
          return .success(try await worker.run(on: Way.host, hearing: { hear($0, teller) }))
        } catch {
          return .failure(error)
        }
      }
      if let other {
        group.addTask {
          await other()
          return .success(())
        }
      }
      defer { group.cancelAll() }
      return await group.next() ?? .success(())
    }
  }
}

/// The lines that tell what happens in a worker.
private struct ReportLines {
  let format: OutputFormat
  /// Whether only what keeps the worker from its work is told.
  let isSilent: Bool
  private let text = WorkerReportText()
  private var refusal: String?

  init(format: OutputFormat, isSilent: Bool) { (self.format, self.isSilent) = (format, isSilent) }

  mutating func tell(_ reports: Deque<WorkerReport>) {
    var lines: [Printed] = []
    let now = Quantity.timeOfDay()
    for report in reports {
      if case .refused(let error) = report {
        // It is tried again for as long as it takes; the same reason is told once.
        if error.message != refusal { Output.error("way: \(error.message); trying again") }
        refusal = error.message
        if format == .text { continue }
      } else if case .connected = report {
        refusal = nil
      }
      if isSilent {
        if case .answerRefused(let error) = report { Output.error("way: an answer was refused: \(error.message)") }
        continue
      }
      switch format {
      case .json: for line in WorkerReportText.json(report) { Output.json(line) }
      case .text: lines += text.lines(report, at: now)
      }
    }
    Output.write(lines)
  }
}
