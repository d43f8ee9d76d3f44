// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Synchronization

/// Gives a worker's reports to their reader. What keeps the worker from its work also goes to the standard error, each
/// problem once: nobody may read the reports, and a worker that is refused would seem to hang.
final class ReportStream: Sendable {
  private let worker: WorkerName
  /// Writes a line to the standard error; nil: nothing is written.
  private let write: (@Sendable (String) -> Void)?
  private let kept = Succession<WorkerReport>(keeping: 256)
  /// The problem that was written last; nil since the worker is welcome, or what it registered is taken.
  private let problem = Mutex<String?>(nil)
  private let hearer = Mutex<Hearer?>(nil)

  /// A closure in a struct: a lock that holds a closure itself would wrap it once more at each look.
  private struct Hearer {
    let hear: @Sendable (WorkerReport) -> Void
  }

  init(of worker: WorkerName, write: (@Sendable (String) -> Void)?) {
    self.worker = worker
    self.write = write
  }

  /// What its reader has not read yet, and what comes.
  var reports: AsyncStream<WorkerReport> { kept.stream }

  func yield(_ report: WorkerReport) {
    if let write { tell(report, write) }
    if let hearer = hearer.withLock({ $0 }) { hearer.hear(report) } else { kept.put(report) }
  }

  /// Gives all reports to `hearer` from now on, at once, and to nobody else.
  func give(to hear: @escaping @Sendable (WorkerReport) -> Void) { hearer.withLock { $0 = Hearer(hear: hear) } }

  func finish() { kept.end() }

  private func tell(_ report: WorkerReport, _ write: (String) -> Void) {
    let text: String
    switch report {
    case .waiting(let error): text = "waits for a coordinator: \(error.message)"
    case .refused(let error): text = "is refused, and tries again: \(error.message)"
    case .answerRefused(let error): text = "gave an answer that the coordinator cannot take: \(error.message)"
    case .connected, .registered:
      problem.withLock { $0 = nil }
      return
    case .disconnected, .replaced, .asked, .answered, .abandoned, .settled, .followed, .treeEvent,
      .treeEventFailed, .arrival, .arrivalFailed:
      return
    }
    let isNew = problem.withLock { last in
      defer { last = text }
      return last != text
    }
    if isNew { write("waykeeper: worker '\(worker)' \(text.harmless)") }
  }
}
