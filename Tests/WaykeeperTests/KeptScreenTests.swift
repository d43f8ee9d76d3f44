// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("A screen that outlives the task of its life", .timeLimit(.minutes(20)))
struct KeptScreenTests: WorkerSuite {
  let coordinator: Sandbox
  let navigator: Navigator
  let log = Recorder<String>()

  init() async throws {
    coordinator = try await Sandbox.patient()
    navigator = coordinator.navigator.timeout(.seconds(30))
  }

  /// A worker whose exhibits are read by tasks that its own lives do not wait for.
  private func gallery() -> ScreenWorker {
    let log = log
    return ScreenWorker("gallery", location: location) {
      Hosts(Exhibit.self) { screen in
        Task {
          for await exhibit in screen.contents { log.add("shows \(exhibit.id), \(screen.content.id)") }
          log.add("contents end")
        }
        Task {
          for await visibility in screen.visibilities { log.add("\(visibility)") }
          log.add("visibilities end")
        }
        screen.didAppear()
      }
      Hosts(Home.self) { screen in screen.didAppear() }
    }
  }

  @Test("It is kept up to date, and its streams end when its element leaves")
  func leaves() async throws {
    try await running(gallery()) { _ in
      try await navigator.until(.appeared).replace(path: Home(), Exhibit(id: 1))
      let exhibit = try #require(try await navigator.snapshot().first?.tip).id
      try await navigator.replaceContent(of: exhibit, with: Exhibit(id: 2))
      try await log.wait { $0.contains("shows 2, 2") }
      try await navigator.go(to: Home(), on: exhibit)
      try await log.wait { $0.contains("beneath") }
      try await navigator.dismiss(id: exhibit)
      try await log.wait { $0.contains("contents end") && $0.contains("visibilities end") }
    }
  }

  @Test("Its streams end with its worker")
  func workerEnds() async throws {
    try await running(gallery()) { _ in
      try await navigator.until(.appeared).replace(path: Exhibit(id: 1))
      #expect(!log.all.contains { $0.hasSuffix("end") })
    }
    try await log.wait { $0.contains("contents end") && $0.contains("visibilities end") }
  }

  @Test("Its streams end where it could not be shown, and another begins with other content")
  func failed() async throws {
    let log = log
    let worker = ScreenWorker("gallery", location: location) {
      Hosts(Exhibit.self) { screen in
        log.add("begins \(screen.content.id)")
        Task {
          for await _ in screen.contents {}
          log.add("contents end")
        }
        if screen.content.id == 1 { throw ContentError(screen: "exhibit", message: "no paint") }
        screen.didAppear()
      }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Exhibit(id: 1))
      try await log.wait { $0.contains("contents end") }
      try await navigator.replaceContent(of: .root, with: Exhibit(id: 2))
      try await log.wait { $0.contains("begins 2") }
    }
  }

  @Test("A life that has ended after it showed what came behind an unreadable content leaves its element as it is")
  func endedAfterUnreadable() async throws {
    let log = log
    let worker = ScreenWorker("gallery", location: location) {
      Hosts(Exhibit.self) { screen in
        log.add("begins \(screen.id)")
        screen.didAppear()
        for await exhibit in screen.contents {
          log.add("shows \(exhibit.id)")
          if exhibit.id == 2 { return log.add("ends \(screen.id)") }
        }
      }
      Hosts(Home.self) { screen in screen.didAppear() }
    }
    var begun: String?
    try await running(worker) { _ in
      let outcome = try await navigator.until(.appeared).attempt(.replace(path: Home(), Exhibit(id: 1)))
      let exhibit = try #require(outcome.tip).id
      begun = "begins \(exhibit)"
      let unreadable = AnyScreen("exhibit", content: .object([("id", .string("x"))]))
      try await navigator.replaceContent(of: exhibit, with: unreadable)
      try await expectHost(of: exhibit, .failed)
      try await navigator.replaceContent(of: exhibit, with: Exhibit(id: 2))
      try await log.wait { $0.contains("ends \(exhibit)") }
      try await navigator.replaceContent(of: exhibit, with: Exhibit(id: 3))
      // Of what comes after it the worker hears later.
      let other = try #require(try await navigator.attempt(.go(to: Exhibit(id: 4), on: exhibit)).tip).id
      try await log.wait { $0.contains("begins \(other)") }
    }
    #expect(log.all.filter { $0 == begun }.count == 1, "\(log.all)")
  }

  @Test("A life that has ended because of its last content begins anew with the next, whatever it showed before")
  func endedByUnreadable() async throws {
    let log = log
    let worker = ScreenWorker("gallery", location: location) {
      Hosts(Exhibit.self) { screen in
        log.add("begins \(screen.content.id)")
        screen.didAppear()
        for await exhibit in screen.contents where exhibit.id == 2 { return screen.cannotShow("no paint") }
      }
    }
    try await running(worker) { _ in
      try await navigator.until(.appeared).replace(path: Exhibit(id: 1))
      try await navigator.replaceContent(of: .root, with: Exhibit(id: 2))
      try await expectHost(of: .root, .failed)
      try await navigator.replaceContent(of: .root, with: Exhibit(id: 3))
      try await log.wait { $0.contains("begins 3") }
    }
  }

  @Test(
    "A life that fails with content that is old by then begins anew with the new, of which nobody is told",
    arguments: [true, false])
  func failedWithOld(throwing: Bool) async throws {
    let (log, gate) = (log, Gate())
    let worker = ScreenWorker("gallery", location: location) {
      Hosts(Exhibit.self) { screen in
        let (exhibit, contents) = (screen.content, screen.contents)
        log.add("begins \(exhibit.id)")
        guard exhibit.id == 1 else { return screen.didAppear() }
        await gate.wait()
        if throwing { throw ContentError(screen: "exhibit", message: "no paint") }
        screen.cannotShow("no paint")
        for await next in contents {
          log.add("begins \(next.id)")
          screen.didAppear()
        }
      }
      .onDeath(.pop)
      Hosts(Home.self) { screen in screen.didAppear() }
    }
    try await running(worker) { _ in
      let exhibit = try #require(try await navigator.attempt(.replace(path: Home(), Exhibit(id: 1))).tip).id
      try await log.wait { $0.contains("begins 1") }
      try await navigator.replaceContent(of: exhibit, with: Exhibit(id: 2))
      // Of what comes after it the worker hears later.
      try await navigator.go(to: Exhibit(id: 3), on: exhibit)
      try await log.wait { $0.contains("begins 3") }
      await gate.open()
      try await log.wait { $0.contains("begins 2") }
      // What the worker said before that has been heard by then.
      try await coordinator.expectPath(Home(), Exhibit(id: 2), Exhibit(id: 3), within: .seconds(30))
      try await eventually("the appearance of all three") {
        try await navigator.snapshot()[0].elements
      } until: {
        $0.allSatisfy(\.hasAppeared)
      }
      #expect(try await coordinator.path.elements.map(\.id).contains(exhibit))
    }
  }

  @Test("A life that could not show its content begins anew with what came before it had ended")
  func failedBeforeNew() async throws {
    let (log, gate) = (log, Gate())
    let worker = ScreenWorker("gallery", location: location) {
      Hosts(Exhibit.self) { screen in
        let exhibit = screen.content
        log.add("begins \(exhibit.id)")
        screen.didAppear()
        guard exhibit.id == 1 else { return }
        screen.cannotShow("no paint")
        await gate.wait()
      }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Exhibit(id: 1))
      try await expectHost(of: .root, .failed)
      try await navigator.replaceContent(of: .root, with: Exhibit(id: 2))
      // Of what comes after it the worker hears later.
      try await navigator.go(to: Exhibit(id: 3), on: .root)
      try await log.wait { $0.contains("begins 3") }
      await gate.open()
      try await log.wait { $0.contains("begins 2") }
    }
  }

  @Test("A life that could not show what it had not read begins anew with what came before it had ended")
  func failedUnread() async throws {
    let (log, gate, leave) = (log, Gate(), Gate())
    let worker = ScreenWorker("gallery", location: location) {
      Hosts(Exhibit.self) { screen in
        let exhibit = screen.content
        log.add("begins \(exhibit.id)")
        guard exhibit.id == 1 else { return }
        await gate.wait()
        screen.cannotShow("no paint")
        await leave.wait()
      }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Exhibit(id: 1))
      try await log.wait { $0.contains("begins 1") }
      try await navigator.replaceContent(of: .root, with: Exhibit(id: 2))
      // Of what comes after it the worker hears later.
      try await navigator.go(to: Exhibit(id: 3), on: .root)
      try await log.wait { $0.contains("begins 3") }
      await gate.open()
      try await expectHost(of: .root, .failed)
      try await navigator.replaceContent(of: .root, with: Exhibit(id: 4))
      try await navigator.replace(path: Exhibit(id: 4), Exhibit(id: 5))
      try await log.wait { $0.contains("begins 5") }
      await leave.open()
      try await log.wait { $0.contains("begins 4") }
    }
  }

  struct Floors: Screen {
    static let name: ScreenName = "floors"
    typealias Holds = Container.Tabs
    var number: Int
  }

  @Test("A container that could not be shown begins anew with other content, and not with other branches")
  func failedContainer() async throws {
    let log = log
    let worker = ScreenWorker("gallery", location: location) {
      Hosts(Floors.self) { screen in
        log.add("begins \(screen.content.number)")
        throw ContentError(screen: "floors", message: "no paint")
      }
      .tabs(["floor": [Home()], "shop": [List()]])
      Hosts(Home.self) { screen in screen.didAppear() }
      Hosts(List.self) { screen in screen.didAppear() }
      Hosts(Exhibit.self) { _ in log.add("exhibit") }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Floors(number: 1))
      try await expectHost(of: .root, .failed)
      try await navigator.select("shop", of: .root)
      // Of what comes after it the worker hears later.
      try await navigator.go(to: Exhibit(id: 1), on: List())
      try await log.wait { $0.contains("exhibit") }
      try await navigator.replaceContent(of: .root, with: Floors(number: 2))
      try await log.wait { $0.contains("begins 2") }
      #expect(log.all.filter { $0.hasPrefix("begins") } == ["begins 1", "begins 2"])
    }
  }

  @Test("A life that has ended after it showed what it could not show at first goes on with what comes")
  func recovered() async throws {
    let log = log
    let worker = ScreenWorker("gallery", location: location) {
      Hosts(Exhibit.self) { screen in
        log.add("begins \(screen.content.id)")
        Task { for await exhibit in screen.contents { log.add("shows \(exhibit.id)") } }
        screen.cannotShow("no paint yet")
        screen.didAppear()
      }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Exhibit(id: 1))
      try await eventually("the appearance of the exhibit") {
        try await navigator.snapshot()[0].elements
      } until: {
        $0.first?.hasAppeared == true
      }
      try await navigator.replaceContent(of: .root, with: Exhibit(id: 2))
      try await log.wait { $0.contains("shows 2") }
      #expect(log.all == ["begins 1", "shows 2"])
    }
  }

  @Test("A life that could not show its content once does not begin anew when its element has left")
  func leftAfterFailure() async throws {
    let log = log
    let worker = ScreenWorker("gallery", location: location) {
      Hosts(Exhibit.self) { screen in
        log.add("begins \(screen.id)")
        defer { log.add("ends \(screen.id)") }
        screen.cannotShow("no paint yet")
        for await exhibit in screen.contents { log.add("shows \(exhibit.id)") }
      }
    }
    var begun: String?
    try await running(worker) { _ in
      let exhibit = try #require(try await navigator.attempt(.replace(path: Home(), Exhibit(id: 1))).tip).id
      begun = "begins \(exhibit)"
      try await log.wait { $0.contains("begins \(exhibit)") }
      try await navigator.replaceContent(of: exhibit, with: Exhibit(id: 2))
      try await log.wait { $0.contains("shows 2") }
      try await navigator.dismiss(id: exhibit)
      try await log.wait { $0.contains("ends \(exhibit)") }
      // Of what comes after it the worker hears later.
      let other = try #require(try await navigator.attempt(.go(to: Exhibit(id: 3), on: .root)).tip).id
      try await log.wait { $0.contains("begins \(other)") }
    }
    #expect(log.all.filter { $0 == begun }.count == 1)
  }

  @Test("A reader whose task is cancelled leaves what comes next to the next reader")
  func nextReader() async throws {
    let log = log
    let worker = ScreenWorker("gallery", location: location) {
      Hosts(Exhibit.self) { screen in
        let readers = [
          Task { for await _ in screen.contents {} }, Task { for await _ in screen.visibilities {} },
        ]
        for reader in readers {
          reader.cancel()
          await reader.value
        }
        Task { for await visibility in screen.visibilities { log.add("\(visibility)") } }
        Task { for await exhibit in screen.contents { log.add("shows \(exhibit.id)") } }
        screen.didAppear()
      }
      Hosts(Home.self) { screen in screen.didAppear() }
    }
    try await running(worker) { _ in
      try await navigator.until(.appeared).replace(path: Home(), Exhibit(id: 1))
      let exhibit = try #require(try await navigator.snapshot().first?.tip).id
      try await navigator.replaceContent(of: exhibit, with: Exhibit(id: 2))
      try await log.wait { $0.contains("shows 2") }
      try await navigator.go(to: Home(), on: exhibit)
      try await log.wait { $0.contains("beneath") }
    }
  }
}
