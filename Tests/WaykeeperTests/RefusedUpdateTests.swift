// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("A worker whose new parts are refused", .timeLimit(.minutes(20)))
struct RefusedUpdateTests: WorkerSuite {
  let coordinator: Sandbox
  let navigator: Navigator
  let log = Recorder<String>()

  init() async throws {
    coordinator = try await Sandbox.patient()
    navigator = coordinator.navigator.timeout(.seconds(30))
  }

  /// Its details log that they begin, and do not leave.
  private func shop() -> ScreenWorker {
    let log = log
    return ScreenWorker("shop", location: location) {
      Hosts(Home.self) { screen in screen.didAppear() }
      Hosts(Detail.self) { screen in
        log.add("detail \(screen.content.detailID)")
        screen.didAppear()
      }
      .guarding { _, _ in .deny("stay") }
      .onShow("page") { _, _ in .push(Page()) }
    }
  }

  @Test("It answers and shows what the coordinator still counts on, until that has taken other parts")
  func refused() async throws {
    let other = ScreenWorker("other", location: location) { Hosts("map") { screen in screen.didAppear() } }
    let shop = shop()
    try await running(other) { _ in
      try await running(shop) { _ in
        try await navigator.replace(path: Home(), Detail(detailID: "1"))
        for _ in 0..<10 {
          try shop.update {
            Hosts(Home.self) { screen in screen.didAppear() }
            Hosts("map") { screen in screen.didAppear() }
          }
          let error = await #expect(throws: NavigatorError.self) { try await shop.registered() }
          #expect(error?.code == .refused)
        }
        #expect(try await navigator.attempt(.back).message == "stay")
        #expect(names(try await navigator.attempt(.show("page")).get()) == ["home", "detail", "page"])
        try await navigator.go(to: Detail(detailID: "2"), on: Detail(detailID: "1"))
        try await log.wait { $0 == ["detail 1", "detail 2"] }
        try shop.update { Hosts(Home.self) { screen in screen.didAppear() } }
        // What was refused is told again after a while, and may be refused once more meanwhile.
        while (try? await shop.registered()) == nil {}
        try await navigator.replace(path: Home())
      }
    }
  }

  @Test("A coordinator that comes back is told what the one before had taken, and counts on that")
  func restart() async throws {
    let shop = shop()
    try await running(shop) { reports in
      try await navigator.replace(path: Home(), Detail(detailID: "1"))
      try shop.update {
        Hosts(Home.self) { screen in screen.didAppear() }
        Declares {
          PathBuilders.screen(Home.self).route("same")
          PathBuilders.screen(Page.self).route("same")
        }
      }
      let error = await #expect(throws: NavigatorError.self) { try await shop.registered() }
      #expect(error?.code == .refused)
      try await coordinator.kill()
      try await coordinator.restart()
      try await reports.wait { $0.count(where: \.isConnected) >= 2 }
      try await navigator.replace(path: Home(), Detail(detailID: "2"))
      #expect(try await navigator.attempt(.back).message == "stay")
      try await log.wait { $0 == ["detail 1", "detail 2"] }
    }
  }
}
