// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Waykeeper

@Suite("What a worker is to do", .timeLimit(.minutes(1)))
struct WorkerStepsTests {
  @Test(
    "However often a person does something while no coordinator is there, each scene is told once; at the end nothing is left"
  )
  func active() async throws {
    let folder = try TemporaryFolder()
    let worker = ScreenWorker("sensor", scenes: nil, location: .runtimeFolder(folder.path), writesProblems: false) {
      Hosts("panel") { _ in }
    }
    var reports = worker.reports.makeAsyncIterator()
    let run = Task { try await worker.run() }
    // It waits for a coordinator.
    #expect(await reports.next() != nil)
    for _ in 0..<1000 {
      worker.active(in: "main")
      worker.active(in: "cluster")
    }
    #expect(worker.stepsLeft == 2)
    run.cancel()
    try await run.value
    worker.active(in: "main")
    #expect(worker.stepsLeft == 0)
  }

  @Test("A worker that is stopped before it runs ends at once")
  func stopped() async throws {
    let folder = try TemporaryFolder()
    let worker = ScreenWorker("sensor", location: .runtimeFolder(folder.path)) { Hosts("panel") { _ in } }
    worker.stop()
    try await worker.run()
  }
}
