// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Waykeeper

@Suite("What a worker is to do", .timeLimit(.minutes(20)))
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

  @Test("A worker runs once: a second time is refused, while it runs and after that, and leaves the first one alone")
  func once() async throws {
    let folder = try TemporaryFolder()
    let worker = ScreenWorker("sensor", location: .runtimeFolder(folder.path), writesProblems: false) {
      Hosts("panel") { _ in }
    }
    var reports = worker.reports.makeAsyncIterator()
    let run = Task { try await worker.run() }
    // It waits for a coordinator.
    #expect(await reports.next() != nil)
    func refusal() async -> NavigatorError? { await #expect(throws: NavigatorError.self) { try await worker.run() } }
    let early = await refusal()
    #expect(early?.code == .refused && early?.message == "a worker runs once; make another one")
    worker.active(in: "main")
    #expect(worker.stepsLeft == 1)
    run.cancel()
    try await run.value
    #expect(await refusal()?.code == .refused)
  }

  @Test("However often its parts are exchanged while no coordinator is there, it has them to register once")
  func updates() async throws {
    let folder = try TemporaryFolder()
    let worker = ScreenWorker("sensor", location: .runtimeFolder(folder.path), writesProblems: false) {
      Hosts("panel") { _ in }
    }
    var reports = worker.reports.makeAsyncIterator()
    let run = Task { try await worker.run() }
    // It waits for a coordinator.
    #expect(await reports.next() != nil)
    for _ in 0..<1000 { try worker.update { Hosts("panel") { _ in } } }
    #expect(worker.stepsLeft == 1)
    run.cancel()
    try await run.value
  }

  @Test("An item takes the place of the last one alone, and only where that is void by it")
  func void() async {
    let inbox = Inbox<Int>()
    for item in [2, 4, 1, 6, 8] { inbox.put(item) { $0.isMultiple(of: 2) } }
    #expect(await inbox.next() == [1, 8])
  }

  @Test("A reader whose task is cancelled leaves the reports that come next to the next reader")
  func nextReader() async throws {
    let folder = try TemporaryFolder()
    let worker = ScreenWorker("sensor", location: .runtimeFolder(folder.path), writesProblems: false) {
      Hosts("panel") { _ in }
    }
    let reader = Task { for await _ in worker.reports {} }
    reader.cancel()
    await reader.value
    let run = Task { try await worker.run() }
    var reports = worker.reports.makeAsyncIterator()
    guard case .waiting? = await reports.next() else {
      Issue.record("the next reader hears nothing")
      return run.cancel()
    }
    run.cancel()
    try await run.value
    #expect(await reports.next() == nil)
  }

  @Test("The newest items are kept for who comes to read, and behind them is the end")
  func succession() async {
    let items = Succession<Int>(keeping: 2)
    for item in 1...4 { items.put(item) }
    items.end()
    items.put(5)
    var read: [Int] = []
    for await item in items.stream { read.append(item) }
    #expect(read == [3, 4])
  }
}
