// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import WaykeeperTesting

@testable import Waykeeper

@Suite("Verbs that are queued", .timeLimit(.minutes(20)))
struct QueuedVerbTests {
  @Test("More than the scene's queue has places for wait for one, in order")
  func many() async throws {
    try await Sandbox.run { sandbox in
      let (gate, queued) = (Gate(), Recorder<CommandID>())
      // The scene's queue stands until the gate opens, however busy the machine is.
      let navigator = sandbox.navigator.deadline(.seconds(120))
      let worker = ScreenWorker("museum", location: sandbox.location) {
        Hosts(Home.self) { screen in screen.didAppear() }
          .onShow("hold") { _, _ in
            await gate.wait()
            return .push
          }
          .deadline(.seconds(60))
        Hosts(Exhibit.self) { screen in screen.didAppear() }
      }
      try await sandbox.run(worker) {
        try await navigator.replace(path: Home())
        queued.add(try await navigator.queue(.show("hold")))
        async let last: Void = {
          for number in 0..<40 { queued.add(try await navigator.queue(.go(to: Exhibit(id: number), on: Home()))) }
        }()
        try await queued.wait { $0.count == 16 }
        // The next one has no place. By the answers to these it would have heard so.
        for _ in 0..<20 { _ = try await navigator.snapshot() }
        #expect(queued.all.count == 16)
        await gate.open()
        try await last
        // Nobody handles this one, which comes behind them all.
        #expect(try await navigator.attempt(.show("end")).path.description == "home/exhibit?id=39&zoom=1")
      }
    }
  }

  @Test("A handler that goes on when its worker ends hears that, and of no navigator that was closed")
  func ended() async throws {
    try await Sandbox.run { sandbox in
      let (gate, log, navigator) = (Gate(), Recorder<String>(), sandbox.navigator)
      let worker = ScreenWorker("museum", location: sandbox.location) {
        Hosts(Home.self) { screen in screen.didAppear() }
          .onShow("hold") { _, _ in
            log.add("asked")
            // Until the worker is stopped.
            await gate.wait()
            do throws(NavigatorError) {
              _ = try await navigator.queue(.show("more"))
            } catch {
              log.add("\(error.code) \(error.message)")
            }
            return .declined
          }
      }
      try await sandbox.run(worker) {
        try await navigator.replace(path: Home())
        _ = try await navigator.queue(.show("hold"))
        try await log.wait { $0 == ["asked"] }
      }
      #expect(log.all == ["asked", "withdrawn the worker has ended, and with it its connection"])
    }
  }

  @Test("What a task that a handler left behind was about to queue when the handler ended is queued all the same")
  func leftBehind() async throws {
    try await Sandbox.run { sandbox in
      let (asks, lines, navigator) = (Recorder<Ask>(), Recorder<ClientLine>(), sandbox.navigator)
      let worker = ScreenWorker("museum", location: sandbox.location) {
        Hosts(Home.self) { screen in screen.didAppear() }
          .onShow("list") { ask, _ in
            if let scope = AskScope.current { lines.add(scope.line) }
            asks.add(ask.ask)
            return .push
          }
      }
      try await sandbox.run(worker) {
        try await navigator.replace(path: Home())
        try await navigator.show("list")
        let (ask, line) = (try await asks.next("the ask"), try await lines.next("the worker's line"))
        // The task has found the ask open; by the time that its command arrives the answer has.
        let scope = AskScope(ask, line: line, at: try CoordinatorLocation.endpoint(.control, in: sandbox.folder))
        await sandbox.pause()
        let queued = AskScope.$current.withValue(scope) {
          Task.immediate { try await navigator.queue(.go(to: Exhibit(id: 1), on: Home())) }
        }
        scope.end()
        sandbox.resume()
        _ = try await queued.value
        try await sandbox.expectPath("home/exhibit?id=1&zoom=1")
      }
    }
  }
}
