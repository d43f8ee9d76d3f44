// SPDX-License-Identifier: Apache-2.0

import ServiceLifecycle
import ServiceLifecycleTestKit
import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("A worker's process begins, changes and ends", .timeLimit(.minutes(20)))
struct WorkerProcessTests: WorkerSuite {
  let coordinator: Sandbox
  let navigator: Navigator
  let log = Recorder<String>()

  init() async throws {
    coordinator = try await Sandbox.patient()
    navigator = coordinator.navigator.timeout(.seconds(30))
  }

  @Test("A worker can do other things from now on; what it shows already goes on")
  func update() async throws {
    let worker = museum()
    try await running(worker) { reports in
      try await navigator.replace(path: Home())
      // The worker hears of it by another socket than this client.
      try await log.wait { $0.contains("@0 home") }
      #expect(try await navigator.attempt(.show("list")).kind == .unhandled)
      let error = #expect(throws: NavigatorError.self) {
        try worker.update {
          InstallsRoot("a")
          InstallsRoot("a")
        }
      }
      #expect(error?.code == .refused)
      try worker.update {
        Hosts(Home.self) { _ in }.onShow("list") { _, _ in .push }
      }
      try await reports.wait { $0.contains { if case .registered = $0 { true } else { false } } }
      try await navigator.show("list")
      #expect(!log.all.contains("@0 home left"))
    }
    #expect(log.all == ["@0 home", "@0 home left"])
  }

  @Test("A process that asks for it takes its name over; the older one ends and says so")
  func replaced() async throws {
    let older = museum()
    let reports = Recorder<WorkerReport>()
    async let watching: Void = { for await report in older.reports { reports.add(report) } }()
    let run = Task { try await older.run() }
    try await reports.wait { $0.contains(where: \.isConnected) }
    try await running(museum(takeover: true)) { _ in
      let error = await #expect(throws: NavigatorError.self) { try await run.value }
      #expect(error?.code == .replaced)
    }
    await watching
  }

  @Test("A process whose name is held by a live one says so, waits, and comes in when that one has ended")
  func waits() async throws {
    // The live one has half a second to show that it lives, which is not always enough on a busy machine.
    try await Sandbox.run(holdsTime: true) { sandbox in
      let newer = museum(at: sandbox.location)
      let reports = Recorder<WorkerReport>()
      async let watching: Void = { for await report in newer.reports { reports.add(report) } }()
      let gate = Gate()
      let run = Task {
        await gate.wait()
        try await newer.run()
      }
      try await running(museum(at: sandbox.location)) { _ in
        await gate.open()
        try await reports.wait { reports in
          reports.contains { report in
            if case .refused(let error) = report { error.code == .nameTaken } else { false }
          }
        }
        #expect(reports.all.filter(\.isConnected).isEmpty)
      }
      try await reports.wait { $0.contains(where: \.isConnected) }
      run.cancel()
      try await run.value
      await watching
    }
  }

  @Test("Graceful shutdown says goodbye: the elements are unattended at once, and every life has ended")
  func shutdown() async throws {
    try await navigator.replace(path: Home())
    var events = PathObserver(at: location).makeAsyncIterator()
    // From its first event on it misses nothing.
    _ = await events.nextHeard()
    let (worker, reports) = (museum(), Recorder<WorkerReport>())
    try await testGracefulShutdown { trigger in
      try await withThrowingTaskGroup { group in
        group.addTask { try await worker.run() }
        group.addTask { for await report in worker.reports { reports.add(report) } }
        try await log.wait { $0.contains("@0 home") }
        trigger.triggerGracefulShutdown()
        try await group.waitForAll()
      }
    }
    #expect(log.all.last == "@0 home left")
    while let event = await events.next() {
      if case .presence(let change) = event, change.presence == .unattended { break }
    }
  }

  @Test("A coordinator that comes back is told all again, and the worker follows it")
  func restart() async throws {
    try await running(museum()) { reports in
      try await navigator.replace(path: Home())
      try await log.wait { $0.contains("@0 home") }
      try await coordinator.kill()
      try await coordinator.restart()
      try await reports.wait { $0.count(where: \.isConnected) >= 2 }
      try await navigator.replace(path: Home(), Exhibit(id: 5))
      try await log.wait { $0.contains { $0.hasSuffix("exhibit 5") } }
    }
  }

  @Test("Parts that contradict each other are refused before anything is connected")
  func contradiction() async {
    let twice = ScreenWorker("twice", location: location) {
      Hosts("a") { _ in }
      Hosts("a") { _ in }
    }
    let first = await #expect(throws: NavigatorError.self) { try await twice.run() }
    #expect(first?.message == "two parts of the worker are about the screen 'a'; make them one")
    let standing = ScreenWorker("standing", location: location) {
      Hosts("a") { _ in }.standing([.show("b"): .allow])
    }
    let second = await #expect(throws: NavigatorError.self) { try await standing.run() }
    #expect(second?.message.hasPrefix("screen 'a': the standing answer to 'show b' has to be an instruction") == true)
    let hosts = [
      Hosts("a") { _ in }.standing([.show("b"): .push]).onShow("c", "b") { _, _ in .declined },
      Hosts("a") { _ in }.onShow("c", "b") { _, _ in .declined }.standing([.show("b"): .push]),
    ]
    for hosts in hosts {
      let both = ScreenWorker("both", location: location) { hosts }
      let third = await #expect(throws: NavigatorError.self) { try await both.run() }
      #expect(
        third?.message
          == "screen 'a': two answers to 'show b': a standing one and a handler; leave one of them out")
    }
  }

  @Test("Without a coordinator a worker waits, or ends, as told")
  func absent() async throws {
    let impatient = ScreenWorker("a", location: .runtimeFolder("/nowhere"), waitsForCoordinator: false) {
      Hosts("a") { _ in }
    }
    let error = await #expect(throws: NavigatorError.self) { try await impatient.run() }
    #expect(error?.code == .noCoordinator)
    try await coordinator.kill()
    let (patient, reports) = (museum(), Recorder<WorkerReport>())
    async let watching: Void = { for await report in patient.reports { reports.add(report) } }()
    let run = Task { try await patient.run() }
    try await reports.wait { !$0.isEmpty }
    try await coordinator.restart()
    try await reports.wait { $0.contains(where: \.isConnected) }
    run.cancel()
    try await run.value
    await watching
  }

  @Test("A worker that waits tells each reason, also where it becomes another")
  func reasons() async throws {
    let temporary = try TemporaryFolder()
    let worker = ScreenWorker("a", location: .runtimeFolder(temporary.file("run")), writesProblems: false) {
      Hosts("a") { _ in }
    }
    let reports = Recorder<WorkerReport>()
    async let watching: Void = { for await report in worker.reports { reports.add(report) } }()
    let run = Task { try await worker.run() }
    try await reports.wait { $0.count == 1 }
    try temporary.write("", "run/other")
    try await reports.wait { $0.count == 2 }
    run.cancel()
    try await run.value
    await watching
    var problems: [CoordinatorLocation.Attempt.Problem] = []
    for case .waiting(let error) in reports.all { problems += error.attempts.map(\.problem) }
    #expect(problems == [.noFolder, .noSocket("screens.sock")])
    #expect(temporary.exists("run"))
  }
}
