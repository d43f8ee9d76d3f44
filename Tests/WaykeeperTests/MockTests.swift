// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("Navigators for tests")
struct MockTests {
  @Test("A mock records each verb as a value and says committed")
  func records() async throws {
    let sent = SentCommands()
    let navigator = Navigator.mock(recording: sent)
    try await navigator.show("list", "map", animated: true)
    try await navigator.scene("cluster").go(to: Exhibit(id: 7), on: Home())
    let id = try await navigator.queue(.back)
    #expect(sent.verbs == [.show("list", "map", animated: true), .go(to: Exhibit(id: 7), on: Home()), .back])
    #expect(sent.verbs != [.show("list", "map"), .go(to: Exhibit(id: 7, zoom: .nan), on: Home()), .back])
    #expect(sent.commands.map(\.scene) == ["main", "cluster", "main"])
    #expect(sent.commands[0].animated)
    #expect(sent.commands[2].id == id)
  }

  @Test("Context is a literal, a value of one's own type, or JSON, and a handler reads it as one's own type")
  func context() async throws {
    let sent = SentCommands()
    let navigator = Navigator.mock(recording: sent)
    try await navigator.show("exhibit", context: Exhibit(id: 7))
    try await navigator.hide("exhibit", context: ["id": 7])
    try await navigator.navigate(to: ["home"], context: .object([("id", .integer(7)), ("zoom", .integer(1))]))
    try await navigator.start("home", context: [1, 2])
    #expect(
      sent.verbs == [
        .show("exhibit", context: Exhibit(id: 7)), .hide("exhibit", context: ["id": 7]),
        .navigate(to: ["home"], context: Exhibit(id: 7)), .start("home", context: [1, 2]),
      ])
    #expect(sent.commands[1].context == .object([("id", .integer(7))]))
    let error = await #expect(throws: NavigatorError.self) { try await navigator.show("a", context: Double.infinity) }
    #expect(error?.code == .content)
  }

  @Test("A mock answers each verb as told")
  func answers() async throws {
    let navigator = Navigator.mock { command in
      switch command.verb {
      case .show(["admin"]): .unhandled
      case .hide: .vetoed("unsaved notes")
      case .back: .rejected(.rootCannotBeHidden)
      default: .committed(AnyScreen("home"), AnyScreen("list"))
      }
    }
    #expect(try await navigator.attempt(.show("admin")).kind == .unhandled)
    #expect(try await navigator.attempt(.hide("list")).message == "unsaved notes")
    #expect(try await navigator.attempt(.back).reason == "rootCannotBeHidden")
    #expect(names(try await navigator.attempt(.show("list")).get()) == ["home", "list"])
  }

  @Test("Of a queued verb a mock throws what a coordinator refuses at once, and not how it ends later")
  func queued() async throws {
    for answer in [MockAnswer.vetoed("unsaved notes"), .unhandled, .rejected(.rootCannotBeHidden)] {
      _ = try await Navigator.mock { _ in answer }.queue(.back)
    }
    for answer in [MockAnswer.outcome(.busy), .rejected(.invalid)] {
      let error = await #expect(throws: NavigatorError.self) {
        try await Navigator.mock { _ in answer }.queue(.back)
      }
      #expect(error?.code == .notAsAsked)
    }
  }

  @Test("A dry run of a mock says success nowhere, as a coordinator's does")
  func dryRun() async throws {
    let sent = SentCommands()
    let navigator = Navigator.mock(recording: sent) { command in
      if case .open = command.verb { .rejected(.notInTree) } else { .committed(AnyScreen("home")) }
    }
    .dryRun()
    let error = await #expect(throws: NavigatorError.self) { try await navigator.show("x") }
    #expect(error?.outcome?.kind == .rejected(.unsupported))
    #expect(try await navigator.attempt(.back).kind == .rejected(.unsupported))
    let replaced = try await navigator.attempt(.replace(path: Home()))
    #expect(replaced.kind == .unchanged(.dryRun) && replaced.elements.isEmpty && !replaced.isAsAsked)
    #expect(try await navigator.attempt(.open("museum://x")).kind == .rejected(.notInTree))
    #expect(sent.verbs == [.show("x"), .back, .replace(path: Home()), .open("museum://x")])
    try await Sandbox.run { sandbox in
      let dry = sandbox.navigator.dryRun()
      #expect(try await dry.attempt(.replace(path: Home())).kind == .unchanged(.dryRun))
      let shown = try await dry.attempt(.show("x"))
      let mocked = try await navigator.attempt(.show("x"))
      #expect(shown.kind == mocked.kind && shown.message == mocked.message)
    }
  }

  @Test("A mock records what is resumed and what is cancelled, and answers as a coordinator does")
  func resumedAndCancelled() async throws {
    let sent = SentCommands()
    let navigator = Navigator.mock(recording: sent)
    let queued = try await navigator.scene("cluster").queue(.show("map"))
    let parked = try #require(CommandID("parked"))
    try await navigator.resume(parked)
    let resumed = try await navigator.attemptResume(queued)
    #expect(resumed.kind == .unchanged(.same) && resumed.message == "\(queued) goes on" && resumed.scene == "cluster")
    #expect(resumed.id != queued)
    let cancelled = try await navigator.cancel(queued)
    #expect(cancelled.kind == .cancelled && cancelled.id == queued && cancelled.scene == "cluster")
    #expect(sent.resumed == [parked, queued] && sent.cancelled == [queued] && sent.verbs == [.show("map")])
    let error = await #expect(throws: NavigatorError.self) { try await navigator.snapshot() }
    #expect(error?.code == .notMocked)
    await navigator.close()
    await #expect(throws: NavigatorError.self) { try await navigator.resume(parked) }
    await #expect(throws: NavigatorError.self) { try await navigator.cancel(parked) }
    #expect(sent.resumed.count == 2 && sent.cancelled.count == 1)
    try await Sandbox.run { sandbox in
      let scripted = ScriptedWorker("museum", showing: "home", at: sandbox.location) { ask in
        ask.question.description == "show secret" ? .redirect(.go(to: AnyScreen("login"), on: Home())) : nil
      }
      try await sandbox.run(scripted.worker) {
        try await sandbox.navigator.replace(path: Home())
        let real = try await sandbox.navigator.queue(.show("secret"))
        try await sandbox.expectPath("home/login")
        let outcome = try await sandbox.navigator.attemptResume(real)
        #expect(outcome.kind == resumed.kind && outcome.message == "\(real) goes on")
        #expect(try await sandbox.navigator.cancel(real).kind == cancelled.kind)
      }
    }
  }

  @Test("A verb of a task that is cancelled ends as cancelled, unseen by a mock as by a coordinator")
  func withdrawn() async throws {
    let sent = SentCommands()
    let parked = try #require(CommandID("parked"))
    try await Sandbox.run { sandbox in
      for navigator in [Navigator.mock(recording: sent), sandbox.navigator] {
        let gate = Gate()
        let task = Task {
          await gate.wait()
          let outcome = try await navigator.attempt(.replace(path: Home()))
          #expect(outcome.kind == .cancelled && outcome.message == "sealed before it was seen", "\(outcome)")
          let queued = await #expect(throws: NavigatorError.self) { try await navigator.queue(.replace(path: Home())) }
          #expect(queued?.outcome?.kind == .cancelled)
          let asked = await #expect(throws: NavigatorError.self) { try await navigator.resume(parked) }
          #expect(asked?.code == .withdrawn)
        }
        task.cancel()
        try await task.value
      }
      #expect(try await sandbox.path.elements.isEmpty)
    }
    #expect(sent.commands.isEmpty && sent.resumed.isEmpty)
  }

  @Test("A mock that was closed takes no verb")
  func closed() async throws {
    let sent = SentCommands()
    let navigator = Navigator.mock(recording: sent)
    try await navigator.back()
    await navigator.scene("cluster").close()
    for body: @Sendable () async throws -> Void in [
      { try await navigator.back() }, { _ = try await navigator.queue(.back) }, { _ = try await navigator.snapshot() },
    ] {
      let error = await #expect(throws: NavigatorError.self) { try await body() }
      #expect(error?.code == .withdrawn && error?.message == "the navigator was closed")
    }
    #expect(sent.verbs == [.back])
  }

  @Test("A mock can have no answer")
  func throwing() async {
    let navigator = Navigator.mock { (command) throws(NavigatorError) in
      throw NavigatorError(.noAnswer, "test", commandID: command.id)
    }
    let error = await #expect(throws: NavigatorError.self) { try await navigator.back() }
    #expect(error?.code == .noAnswer)
  }

  @Test(
    "Inside a handler a mock refuses to wait, as the coordinator's navigator does, and queues", .timeLimit(.minutes(20))
  )
  func insideAsk() async throws {
    let (sent, drives, codes) = (SentCommands(), RecordingDriver(), Recorder<String>())
    let mock = Navigator.mock(recording: sent)
    @Sendable func code(of body: () async throws -> Void) async {
      do {
        try await body()
        codes.add("none")
      } catch {
        codes.add("\((error as? NavigatorError)?.code.description ?? "\(error)")")
      }
    }
    try await Sandbox.run { sandbox in
      let worker = ScreenWorker("museum", location: sandbox.location) {
        Hosts(Home.self) { screen in
          await code { try await mock.show("legend") }
          screen.didAppear()
        }
        .onShow("map") { ask, _ in
          await code { try await mock.back() }
          await code { try await mock.resume(ask.command) }
          await code { try await drives.driveTo("help") }
          await code { try await sandbox.navigator.back() }
          _ = try await mock.queue(.show("list"))
          return .push
        }
      }
      try await sandbox.run(worker) {
        try await sandbox.navigator.until(.appeared).replace(path: Home())
        try await sandbox.navigator.show("map")
      }
    }
    #expect(codes.all == ["none", "insideAsk", "insideAsk", "insideAsk", "insideAsk"])
    #expect(sent.verbs == [.show("legend"), .show("list")])
    #expect(drives.verbs.isEmpty)
  }

  @Test("A stub fails the test, and names what it was told")
  func stub() async {
    let failures = Recorder<String>()
    let navigator = Navigator.stub { failures.add($0) }
    _ = await #expect(throws: NavigatorError.self) { try await navigator.show("list") }
    _ = await #expect(throws: NavigatorError.self) { try await navigator.queue(.back) }
    _ = await #expect(throws: NavigatorError.self) { try await navigator.snapshot() }
    #expect(
      failures.all.map { $0.prefix { $0 != "," } } == [
        "'show list' was sent to scene 'main'", "'back' was queued for scene 'main'",
        "the question 'snapshotRequest' was asked",
      ])
  }
}
