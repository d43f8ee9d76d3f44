// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper
import WaykeeperTesting

@Suite("A worker by a script", .timeLimit(.minutes(20)))
struct ScriptedWorkerTests {
  @Test("It shows its screens, is asked everything, answers as it is told, and remembers")
  func script() async throws {
    try await Sandbox.run(requiresHosts: true) { sandbox in
      let shop = ScriptedWorker("shop", showing: "shelves", "product", at: sandbox.location) { ask in
        switch (ask.screen.name, ask.question) {
        case ("shelves", .handle(.show("product"))): .push
        case ("product", .leave): .deny("not paid")
        default: nil
        }
      }
      try await sandbox.run(shop.worker) {
        try await sandbox.navigator.replace(path: AnyScreen("shelves"))
        try await sandbox.navigator.until(.appeared).show("product")
        let outcome = try await sandbox.navigator.attempt(.back)
        #expect(outcome.message == "not paid")
        #expect(shop.asked == ["shelves: show product", "product: back", "product: leave"])
        #expect(shop.asks.map(\.question).filter { $0 == .host }.count == 2)
        #expect(try await sandbox.navigator.attempt(.hide("product")).kind != .committed)
      }
    }
  }

  struct Plan: NavigationTree {
    var builder: some PathBuilder {
      Screen("home") {
        Screen("help") { Screen("call").route("call") }.route("help")
      }
      .route("home")
    }
  }

  @Test("It is asked about each step of a walk, and takes it as usual unless it is told otherwise")
  func steps() async throws {
    try await Sandbox.run { sandbox in
      let plan = ScreenWorker("plan", location: sandbox.location) { Declares(Plan()) }
      let script = ScriptedWorker("script", showing: "home", "help", at: sandbox.location) { ask in
        guard let step = ask.step else { return nil }
        switch step.route {
        case "call": return .complete(by: .present(AnyScreen("call")))
        case "home": return .declined
        default: return nil
        }
      }
      try await sandbox.run(plan, script.worker) {
        try await sandbox.navigator.replace(path: AnyScreen("home"))
        try await sandbox.navigator.driveTo("call")
        try await sandbox.expectPath("home/help/sheet!:call")
        try await sandbox.navigator.driveTo("help")
        try await sandbox.expectPath("home/help")
        #expect(try await sandbox.navigator.attempt(.driveParent()).kind == .unhandled)
        #expect(
          script.asked.filter { $0.contains(": to ") } == [
            "home: to child help", "help: to child call", "help: to parent",
          ])
      }
    }
  }

  @Test("Told nothing, it keeps nobody: others are asked, and its screens come and go")
  func usual() async throws {
    try await Sandbox.run(requiresHosts: true) { sandbox in
      let any = ScriptedWorker("any", showing: "a", "b", at: sandbox.location)
      try await sandbox.run(any.worker) {
        try await sandbox.navigator.replace(path: AnyScreen("a"), AnyScreen("b"))
        try await sandbox.navigator.back()
        try await sandbox.expectPath("a", appeared: true)
        #expect(try await sandbox.navigator.attempt(.show("b")).kind == .unhandled)
        #expect(any.asked == ["b: back", "b: leave", "a: show b"])
      }
    }
  }
}
