// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("A worker that a signal stops", .timeLimit(.minutes(1)))
struct StoppedWorkerTests {
  @Test("It waits for what it has started; a second signal ends the process at once")
  func secondSignal() async {
    await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
      let coordinator = try await Sandbox.patient()
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
}
