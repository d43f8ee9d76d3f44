// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("Answers that the coordinator cannot take", .timeLimit(.minutes(1)))
struct RefusedAnswerTests: WorkerSuite {
  let coordinator: Sandbox
  let navigator: Navigator
  let log = Recorder<String>()

  init() async throws {
    coordinator = try await Sandbox.patient()
    navigator = coordinator.navigator.timeout(.seconds(30))
  }

  @Test("Its handler has failed, and its worker goes on: guards are asked as before")
  func goesOn() async throws {
    let deep = (0..<80).reduce(JSONValue.integer(1)) { inner, _ in .array([inner]) }
    let long = (0..<300).map { AnyScreen("exhibit", content: ["id": .integer($0)]) }
    let worker = museum {
      Hosts("list") { screen in screen.didAppear() }
        .onShow("deep") { _, _ in .push(AnyScreen("exhibit", content: deep)) }
        .onShow("long") { _, _ in .redirect(.replace(path: long), within: .seconds(5)) }
        .guarding { _, _ in .deny("unsaved") }
    }
    try await running(worker) { reports in
      try await navigator.replace(path: Home(), AnyScreen("list"))
      for (number, screen) in (["deep", "long"] as [ScreenName]).enumerated() {
        let outcome = try await navigator.attempt(.show(screen))
        #expect(outcome.reason == "handler", "\(outcome)")
        try await reports.wait { $0.count(where: \.isAnswerRefused) == number + 1 }
        #expect(try await navigator.attempt(.back).reason == "guard")
      }
    }
  }
}

extension WorkerReport {
  fileprivate var isAnswerRefused: Bool { if case .answerRefused = self { true } else { false } }
}
