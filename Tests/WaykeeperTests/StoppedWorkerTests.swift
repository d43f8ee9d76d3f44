// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("A worker that a signal stops", .timeLimit(.minutes(20)))
struct StoppedWorkerTests {
  @Test("It waits for what it has started; a second signal ends the process at once")
  func secondSignal() async {
    await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
      let coordinator = try await Sandbox.patient()
      // It lives until the process ends.
      TemporaryFolder.removeAtExit(coordinator.folder)
      let log = Recorder<String>()
      let worker = ScreenWorker("museum", location: .runtimeFolder(coordinator.folder)) {
        Hosts("home") { _ in
          log.add("begins")
          await withTaskCancellationHandler {
            // Nobody ends this.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          } onCancel: {
            log.add("is to end")
          }
        }
        InstallsRoot("home")
      }
      let run = Task { await worker.runOrExit() }
      try await coordinator.navigator.timeout(.seconds(30)).replace(path: AnyScreen("home"))
      try await log.wait { $0.contains("begins") }
      kill(getpid(), SIGTERM)
      try await log.wait { $0.contains("is to end") }
      kill(getpid(), SIGTERM)
      await run.value
    }
  }

  @Test("A terminal that closes ends it with a goodbye, unless the process is to outlive it")
  func hangUp() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGHUP, SIG_DFL)
      try await Self.run { _ in kill(getpid(), SIGHUP) }
      exit(7)
    }
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGHUP, SIG_IGN)
      try await Self.run { navigator in
        kill(getpid(), SIGHUP)
        // A signal that was taken would have ended the worker before it is asked.
        try await navigator.replace(path: AnyScreen("home"), AnyScreen("home"))
        kill(getpid(), SIGTERM)
      }
      exit(7)
    }
  }

  /// Runs a worker until `end` has it end; by then its elements are unattended, not those of a process that died.
  private static func run(_ end: (Navigator) async throws -> Void) async throws {
    let coordinator = try await Sandbox.patient()
    let log = Recorder<String>()
    let worker = ScreenWorker("museum", location: .runtimeFolder(coordinator.folder)) {
      Hosts("home") { _ in log.add("begins") }
    }
    let run = Task { await worker.runOrExit() }
    let navigator = coordinator.navigator.timeout(.seconds(30))
    try await navigator.replace(path: AnyScreen("home"))
    try await log.wait { $0.contains("begins") }
    try await end(navigator)
    await run.value
    try #require(try await navigator.workers().map(\.deaths) == [0])
  }
}
