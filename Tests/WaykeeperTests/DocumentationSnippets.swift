// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

/// What the pages of `Waykeeper.docc` promise of their examples, run. That the examples compile as they stand is checked by
/// `.ci/examples`.
@Suite("The documentation's examples", .timeLimit(.minutes(20)))
struct DocumentationSnippets {
  /// A window of whatever toolkit.
  @MainActor final class ExhibitWindow {
    static var open: [ElementID: ExhibitWindow] = [:]
    var exhibit: Exhibit
    var isDirty = false

    init(_ exhibit: Exhibit) { self.exhibit = exhibit }
    func show(_ exhibit: Exhibit) { self.exhibit = exhibit }
    func close() {}
  }

  static func worker(at location: CoordinatorLocation) -> ScreenWorker {
    ScreenWorker("exhibits", version: "2.1", location: location) {
      Hosts(Exhibit.self) { @MainActor screen in
        let window = ExhibitWindow(screen.content)
        ExhibitWindow.open[screen.id] = window
        defer {
          window.close()
          ExhibitWindow.open[screen.id] = nil
        }
        screen.didAppear()
        for await exhibit in screen.contents { window.show(exhibit) }
      }
      .onShow("feedback") { ask, screen in .present(Feedback()) }
      .standing([.show("map"): .push(Exhibit(id: 0)), .hide("exhibit"): .pop])
      .guarding(unanswered: .allow) { @MainActor ask, screen in
        ExhibitWindow.open[screen.id]?.isDirty == true ? .deny("unsaved notes") : .allow
      }
      .onDeath(.fallback(AnyScreen("sorry")))

      Hosts(Feedback.self) { screen in
        screen.didAppear()
        for await _ in screen.contents {}
      }
      .onHide("feedback") { _, _ in .dismiss(hard: false) }

      Hosts("sorry") { screen in screen.didAppear() }

      InstallsRoot("home")
    }
  }

  @Test("A worker, a navigator and an observer together")
  func together() async throws {
    let coordinator = try await Sandbox.patient()
    let location = CoordinatorLocation.runtimeFolder(coordinator.folder)
    let navigator = try Navigator.connect(location, name: "remote").timeout(.seconds(30))
    try await running(Self.worker(at: location)) { _ in
      var states = PathObserver(at: location).states.makeAsyncIterator()
      try await navigator.until(.appeared).replace(path: Exhibit(id: 7))
      let outcome = try await navigator.because("the visitor asked").attempt(.show("feedback"))
      #expect(outcome.path.description == "exhibit?id=7&zoom=1/sheet:feedback")
      try await navigator.hide("feedback")
      try await navigator.show("map")
      while let state = await states.next(), state.path.description != "exhibit?id=7&zoom=1/exhibit?id=0&zoom=1" {}
    }
  }

  @Test("Without an answer the command is sealed")
  func seal() async throws {
    let coordinator = try await Sandbox.patient()
    let navigator = try Navigator.connect(.runtimeFolder(coordinator.folder), name: "remote").timeout(.seconds(30))
    try await navigator.replace(path: Home())
    await coordinator.pause()
    var sealed: Outcome?
    do {
      try await navigator.timeout(.milliseconds(50)).show("list")
    } catch {
      guard error.code == .noAnswer, let id = error.commandID else { throw error }
      coordinator.resume()
      sealed = try await navigator.outcome(of: id, seal: true).outcome
    }
    // The command, which nobody handles, may have arrived before the seal; after it the outcome is certain.
    let outcome = try #require(sealed)
    #expect(outcome.kind == .unhandled || outcome.reason == "lost", "\(outcome)")
  }

  @Test("An outcome is looked at, or demanded")
  func outcomes() async throws {
    let navigator = Navigator.mock { _ in .vetoed("unsaved notes") }
    let outcome = try await navigator.attempt(.show("list"))
    var said: String?
    switch outcome.kind {
    case .committed: break
    case .vetoed: said = outcome.message
    default: break
    }
    #expect(said == "unsaved notes")
    let error = await #expect(throws: NavigatorError.self) { try await navigator.show("list") }
    #expect(error?.code == .notAsAsked && error?.outcome?.message == "unsaved notes")
    #expect(error?.description == "vetoed (guard): unsaved notes")
  }

  /// A part of a program that is tested without any coordinator.
  struct Shelf: Sendable {
    var navigator: Navigator
    func tapped(_ id: Int) async throws { try await navigator.go(to: Exhibit(id: id), on: Home()) }
  }

  @Test("A mock records what it was told")
  func mock() async throws {
    let sent = SentCommands()
    try await Shelf(navigator: .mock(recording: sent)).tapped(7)
    #expect(sent.verbs == [.go(to: Exhibit(id: 7), on: Home())])
  }

  @Test("A part that must not navigate gets a stub")
  func stub() async {
    let complaints = Recorder<String>()
    let shelf = Shelf(navigator: .stub { complaints.add($0) })
    let error = await #expect(throws: NavigatorError.self) { try await shelf.tapped(7) }
    #expect(error?.code == .notMocked)
    #expect(complaints.all.count == 1)
    #expect(complaints.all.first?.contains("go") == true, "\(complaints.all)")
  }

  struct Calendar: Sendable {
    func exhibitOfToday() async throws -> Int { 5 }
  }

  struct KioskTree: NavigationTree {
    let signedIn: Bool
    var builder: some PathBuilder {
      Screen(Home.self) {
        Screen(Exhibit.self) { Remote("feedback") }
          .onDismiss { (exhibit: Exhibit) in print("left \(exhibit.id)") }
        if signedIn { Remote("settings") } else { Screen(Login.self) }
      }
    }
  }

  struct FolderTree: NavigationTree {
    var builder: some PathBuilder {
      Screen("folder") { FolderTree() }
    }
  }

  @Test("A tree, its parts and links in one worker")
  func treesAndLinks() async throws {
    let coordinator = try await Sandbox.patient()
    let location = CoordinatorLocation.runtimeFolder(coordinator.folder)
    let calendar = Calendar()
    let worker = ScreenWorker("kiosk", location: location) {
      Declares(KioskTree(signedIn: false))
      Declares("feedback") { PathBuilders.screen(Feedback.self) }
      Declares("settings", FolderTree())
      Matches(
        schemes: ["museum"],
        [
          "exhibit/{id:int}": "home/exhibit?id={id}",
          "search?{q}&{page:int=1}": "home/search?q={q}&page={page}",
        ])
      Parses(schemes: ["museum"]) { link in
        link.components == ["today"] ? [Home(), Exhibit(id: try await calendar.exhibitOfToday())] : nil
      }
    }
    let navigator = try Navigator.connect(location, name: "remote").timeout(.seconds(30))
    try await running(worker) { _ in
      try await navigator.open("museum://exhibit/7")
      #expect(try await navigator.attempt(.open("museum://today")).get().description == "home/exhibit?id=5&zoom=1")
      #expect(try await navigator.attempt(.replace(path: Home(), AnyScreen("folder"))).kind == .rejected(.notInTree))
      try worker.update {
        Declares(KioskTree(signedIn: true))
        Declares("settings", FolderTree())
      }
      try await worker.registered()
      try await navigator.replace(path: Home(), AnyScreen("folder"), AnyScreen("folder"))
    }
  }

  struct Settings: Screen { static let name: ScreenName = "settings" }

  struct DrivingTree: NavigationTree {
    var builder: some PathBuilder {
      Screen(Home.self) {
        Screen(List.self) {
          Screen(Exhibit.self).route("exhibit", requires: ["id"], takes: ["zoom"])
        }
        .route("list")
        Remote("settings")
      }
      .route("home")
    }
  }

  @Test("Routes, steps and drives in one worker")
  func driving() async throws {
    let coordinator = try await Sandbox.patient()
    let location = CoordinatorLocation.runtimeFolder(coordinator.folder)
    let worker = ScreenWorker("kiosk", location: location) {
      Hosts(Home.self) { _ in }
        .onStep(.toChild("settings")) { _, _ in .complete(by: .present(Settings())) }
        .onStep(.toAnyChild) { step, _ in step.isLast ? .complete : .complete(by: .push, merging: true) }
        .onStep(.toParent) { _, screen in screen.id == .root ? .declined : .complete }
      Declares(DrivingTree())
      Declares("settings") { PathBuilders.screen(Settings.self).route("settings") }
    }
    let navigator = try Navigator.connect(location, name: "remote").timeout(.seconds(30))
    try await running(worker) { _ in
      try await navigator.replace(path: Home())
      try await navigator.driveTo("exhibit", input: ["id": 7])
      try await navigator.driveParent()
      let outcome = try await navigator.transactional().attempt(.driveTo("exhibit", input: ["id": 7]))
      #expect(outcome.path.description == "home/list/exhibit?id=7")
      #expect(try await navigator.attempt(.driveTo("settings")).path.description == "home/sheet!:settings")
    }
  }
}
