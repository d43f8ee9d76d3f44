// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import WaykeeperTesting

@testable import Waykeeper

@Suite("The time of a sandbox", .timeLimit(.minutes(20)))
struct SandboxTimeTests {
  /// A worker that never answers a `show`, and a guard that never answers.
  static func silent(at location: CoordinatorLocation) -> ScriptedWorker {
    ScriptedWorker("silent", showing: "deaf", at: location) { ask in
      ask.question == .host ? nil : try await .silence
    }
  }

  @Test("Held, no deadline passes by itself; moved on, each passes when it is due, and not before")
  func held() async throws {
    try await Sandbox.run(holdsTime: true) { sandbox in
      let silent = Self.silent(at: sandbox.location)
      try await sandbox.run(silent.worker) {
        let navigator = sandbox.navigator
        try await navigator.replace(path: Home(), AnyScreen("deaf"))
        // Its guard has a second, of which none passes while the test waits for the question.
        let back = try await navigator.skippingGuards().queue(.show("nothing"))
        await sandbox.advance(by: .milliseconds(499))
        #expect(try await navigator.outcome(of: back).outcome == nil)
        await sandbox.advance(by: .milliseconds(1))
        let outcome = try #require(try await navigator.outcome(of: back).outcome)
        #expect(outcome.kind == .unhandled)
        #expect(outcome.ms == 500)
        #expect(outcome.asked.first.map { "\($0.screen) \($0.answer)" } == "deaf noAnswer")
      }
    }
  }

  @Test("Held, its ends hear all the same that it lives: however long a handler thinks, nobody takes it for dead")
  func heldForLong() async throws {
    try await Sandbox.run(holdsTime: true) { sandbox in
      let signs = Recorder<Void>()
      let observer = Subscription(
        scene: nil, location: sandbox.location, onKeepalive: { _ in signs.add(()) }, onEvents: { _, _ in })
      let (thought, isThought) = AsyncStream.makeStream(of: Void.self)
      let thinking = ScriptedWorker("thinking", showing: "deep", at: sandbox.location) { ask in
        guard ask.question == .leave else { return nil }
        for await _ in thought { break }
        return .deny("thought about it")
      }
      try await sandbox.run(thinking.worker) {
        try await sandbox.navigator.replace(path: Home(), AnyScreen("deep"))
        async let outcome = sandbox.navigator.attempt(.back)
        // One each second. After 3 s without a sign of the other an end begins anew.
        let heard = signs.all.count
        try await signs.wait { $0.count >= heard + 5 }
        isThought.yield()
        #expect(try await outcome.message == "thought about it")
        #expect(try await sandbox.navigator.workers().map(\.deaths) == [0])
      }
      withExtendedLifetime(observer) {}
    }
  }

  @Test("Minutes pass at once, and a live worker is not given up for them")
  func minutes() async throws {
    try await Sandbox.run { sandbox in
      let gate = ScriptedWorker("gate", showing: "secret", at: sandbox.location) { ask in
        ask.question == .leave ? .redirect(.replace(path: AnyScreen("secret"), AnyScreen("login"))) : nil
      }
      try await sandbox.run(gate.worker) {
        try await sandbox.navigator.replace(path: AnyScreen("secret"), Home())
        let parked = try await sandbox.navigator.queue(.replace(path: Home()))
        try await sandbox.expectPath("secret/login")
        let start = ContinuousClock.now
        await sandbox.advance(by: .seconds(121))
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(try await sandbox.navigator.outcome(of: parked).outcome?.word == "timedOut")
        #expect(try await sandbox.navigator.workers().map(\.state) == [.live])
      }
    }
  }

  @Test("A coordinator that has ended has no time to pass, and nobody waits for it; nor does one that ends meanwhile")
  func ended() async throws {
    try await Sandbox.run { sandbox in
      await sandbox.pause()
      async let passed: Void = sandbox.advance(by: .seconds(1))
      try await sandbox.kill()
      await passed
      await sandbox.advance(by: .seconds(1))
      try await sandbox.restart()
      await sandbox.advance(by: .seconds(-1))
      await sandbox.advance(by: .seconds(Int64.min))
    }
  }
}
