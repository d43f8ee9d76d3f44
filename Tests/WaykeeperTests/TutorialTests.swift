// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper
import WaykeeperTesting

/// A first worker, the page "Three rules that bite", and README's client, as they stand.
@Suite("The tutorial's examples", .timeLimit(.minutes(20)))
struct TutorialTests {
  struct Exhibit: Screen {
    static let name: ScreenName = "exhibit"
    var id: Int
  }

  struct Visit: Codable { var id: Int }

  func museum(at location: CoordinatorLocation = .automatic) -> ScreenWorker {
    ScreenWorker("museum", location: location) {
      Hosts(Home.self) { screen in
        screen.didAppear()
      }
      .onShow("exhibit") { ask, _ in .push(Exhibit(id: try ask.context(as: Visit.self).id)) }

      Hosts(Exhibit.self) { screen in
        screen.didAppear()
        for await exhibit in screen.contents { print("exhibit", exhibit.id) }
      }
      .onShow("map") { ask, screen in .push(AnyScreen("map")) }

      InstallsRoot("home")
    }
  }

  @Test("An exhibit is shown and left")
  func shownAndLeft() async throws {
    try await Sandbox.run { sandbox in
      try await sandbox.run(museum(at: sandbox.location)) {
        try await sandbox.navigator.start("home")
        try await sandbox.navigator.until(.appeared).show("exhibit", context: ["id": 7])
        #expect(try await sandbox.path.description == "home/exhibit?id=7")
        let outcome = try await sandbox.navigator.attempt(.show("map"))
        #expect(outcome.summary == "committed" && outcome.path.description == "home/exhibit?id=7/map")
        try await sandbox.navigator.back()
        try await sandbox.navigator.back()
        #expect(try await sandbox.path.tip?.screen.name == "home")
      }
    }
  }

  @Test("A status is a value, and so are the workers")
  func reports() async throws {
    try await Sandbox.run { sandbox in
      try await sandbox.run(TestingPageTests().drafts(at: sandbox.location)) {
        let navigator = sandbox.navigator
        let status = try await navigator.status()
        #expect(!status.version.isEmpty && status.uptime >= .zero && !status.isDurable)
        #expect(try await navigator.workers().map(\.name) == ["drafts"])
        #expect(try await navigator.workers().first?.state == .live)
        try await navigator.replace(path: Home())
        try await navigator.batch([.replace(path: Home()), .go(to: TestingPageTests.Draft(), on: Home())])
        #expect(try await navigator.scenes("main").first?.path == "home/draft")
        await #expect(throws: NavigatorError.self, "there is no journal") { try await navigator.history() }
      }
    }
  }
}
