// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper

/// Runs `body` beside a worker, and stops the worker by cancelling it.
func running(
  _ worker: ScreenWorker, body: (Recorder<WorkerReport>) async throws -> Void
) async throws {
  let reports = Recorder<WorkerReport>()
  try await withThrowingTaskGroup { group in
    group.addTask { for await report in worker.reports { reports.add(report) } }
    group.addTask { try await worker.run() }
    try await reports.wait { $0.contains(where: \.isConnected) }
    do {
      try await body(reports)
    } catch {
      group.cancelAll()
      throw error
    }
    group.cancelAll()
    // Every task that the worker started has ended when this returns.
    try await group.waitForAll()
  }
}

extension WorkerReport {
  var isConnected: Bool { if case .connected = self { true } else { false } }
  var isAsked: Bool { if case .asked = self { true } else { false } }
  var isAnswerRefused: Bool { if case .answerRefused = self { true } else { false } }
  var isAbandoned: Bool { if case .abandoned = self { true } else { false } }

  var answer: Answer? { if case .answered(_, let answer, _) = self { answer } else { nil } }
}
