// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("Somebody is there", .timeLimit(.minutes(20)))
struct ActivityTests: WorkerSuite {
  let coordinator: Sandbox
  let navigator: Navigator
  let log = Recorder<String>()

  init() async throws {
    let home = [PathItem(AnyScreen("home"))]
    let idle = Settings.Idle(afterMs: 3_600_000, replace: home)
    coordinator = try await Sandbox.patient(scenes: ["main": .init(start: home, idle: idle)])
    navigator = coordinator.navigator.timeout(.seconds(30))
  }

  private var remaining: Duration {
    get async throws { try #require(try await navigator.scenes("main").first?.idle?.remaining) }
  }

  /// What remains a minute later: so much less than of a wait that begins anew that no busy machine takes one for the other.
  private func remainingLater() async throws -> Duration {
    await coordinator.advance(by: .seconds(60))
    return try await remaining
  }

  @Test("A client's word begins the wait anew, and it hears how the scene stands; of an unknown scene it hears nothing")
  func client() async throws {
    try await navigator.replace(path: Home(), Exhibit(id: 1))
    #expect(try await remainingLater() <= .seconds(3540))
    #expect(try await navigator.active()?.idle?.remaining == .seconds(3600))
    #expect(try await navigator.scene("elsewhere").active() == nil)
  }

  @Test("A worker's word is told each time: the next one begins the wait anew as well")
  func again() async throws {
    let worker = museum("museum")
    try await running(worker) { _ in
      try await navigator.replace(path: Home(), Exhibit(id: 1))
      for _ in 0..<2 {
        let before = try await remainingLater()
        try await eventually("a wait that began anew") { () -> Duration in
          // It is told at most once a second.
          worker.active()
          return try await remaining
        } until: {
          $0 > before
        }
      }
    }
  }

  @Test("A screen's word begins the wait anew, and so does that of its worker", arguments: [true, false])
  func worker(ofScreen: Bool) async throws {
    let touched = Gate()
    let worker = museum("museum") {
      WorkerParts {
        Hosts("panel") { screen in
          await touched.wait()
          screen.active()
          for await _ in screen.contents {}
        }
      }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: [AnyScreen("home"), AnyScreen("panel")])
      let before = try await remainingLater()
      if ofScreen { await touched.open() } else { worker.active() }
      try await eventually("a wait that began anew") {
        try await remaining
      } until: {
        $0 > before
      }
    }
  }
}
