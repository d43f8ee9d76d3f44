// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Waykeeper
import WaykeeperTesting

/// The examples of the page "Testing your screens", as they stand.
@Suite("The testing page's examples", .timeLimit(.minutes(20)))
struct TestingPageTests {
  struct Exhibit: Screen {
    static let name: ScreenName = "exhibit"
    var id: Int
  }

  @Test("A tap leads to the exhibit") func tap() async throws {
    let sent = SentCommands()
    try await Wall(navigator: .mock(recording: sent)).tapped(7)
    #expect(sent.verbs == [.go(to: Exhibit(id: 7), on: Home())])
  }

  struct Wall {
    var navigator: Navigator
    func tapped(_ id: Int) async throws { try await navigator.go(to: Exhibit(id: id), on: Home()) }
  }

  @Test("A mock says no, and the error holds the outcome")
  func veto() async {
    let navigator = Navigator.mock { command in
      switch command.verb {
      case .show(["admin"]): .unhandled
      case .hide: .vetoed("unsaved notes")
      default: .committed
      }
    }
    let error = await #expect(throws: NavigatorError.self) { try await navigator.hide("list") }
    #expect(error?.outcome?.message == "unsaved notes")
  }

  @Test("A login lets go on what was parked") func resumes() async throws {
    let sent = SentCommands()
    let parked = try #require(CommandID("parked"))
    try await Door(navigator: .mock(recording: sent)).opened(for: parked)
    #expect(sent.resumed == [parked])
  }

  struct Door {
    var navigator: Navigator
    func opened(for parked: CommandID) async throws { try await navigator.resume(parked) }
  }

  @Test("An unsaved draft stays") func draft() async throws {
    try await Sandbox.run { sandbox in
      try await sandbox.run(drafts(at: sandbox.location)) {
        try await sandbox.navigator.until(.appeared).replace(path: Home(), Draft(text: "hello"))
        let outcome = try await sandbox.navigator.attempt(.back)
        #expect(outcome.message == "unsaved draft" && outcome.tip?.screen.name == "draft")
        try await sandbox.navigator.skippingGuards().back()
        #expect(try await sandbox.path.description == "home")
      }
    }
  }

  struct Draft: Screen {
    static let name: ScreenName = "draft"
    var text: String?
  }

  func drafts(at location: CoordinatorLocation) -> ScreenWorker {
    ScreenWorker("drafts", location: location) {
      Hosts(Home.self) { screen in screen.didAppear() }
      Hosts(Draft.self) { screen in screen.didAppear() }
        .guarding { _, screen in screen.content.text == nil ? .allow : .deny("unsaved draft") }
    }
  }

  /// A home that leads on by itself.
  func exhibits(at location: CoordinatorLocation) -> ScreenWorker {
    ScreenWorker("exhibits", location: location) {
      Hosts(Home.self) { screen in
        screen.didAppear()
        try await Navigator.connect(location, name: "exhibits").go(to: Exhibit(id: 7), on: Home())
      }
      Hosts(Exhibit.self) { screen in screen.didAppear() }
      InstallsRoot("home")
    }
  }

  @Test("A path that comes is waited for")
  func comes() async throws {
    try await Sandbox.run { sandbox in
      try await sandbox.run(exhibits(at: sandbox.location)) {
        try await sandbox.navigator.start("home")
        try await sandbox.expectPath("home/exhibit?id=7", appeared: true)
        try await sandbox.expectPath(Home(), Exhibit(id: 7))
      }
    }
  }

  @Test("A script stands in for the screens of others")
  func others() async throws {
    try await Sandbox.run { sandbox in
      let others = ScriptedWorker("exhibits", showing: "exhibit", at: sandbox.location) { ask in
        ask.question == .leave ? .deny("not now") : nil
      }
      try await sandbox.run(others.worker) {
        try await sandbox.navigator.replace(path: Home(), Exhibit(id: 7))
        #expect(try await sandbox.navigator.attempt(.back).message == "not now")
        #expect(others.asked == ["exhibit: back", "exhibit: leave"])
      }
    }
  }

  @Test("A deadline passes without a wait for it")
  func deadline() async throws {
    try await Sandbox.run(holdsTime: true) { sandbox in
      let silent = ScriptedWorker("exhibits", showing: "exhibit", at: sandbox.location) { ask in
        ask.question == .leave ? try await .silence : nil
      }
      try await sandbox.run(silent.worker) {
        try await sandbox.navigator.replace(path: Home(), Exhibit(id: 7))
        _ = try await sandbox.navigator.queue(.back)
        await sandbox.advance(by: .seconds(1))
        try await sandbox.expectPath("home")
      }
    }
  }

  @Test("Every example of the page is run here")
  func complete() throws {
    /// The code without its comments and margins.
    func bare(_ text: some StringProtocol) -> String {
      text.split(separator: "\n").map { line in
        (line.range(of: "//").map { line[..<$0.lowerBound] } ?? line[...]).trimmingCharacters(in: .whitespaces)
      }
      .filter { !$0.isEmpty }.joined(separator: "\n")
    }
    let file = URL(filePath: #filePath)
    let page = file.appending(path: "../../../Sources/Waykeeper/Waykeeper.docc/TestingYourScreens.md")
    let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
    let examples = text.matches(of: /```swift\n((?s).*?)```/).map { bare($0.output.1) }
    #expect(examples.count == 7)
    // An example's declarations may stand apart, as they do in a program.
    let tests = bare(try String(contentsOf: file, encoding: .utf8))
    for example in examples { #expect(tests.contains(example)) }
  }
}
