// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("Drives", .timeLimit(.minutes(20)))
struct DriveTests {
  /// home ─ list ─ exhibit(id, zoom) ; home ─ help
  struct Plan: NavigationTree {
    var builder: some PathBuilder {
      Screen("home") {
        Screen("list") {
          Screen(Exhibit.self).onDismiss(of: Exhibit.self) {}.route("exhibit", requires: ["id"], takes: ["zoom"])
        }
        .route("list", takes: ["filter"])
        Screen("help").route("help")
      }
      .route("home")
    }
  }

  let coordinator: Sandbox
  let navigator: Navigator
  /// What the handlers of steps were told, in order.
  let log = Recorder<String>()

  init() async throws {
    coordinator = try await Sandbox.patient()
    navigator = coordinator.navigator.timeout(.seconds(30))
  }

  func worker(_ name: WorkerName = "museum", @WorkerBuilder _ parts: @escaping () -> WorkerParts) -> ScreenWorker {
    ScreenWorker(name, location: .runtimeFolder(coordinator.folder), parts: parts)
  }

  /// Says that it was asked, and answers so.
  func taking(_ answer: Answer) -> @Sendable (OpenStep, AskedScreen<AnyScreen>) async throws -> Answer {
    { [log] step, screen in
      log.add("\(screen.content.name) \(step.direction) \(step.route) of \(step.destination)")
      return answer
    }
  }

  @Test("Without handlers steps are taken as usual: screens come from the plan, with their routes' share of the input")
  func usual() async throws {
    try await running(worker { Declares(Plan()) }) { _ in
      try await navigator.replace(path: AnyScreen("home"))
      let outcome = try await navigator.attempt(.driveTo("exhibit", input: ["id": 7, "other": 1]))
      #expect(outcome.path.description == "home/list/exhibit?id=7")
      #expect(outcome.revisions.count == 2)
      let help = try await navigator.transactional().attempt(.driveTo("help"))
      #expect(help.path.description == "home/help" && help.revisions.isEmpty)
      try await navigator.driveParent()
      #expect(try await navigator.attempt(.driveParent()).kind == .unchanged(.atRoot))
    }
  }

  @Test("The handler that names the route counts before the default; each decides how its step is taken")
  func handlers() async throws {
    let worker = worker {
      Hosts("home") { _ in }
        .onStep(.toChild("help"), handler: taking(.complete(by: .present(AnyScreen("help")))))
        .onStep(.toAnyChild, handler: taking(.complete(by: .push, merging: true)))
      Hosts("list") { _ in }
        .onStep(.toChild("exhibit"), .toParent, handler: taking(.complete))
        .onStep(.toSelf) { step, _ in .complete(by: .edit([.dismissSuccessor(of: .askedElement)]), merging: true) }
      Declares(Plan())
    }
    try await running(worker) { _ in
      try await navigator.replace(path: AnyScreen("home"))
      let exhibit = try await navigator.attempt(.driveTo("exhibit", input: ["id": 7, "filter": 1]))
      #expect(exhibit.path.description == "home/list?filter=1/exhibit?id=7")
      #expect(exhibit.asked.map(\.request) == ["to child list", "to child exhibit"])
      #expect(
        try await navigator.attempt(.driveTo("list", input: ["filter": 2])).path.description
          == "home/list?filter=2")
      #expect(try await navigator.attempt(.driveTo("help")).path.description == "home/sheet!:help")
      #expect(
        log.all == [
          "home down list of exhibit", "list down exhibit of exhibit", "list up home of help", "home down help of help",
        ])
    }
  }

  @Test("A step that is declined, fails, or answers what changes nothing ends the walk, and the outcome names who")
  func ends() async throws {
    let worker = worker {
      Hosts("home") { _ in }
        .onStep(.toChild("help")) { _, _ in .declined }
        .onStep(.toAnyChild) { _, _ in .fail("no room", code: "room") }
      Hosts("help") { _ in }.onStep(.toParent) { _, _ in .complete(by: .deny("no")) }
      Declares(Plan())
    }
    try await running(worker) { _ in
      try await navigator.replace(path: AnyScreen("home"))
      let declined = try await navigator.attempt(.driveTo("help"))
      #expect(declined.kind == .unhandled && declined.asked.map(\.answer) == [.declined])
      let home = Outcome.Party(worker: "museum", screen: "home", element: .root)
      #expect(try await navigator.attempt(.driveTo("list")).kind == .failed(who: home, .handler, code: "room"))
      try await navigator.replace(path: AnyScreen("home"), AnyScreen("help"))
      guard case .failed(let who, .handler, code: "badAnswer") = try await navigator.attempt(.driveParent()).kind else {
        Issue.record("a denial completes no step")
        return
      }
      #expect(who.screen == "help")
    }
  }

  private struct Visit: Codable {
    var id: Int
    var name: String
  }

  @Test("Inputs are of one's own types; what is missing is refused before the first step")
  func inputs() async throws {
    let worker = worker {
      Hosts("home") { _ in }.onStep(.toAnyChild) { [log] step, _ in
        log.add("\(try step.input(as: Visit.self).name) \(step.isLast) \(step.animated)")
        return .complete
      }
      Declares(Plan())
    }
    try await running(worker) { _ in
      try await navigator.replace(path: AnyScreen("home"))
      try await navigator.driveTo("exhibit", input: Visit(id: 7, name: "ann"), animated: true)
      #expect(log.all == ["ann false true"])
      try await navigator.driveTo("home")
      #expect(try await navigator.attempt(.driveTo("exhibit")).kind == .rejected(.missingDependency))
      let refusal = try await navigator.attempt(.driveTo("exihbit"))
      #expect(refusal.kind == .rejected(.unknownRoute) && refusal.message?.contains("'exhibit'") == true)
      let error = await #expect(throws: NavigatorError.self) { try await navigator.driveTo("home", input: Double.nan) }
      #expect(error?.code == .content)
    }
  }

  @Test("A sub-tree is on top of where one is, any number of times, and the way up leads out of it again")
  func subTrees() async throws {
    try await running(worker { Declares(Plan()) }) { _ in
      try await navigator.replace(path: AnyScreen("home"), AnyScreen("help"))
      try await navigator.driveSub("list")
      let twice = try await navigator.attempt(.driveSub("list"))
      #expect(twice.path.description == "home/help/list/list")
      #expect(twice.elements.compactMap(\.subTree?.origin) == [ElementID(1), ElementID(2)])
      #expect(try await navigator.attempt(.driveTo("exhibit", input: ["id": 1])).elements.count == 5)
      #expect(try await navigator.attempt(.driveParent(from: ElementID(3))).path.description == "home/help/list")
      #expect(try await navigator.attempt(.back).path.description == "home/help")
    }
  }

  @Test("A route belongs to one screen, and its id to one place: both are told when the worker registers")
  func refused() async throws {
    let group = PathBuilders.anyOf(PathBuilders.screen("a"), PathBuilders.screen("b")).route("both")
    let error = await #expect(throws: NavigatorError.self) { try await worker { Declares(group) }.run() }
    #expect(error?.message.contains("route 'both' belongs to one screen") == true, "\(String(describing: error))")
    try await running(worker { Declares(Plan()) }) { _ in
      let reports = Recorder<WorkerReport>()
      let other = worker("other") { Declares(PathBuilders.screen("atlas").route("help")) }
      let task = Task { try await other.run() }
      for await report in other.reports {
        reports.add(report)
        if case .refused(let error) = report {
          #expect(error.message.contains("museum: home/help") && error.message.contains("other: atlas"))
          break
        }
      }
      task.cancel()
      _ = await task.result
    }
  }

  @Test("A mock records drives, a stub fails by their name, and a recording driver has a product of its own")
  func doubles() async throws {
    let sent = SentCommands()
    let navigator = Navigator.mock(recording: sent)
    try await navigator.transactional().driveTo("exhibit", from: Exhibit(id: 1), input: ["id": 7])
    #expect(sent.verbs == [.driveTo("exhibit", from: Exhibit(id: 1), input: ["id": 7])])
    guard case .drive(let drive)? = sent.commands.first?.verb else { throw NavigatorError(.refused, "no drive") }
    #expect(drive.isTransactional)

    let failures = Recorder<String>()
    _ = await #expect(throws: NavigatorError.self) { try await Navigator.stub { failures.add($0) }.driveSub("help") }
    #expect(failures.all.first?.hasPrefix("'drive-sub help' was sent") == true)

    let driver = RecordingDriver { drive in drive.destination == .parent ? .rejected(.unknownRoute) : .committed }
    try await driver.driveSub("help", animated: true)
    let error = await #expect(throws: NavigatorError.self) { try await driver.driveParent() }
    #expect(error?.outcome?.kind == .rejected(.unknownRoute))
    #expect(driver.verbs == [.driveSub("help", animated: true), .driveParent()])
  }
}
