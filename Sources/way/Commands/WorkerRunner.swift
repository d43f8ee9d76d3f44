// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// Runs a worker until it ends or its task is cancelled, and tells what happens in it.
struct WorkerRunner: Sendable {
  let worker: ScreenWorker
  let format: OutputFormat
  /// Hears every report too.
  var onReport: @Sendable (WorkerReport) -> Void = { _ in }

  /// Runs it; it also ends when `other` has.
  func run(beside other: (@Sendable () async -> Void)? = nil) async throws {
    // A task of its own: what happens after a cancellation is told too. It runs on another thread than the answers, so that
    // a reader of the output that stops reading does not stop the worker.
    let telling = Task { await tell() }
    let result = await end(beside: other)
    await telling.value
    try result.get()
  }

  private func end(beside other: (@Sendable () async -> Void)?) async -> Result<Void, any Error> {
    await withTaskGroup(of: Result<Void, any Error>.self) { group in
      group.addTask {
        do {
          return .success(try await worker.run())
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

  private func tell() async {
    let text = WorkerReportText()
    var refusal: String?
    for await report in worker.reports {
      onReport(report)
      if case .refused(let error) = report {
        // It is tried again for as long as it takes; the same reason is told once.
        if error.message != refusal { Output.error("way: \(error.message); trying again") }
        refusal = error.message
        if format == .text { continue }
      } else if case .connected = report {
        refusal = nil
      }
      switch format {
      case .json: for line in WorkerReportText.json(report) { Output.json(line) }
      case .text: for line in text.lines(report) { Output.line(line) }
      }
    }
  }
}
