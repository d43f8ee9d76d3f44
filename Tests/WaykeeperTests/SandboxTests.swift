// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

@testable import WaykeeperTesting

@Suite("A coordinator of a test's own", .timeLimit(.minutes(20)))
struct SandboxTests {
  static func museum(at location: CoordinatorLocation) -> ScreenWorker {
    ScreenWorker("museum", location: location) {
      Hosts(Home.self) { screen in screen.didAppear() }
      Hosts(Exhibit.self) { screen in screen.didAppear() }
        .onShow("feedback") { _, _ in .present(Feedback()) }
      Hosts(Feedback.self) { screen in screen.didAppear() }
    }
  }

  @Test("A UI test: a worker, verbs, and the path that they lead to")
  func feedbackIsASheet() async throws {
    try await Sandbox.run(requiresHosts: true) { sandbox in
      try await sandbox.run(Self.museum(at: sandbox.location)) {
        try await sandbox.navigator.until(.appeared).replace(path: Home(), Exhibit(id: 3))
        try await sandbox.navigator.show("feedback")
        #expect(try await sandbox.path.description == "home/exhibit?id=3&zoom=1/sheet:feedback")
        let typo = try await sandbox.navigator.attempt(.go(to: AnyScreen("exibit"), on: Home()))
        #expect(typo.kind == .rejected(.noHost))
      }
    }
  }

  @Test("Where socket files would have too long a path, its folder lies in /tmp")
  func longPath() {
    let parent = "/" + String(repeating: "x", count: 50)
    #expect(SandboxHost.freshFolder(in: parent).hasPrefix("\(parent)/waykeeper-sandbox-"))
    #expect(SandboxHost.freshFolder(in: parent + parent).hasPrefix("/tmp/waykeeper-sandbox-"))
  }

  @Test("Workers run together, and all are there before the test begins")
  func together() async throws {
    try await Sandbox.run(requiresHosts: true) { sandbox in
      let others = (1...5).map { number in
        ScreenWorker(WorkerName(stringLiteral: "worker\(number)"), location: sandbox.location) {
          Hosts(ScreenName(stringLiteral: "screen\(number)")) { screen in screen.didAppear() }
        }
      }
      let museum = Self.museum(at: sandbox.location)
      try await sandbox.run(museum, others[0], others[1], others[2], others[3], others[4]) {
        let names = try await sandbox.navigator.workers().map(\.name.rawValue)
        #expect(names.sorted() == ["museum", "worker1", "worker2", "worker3", "worker4", "worker5"])
      }
      // The goodbyes come by another socket, so that a question may be faster.
      try await eventually("the end of all workers") {
        try await sandbox.navigator.workers().map(\.state)
      } until: {
        !$0.contains(.live)
      }
    }
  }

  @Test("A worker that is refused for good ends the test with the refusal, before it has begun")
  func refusedForGood() async throws {
    try await Sandbox.run { sandbox in
      let twin = ScreenWorker("twin", location: sandbox.location, writesProblems: false) {
        Hosts(Home.self) { screen in screen.didAppear() }
      }
      let error = await #expect(throws: NavigatorError.self) {
        try await sandbox.run(Self.museum(at: sandbox.location), twin) { Issue.record("it began") }
      }
      #expect(error?.code == .refused && error?.message.contains("home") == true, "\(String(describing: error))")
    }
  }

  @Test("A test without workers runs at once, and the reports of its workers are its own")
  func reports() async throws {
    try await Sandbox.run { sandbox in
      #expect(try await sandbox.run { 7 } == 7)
      let worker = Self.museum(at: sandbox.location)
      try await sandbox.run(worker) {
        try await sandbox.navigator.replace(path: Home(), Exhibit(id: 3))
        for _ in 0..<5 { try await sandbox.navigator.show("feedback") }
        var asked = 0
        for await report in worker.reports {
          if case .asked = report { asked += 1 }
          if asked == 5 { break }
        }
      }
    }
  }

  @Test("A screen on its way out speaks for none that stands in its place")
  func leavingScreen() async throws {
    try await Sandbox.run { sandbox in
      let worker = ScreenWorker("museum", location: sandbox.location) {
        Hosts(Home.self) { screen in
          screen.didAppear()
          for await _ in screen.contents {}
          screen.didAppear()
          screen.cannotShow("it has gone")
        }
        Hosts("login") { screen in for await _ in screen.contents {} }
      }
      try await sandbox.run(worker) {
        try await sandbox.navigator.until(.appeared).replace(path: Home())
        let login = try await sandbox.navigator.until(.appeared).deadline(.milliseconds(500))
          .attempt(.replace(path: AnyScreen("login")))
        #expect(login.isAsAsked == false && login.kind == .committed && login.appeared == false)
        #expect(try await sandbox.navigator.snapshot().first?.path.hosts.values.map(\.presence) == [.attended])
      }
    }
  }

  @Test("A screen whose content could not be shown begins anew with other content")
  func beginsAnew() async throws {
    struct Broken: Error {}
    try await Sandbox.run { sandbox in
      let worker = ScreenWorker("museum", location: sandbox.location) {
        Hosts(Exhibit.self) { screen in
          if screen.content.id == 1 { throw Broken() }
          screen.didAppear()
          for await _ in screen.contents {}
        }
      }
      try await sandbox.run(worker) {
        let first = try await sandbox.navigator.until(.appeared).attempt(.replace(path: Exhibit(id: 1)))
        #expect(first.appeared == false)
        let second = try await sandbox.navigator.until(.appeared)
          .attempt(.replaceContent(of: .root, with: Exhibit(id: 2)))
        #expect(second.appeared == true)
      }
    }
  }

  @Test("A handler's command goes to the coordinator that it names")
  func twoCoordinators() async throws {
    try await Sandbox.run { one in
      try await Sandbox.run { two in
        let other = two.navigator
        let worker = ScreenWorker("museum", location: one.location) {
          Hosts(Home.self) { screen in screen.didAppear() }
            .onShow { _, _ in
              try await other.replace(path: Home())
              _ = try await other.queue(.go(to: Exhibit(id: 4), on: Home()))
              return .push
            }
        }
        try await one.run(worker) {
          try await one.navigator.replace(path: Home())
          try await one.navigator.show("map")
        }
        #expect(try await one.path.description == "home/map")
        #expect(try await two.path.description == "home/exhibit?id=4&zoom=1")
      }
    }
  }

  @Test("Sandboxes run side by side, and leave nothing behind")
  func sideBySide() async throws {
    let folders = try await withThrowingTaskGroup { group in
      for number in 0..<4 {
        group.addTask {
          try await Sandbox.run { sandbox in
            try await sandbox.navigator.replace(path: Home(), Exhibit(id: number))
            #expect(try await sandbox.path.description == "home/exhibit?id=\(number)&zoom=1")
            return sandbox.folder
          }
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(folders.count == 4)
    #expect(!folders.contains { FileManager.default.fileExists(atPath: $0) })
  }

  @Test("What the body throws comes out, and the coordinator has ended")
  func throwing() async {
    let error = await #expect(throws: NavigatorError.self) {
      try await Sandbox.run { try await $0.navigator.show("map") }
    }
    #expect(error?.outcome?.kind == .rejected(.unknownScene))
  }

  @Test("A coordinator that is killed leaves its socket files and no word; one in its place serves again")
  func kill() async throws {
    try await Sandbox.run { sandbox in
      try await sandbox.navigator.replace(path: Home())
      try await sandbox.kill()
      #expect(FileManager.default.fileExists(atPath: "\(sandbox.folder)/control.sock"))
      let gone = #expect(throws: NavigatorError.self) { try sandbox.location.resolve() }
      #expect(gone?.attempts.map(\.problem) == [.nobodyListens("control.sock")])
      try await sandbox.restart()
      try await sandbox.navigator.replace(path: Home(), Exhibit(id: 1))
      #expect(try await sandbox.path.description == "home/exhibit?id=1&zoom=1")
    }
  }

  @Test("A worker that has run does not run again, also with the next coordinator, and the test ends with that")
  func secondRun() async throws {
    try await Sandbox.run { sandbox in
      let museum = Self.museum(at: sandbox.location)
      try await sandbox.run(museum) { try await sandbox.navigator.replace(path: Home()) }
      try await sandbox.kill()
      try await sandbox.restart()
      let error = await #expect(throws: NavigatorError.self) {
        try await sandbox.run(museum) { () -> Void in Issue.record("it began") }
      }
      #expect(error?.code == .refused && error?.message == "a worker runs once; make another one")
      try await sandbox.run(Self.museum(at: sandbox.location)) { try await sandbox.navigator.replace(path: Home()) }
    }
  }

  @Test("A paused coordinator answers nobody until it goes on, and can be killed or ended while it is paused")
  func pause() async throws {
    try await Sandbox.run { sandbox in
      await sandbox.pause()
      let error = await #expect(throws: NavigatorError.self) {
        try await sandbox.navigator.timeout(.milliseconds(50)).snapshot()
      }
      #expect(error?.code == .noAnswer)
      sandbox.resume()
      try await sandbox.navigator.replace(path: Home())
      await sandbox.pause()
      try await sandbox.kill()
      await sandbox.pause()
      try await sandbox.restart()
      await sandbox.pause()
    }
  }

  @Test("A worker that cannot be registered ends the wait for it")
  func refused() async {
    let error = await #expect(throws: NavigatorError.self) {
      try await Sandbox.run { sandbox in
        let twice = ScreenWorker("twice", location: sandbox.location) {
          Hosts("a") { _ in }
          Hosts("a") { _ in }
        }
        try await sandbox.run(Self.museum(at: sandbox.location), twice) { () -> Void in
          Issue.record("the test begins without one of its workers")
        }
      }
    }
    #expect(error?.code == .refused)
  }
}
