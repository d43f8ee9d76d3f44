// SPDX-License-Identifier: Apache-2.0

import UnixSignals
import Waykeeper

/// Runs a worker until it ends or somebody wants it to, and tells what happens in it.
struct WorkerRunner: Sendable {
  let worker: ScreenWorker
  let format: OutputFormat
  /// Hears every report too.
  var onReport: @Sendable (WorkerReport) -> Void = { _ in }
  /// SIGHUP.
  var onHangUp: @Sendable () -> Void

  /// Runs it until SIGTERM or an interrupt, or until it ends by itself.
  func run() async throws { try await result(or: nil).get() }

  /// The same; it also ends when `other` has.
  func result(or other: (@Sendable () async -> Void)?) async -> Result<Void, any Error> {
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
    async let told: Void = tell()
    let result = await end(signals, other)
    // What happened last is told before the program ends.
    await told
    return result
  }

  private func end(
    _ signals: UnixSignalsSequence, _ other: (@Sendable () async -> Void)?
  ) async -> Result<Void, any Error> {
    await withTaskGroup(of: Result<Void, any Error>.self) { group in
      group.addTask {
        do {
          return .success(try await worker.run())
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        for await signal in signals {
          guard signal == .sighup else { break }
          onHangUp()
        }
        return .success(())
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
