// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("A worker and a coordinator", .timeLimit(.minutes(20)))
struct ScreenWorkerTests: WorkerSuite {
  let coordinator: Sandbox
  let navigator: Navigator
  let log = Recorder<String>()

  init() async throws {
    coordinator = try await Sandbox.patient()
    navigator = coordinator.navigator.timeout(.seconds(30))
  }

  @Test("A chain of handlers leads to a commit, and the trace tells")
  func chain() async throws {
    try await running(museum()) { reports in
      try await navigator.start("home")
      // A handler's report may come after the outcome, and then after that of the next one.
      try await reports.wait { $0.compactMap(\.answer).count == 1 }
      let outcome = try await navigator.attempt(.show("exhibit"))
      #expect(names(try outcome.get()) == ["home", "exhibit"])
      #expect(outcome.asked.map(\.request) == ["show exhibit"])
      #expect(outcome.asked.map(\.answer) == [.push])
      try await reports.wait { $0.compactMap(\.answer).count == 2 }
      #expect(reports.all.compactMap(\.answer) == [.push, .push(Exhibit(id: 7))])
    }
  }

  @Test("A life begins with its element, sees each change of content, and ends with it")
  func life() async throws {
    try await running(museum()) { _ in
      let outcome = try await navigator.until(.appeared).attempt(.replace(path: Home(), Exhibit(id: 1)))
      let exhibit = try #require(outcome.tip)
      try await log.wait { $0.contains("\(exhibit.id) exhibit 1") }
      try await navigator.replaceContent(of: exhibit.id, with: Exhibit(id: 2))
      try await log.wait { $0.contains("\(exhibit.id) exhibit 2") }
      try await navigator.dismiss(id: exhibit.id)
      try await log.wait { $0.contains("\(exhibit.id) exhibit left") }
      #expect(!log.all.contains("@0 home left"))
    }
    #expect(log.all.last == "@0 home left")
  }

  @Test("Another screen under the same id begins when the one before has ended")
  func sameID() async throws {
    try await running(museum()) { _ in
      try await navigator.replace(path: Home())
      try await log.wait { $0.contains("@0 home") }
      try await navigator.replaceContent(of: .root, with: Exhibit(id: 3))
      try await log.wait { $0.contains("@0 exhibit 3") }
      #expect(log.all == ["@0 home", "@0 home left", "@0 exhibit 3"])
    }
  }

  @Test("What has appeared is told: `until(.appeared)` ends with it")
  func appeared() async throws {
    try await running(museum()) { _ in
      let outcome = try await navigator.until(.appeared).attempt(.replace(path: Home(), Exhibit(id: 1)))
      #expect(outcome.appeared == true)
      let state = try await #require(navigator.snapshot().first)
      #expect(state.path.hosts[.root] == Host(.attended, worker: "museum"))
      #expect(state.elements.map(\.hasAppeared) == [true, true])
    }
  }

  @Test("An answer that the coordinator cannot take is a failure of its handler; guards are asked as before")
  func refusedAnswer() async throws {
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

  @Test("Content that cannot be read, and a life that throws, are reported as not shown")
  func cannotShow() async throws {
    let worker = museum {
      Hosts("broken") { _ in throw NavigatorError(.content, "no paint") }
    }
    try await running(worker) { _ in
      let unreadable = AnyScreen("exhibit", content: .object([("id", .string("x"))]))
      #expect(try await navigator.until(.appeared).attempt(.replace(path: unreadable)).appeared == false)
      let broken = try await navigator.until(.appeared).attempt(.replace(path: AnyScreen("broken")))
      #expect(broken.appeared == false)
      #expect(try await navigator.snapshot()[0].path.hosts[.root]?.presence == .failed)
    }
  }

  @Test("A change that cannot be read is reported at once, and the last readable content stays")
  func unreadableChange() async throws {
    let (log, gate) = (log, Gate())
    let worker = ScreenWorker("gallery", location: location) {
      Hosts(Exhibit.self) { screen in
        screen.didAppear()
        for await exhibit in screen.contents {
          log.add("shows \(exhibit.id)")
          // Meanwhile nobody reads: what cannot be read is reported all the same.
          if exhibit.id == 2 { await gate.wait() }
          log.add("content \(screen.content.id), screen \(screen.screen.content["id"]?.json ?? "")")
        }
      }
    }
    try await running(worker) { _ in
      var events = PathObserver(at: location).makeAsyncIterator()
      try await navigator.until(.appeared).replace(path: Exhibit(id: 1))
      // From its first event on it misses nothing.
      _ = await events.nextHeard()
      try await navigator.replaceContent(of: .root, with: Exhibit(id: 2))
      try await log.wait { $0.contains("shows 2") }
      let unreadable = AnyScreen("exhibit", content: .object([("id", .string("x"))]))
      try await navigator.replaceContent(of: .root, with: unreadable)
      while let event = await events.next() {
        guard case .presence(let change) = event, change.presence == .failed else { continue }
        #expect(change.message == "content of 'exhibit': 'id' has to be a value of Int")
        break
      }
      await gate.open()
      try await log.wait { $0.count == 2 }
      try await navigator.replaceContent(of: .root, with: Exhibit(id: 3))
      try await log.wait { $0.count == 4 }
    }
    #expect(log.all == ["shows 2", #"content 2, screen "x""#, "shows 3", "content 3, screen 3"])
  }

  @Test("Who cannot read an element's content has no say about it: Back works, and no guard keeps it")
  func unreadable() async throws {
    let worker = ScreenWorker("gallery", location: location) {
      Hosts(Home.self) { screen in screen.didAppear() }
        .onHide("exhibit") { _, _ in .pop }
      Hosts(Exhibit.self) { screen in screen.didAppear() }
        .onBack { _, _ in .fail("not asked") }
        .onHide("exhibit") { _, _ in .fail("not asked") }
        .guarding { _, _ in .deny("stay") }
    }
    try await running(worker) { _ in
      let unreadable = AnyScreen("exhibit", content: .object([("id", .string("x"))]))
      try await navigator.replace(path: [AnyScreen("home"), unreadable])
      #expect(names(try await navigator.attempt(.hide("exhibit")).get()) == ["home"])
      try await navigator.replace(path: [AnyScreen("home"), unreadable])
      #expect(names(try await navigator.attempt(.back).get()) == ["home"])
    }
  }

  @Test("A screen knows whether it is on top, also where others lie above it")
  func visibility() async throws {
    let log = log
    let worker = ScreenWorker("player", location: location) {
      Hosts("player") { screen in
        log.add("begins \(screen.visibility)")
        for await visibility in screen.visibilities { log.add("\(visibility), \(screen.visibility)") }
        log.add("ends")
      }
    }
    try await running(worker) { _ in
      try await running(museum()) { _ in
        try await navigator.replace(path: AnyScreen("player"))
        try await log.wait { $0.contains("begins top") }
        try await navigator.go(to: Exhibit(id: 1), on: .root)
        try await log.wait { $0.contains("beneath, beneath") }
        try await navigator.goBack(to: .root)
        try await log.wait { $0.contains("top, top") }
        try await navigator.replace(path: Home())
        try await log.wait { $0.contains("ends") }
      }
    }
  }

  @Test("A guard allows and denies, and can be left unasked")
  func guards() async throws {
    let isDirty = Mutex(true)
    let worker = museum {
      Hosts("notes") { screen in for await _ in screen.contents {} }
        .guarding { _, screen in isDirty.withLock { $0 } ? .deny("unsaved notes", code: "dirty") : .allow }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Home(), AnyScreen("notes"))
      let outcome = try await navigator.attempt(.back)
      #expect(outcome.word == "vetoed")
      #expect(outcome.message == "unsaved notes")
      try await navigator.skippingGuards().back()
      try await navigator.replace(path: Home(), AnyScreen("notes"))
      isDirty.withLock { $0 = false }
      try await navigator.back()
    }
  }

  @Test("The most exact handler answers; nobody else is asked of what nobody registered for")
  func exact() async throws {
    let worker = museum {
      Hosts("list") { screen in for await _ in screen.contents {} }
        .onShow { ask, _ in .present(AnyScreen("any")) }
        .onShow("map") { _, _ in .push }
        .onHide { _, _ in .pop }
        .onChange { _, _ in .declined }
        .onBack { _, _ in .done }
        .standing([.show("help"): .present, .hide("help"): .dismiss(hard: false)])
        .preparing { _, _ in .allow }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: Home(), AnyScreen("list"))
      #expect(try await navigator.attempt(.show("map")).tip?.screen == AnyScreen("map"))
      let help = try await navigator.attempt(.show("help"))
      #expect(help.tip?.screen == AnyScreen("help", presentation: .sheet(allowsPush: false)))
      #expect(help.asked.map(\.standing) == [true])
      try await navigator.replace(path: Home(), AnyScreen("list"))
      #expect(try await navigator.attempt(.show("x")).tip?.screen.name == "any")
      try await navigator.replace(path: Home(), AnyScreen("list"))
      let back = try await navigator.attempt(.back)
      #expect(names(back.path) == ["home", "list"])
      #expect(back.asked.map(\.answer) == [.done])
    }
  }

  @Test("A handler that throws has failed; one that gives nonsense content too")
  func failures() async throws {
    let worker = museum {
      Hosts("list") { screen in for await _ in screen.contents {} }
        .onShow("a") { _, _ in throw ContentError(screen: "list", message: "no") }
        .onShow("b") { _, _ in .push(Exhibit(id: 1, zoom: .nan)) }
        .onShow("c") { _, _ in .fail("not for visitors", code: "closed") }
    }
    try await running(worker) { reports in
      try await navigator.replace(path: AnyScreen("list"))
      for (number, name) in (["a", "b", "c"] as [ScreenName]).enumerated() {
        let outcome = try await navigator.attempt(.show(name))
        #expect(outcome.reason == "handler", "\(name)")
        try await reports.wait { $0.compactMap(\.answer).count == number + 1 }
      }
      #expect(
        reports.all.compactMap(\.answer) == [
          .failed(code: "thrown", message: "content of 'list': no"),
          .failed(code: "content", message: "content of 'exhibit': 'zoom' has no JSON form: nan"),
          .failed(code: "closed", message: "not for visitors"),
        ])
    }
  }

  @Test("A handler is cancelled when the coordinator stops waiting, and the next worker is asked")
  func cancelled() async throws {
    let hung = ScreenWorker("hung", location: location) {
      Hosts("list") { screen in for await _ in screen.contents {} }
        .onShow { _, _ in
          await Gate().wait()
          return .push
        }
        .deadline(.milliseconds(50))
    }
    try await running(museum()) { _ in
      try await running(hung) { reports in
        try await navigator.replace(path: Home(), AnyScreen("list"))
        let outcome = try await navigator.attempt(.show("exhibit"))
        #expect(outcome.asked.map(\.answer) == [.noAnswer, .push])
        #expect(outcome.isAsAsked)
        try await reports.wait { $0.contains(where: \.isAbandoned) }
      }
    }
  }

  @Test("A handler that says how long it works is waited for beyond its deadline")
  func working() async throws {
    let (log, gate) = (log, Gate())
    let parts = WorkerParts {
      Hosts("exhibit") { screen in for await _ in screen.contents {} }
      Hosts("list") { screen in for await _ in screen.contents {} }
        .onShow { ask, _ in
          ask.working(for: .seconds(60))
          log.add("working")
          await gate.wait()
          return .push
        }
        .deadline(.seconds(20))
    }
    let worker = ScreenWorker("museum", location: location) { parts }
    let other = try Navigator.connect(location, name: "other").timeout(.seconds(30))
    try await running(worker) { _ in
      try await navigator.replace(path: AnyScreen("list"))
      async let slow = navigator.timeout(.seconds(60)).deadline(.seconds(120)).attempt(.show("exhibit"))
      try await log.wait { $0.contains("working") }
      // What the worker says next is answered when the coordinator has read that.
      try worker.update { parts }
      try await worker.registered()
      let behind = try await other.deadline(.seconds(21)).queue(.back)
      // Beyond both deadlines; what is left of the minute is for a busy machine.
      await coordinator.advance(by: .seconds(22))
      #expect(try await other.outcome(of: behind).outcome?.kind == .timedOut(phase: .queue, who: nil))
      await gate.open()
      #expect(try await slow.isAsAsked)
    }
  }

  @Test("A command from inside an ask is queued behind it; waiting there for an outcome is an error")
  func nested() async throws {
    let log = log
    let navigator = navigator
    let worker = museum {
      Hosts("list") { screen in for await _ in screen.contents {} }
        .onShow("map") { _, _ in
          do throws(NavigatorError) {
            try await navigator.back()
          } catch {
            log.add("\(error.code)")
          }
          _ = try await navigator.queue(.go(to: AnyScreen("legend"), on: AnyScreen("map")))
          return .push
        }
    }
    try await running(worker) { _ in
      var states = PathObserver(at: location).states.makeAsyncIterator()
      try await navigator.replace(path: AnyScreen("list"))
      try await navigator.show("map")
      while let state = await states.next(), names(state.path) != ["list", "map", "legend"] {}
      #expect(log.all == ["insideAsk"])
    }
  }

  @Test("A redirect parks the command; resuming it leads on")
  func redirect() async throws {
    let isLoggedIn = Mutex(false)
    let navigator = navigator
    let parked = Mutex<CommandID?>(nil)
    let worker = museum {
      Hosts("list") { screen in for await _ in screen.contents {} }
        .onShow("secret") { ask, _ in
          if isLoggedIn.withLock({ $0 }) { return .push }
          parked.withLock { $0 = ask.command }
          return .redirect(.go(to: AnyScreen("login"), on: AnyScreen("list")))
        }
      Hosts("login") { screen in
        isLoggedIn.withLock { $0 = true }
        if let command = parked.withLock({ $0 }) { try await navigator.resume(command) }
      }
    }
    try await running(worker) { _ in
      try await navigator.replace(path: AnyScreen("list"))
      #expect(names(try await navigator.attempt(.show("secret")).get()).last == "secret")
    }
  }
}
