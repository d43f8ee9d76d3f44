// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("A navigator and a coordinator", .timeLimit(.minutes(20)))
struct NavigatorTests {
  let coordinator: Sandbox
  let navigator: Navigator

  init() async throws {
    coordinator = try await Sandbox.patient()
    navigator = try Navigator.connect(.runtimeFolder(coordinator.folder), name: "test").timeout(.seconds(30))
  }

  @Test("Verbs lead where they say, and each has its outcome")
  func verbs() async throws {
    #expect(names(try await navigator.attempt(.replace(path: Home(), List())).get()) == ["home", "list"])
    let gone = try await navigator.attempt(.go(to: Exhibit(id: 7), on: List()))
    #expect(gone.kind == .committed)
    #expect(names(gone.path) == ["home", "list", "exhibit"])
    let exhibit = try #require(gone.tip)
    try await navigator.replaceContent(of: exhibit.id, with: Exhibit(id: 8))
    try await navigator.replace(screen: Exhibit(id: 8), with: Exhibit(id: 9))
    try await navigator.go(to: [Exhibit(id: 9), Feedback()], on: List())
    try await navigator.dismiss(screen: Feedback())
    try await navigator.didAppear(exhibit.id)
    #expect(names(try await navigator.attempt(.goBack(to: Home())).get()) == ["home"])
    #expect(try await navigator.attempt(.back).kind == .unchanged(.atRoot))
    #expect(try await navigator.attempt(.dismiss(id: exhibit.id)).kind == .unchanged(.targetNotFound))
    #expect(try await navigator.attempt(.dismissSuccessor(of: Home())).kind == .unchanged(.same))
    #expect(try await navigator.attempt(.show("map")).kind == .unhandled)
    #expect(try await navigator.attempt(.hide("map")).kind == .unchanged(.targetNotFound))
    #expect(try await navigator.attempt(.start("login")).kind == .unhandled)
    #expect(try await navigator.attempt(.navigate(to: [])).kind == .rejected(.emptyRoute))
    #expect(try await navigator.attempt(.select("a", of: Home())).kind == .unchanged(.targetNotFound))
  }

  @Test("An outcome that is not as asked is thrown by get(), and by every short form")
  func notAsAsked() async throws {
    try await navigator.replace(path: Home())
    let outcome = try await navigator.attempt(.show("map"))
    let error = #expect(throws: NavigatorError.self) { try outcome.get() }
    #expect(error?.code == .notAsAsked && error?.outcome == outcome && error?.commandID == outcome.id)
    let short = await #expect(throws: NavigatorError.self) { try await navigator.show("map") }
    #expect(short?.code == .notAsAsked && short?.outcome?.kind == .unhandled)
    let queued = await #expect(throws: NavigatorError.self) { try await navigator.scene("x").queue(.show("map")) }
    #expect(queued?.code == .notAsAsked && queued?.outcome?.kind == .rejected(.unknownScene))
  }

  @Test("A batch is one transaction")
  func batch() async throws {
    try await navigator.replace(path: Home())
    let outcome = try await navigator.attempt(
      .batch([.go(to: List(), on: Home()), .go(to: AnyScreen("map"), on: .root)]))
    #expect(names(outcome.path) == ["home", "map"])
    #expect(outcome.revision == 2)
    let error = await #expect(throws: NavigatorError.self) { try await navigator.batch([.show("map")]) }
    #expect(error?.code == .refused)
    #expect(error?.message == "'show map' cannot be part of a batch: the coordinator does not decide it alone")
  }

  @Test("A branch at an index below 0 is refused before anything is sent")
  func branchIndex() async throws {
    let error = await #expect(throws: NavigatorError.self) {
      try await navigator.insertBranch(path: [AnyScreen("map")], at: -1, of: Home())
    }
    #expect(error?.code == .refused && error?.commandID == nil)
    #expect(error?.message == "a branch cannot be at index -1: they count from 0")
  }

  @Test("Modifiers reach the coordinator")
  func modifiers() async throws {
    let first = try await navigator.attempt(.replace(path: Home()))
    try await navigator.go(to: List(), on: Home())
    #expect(try await navigator.expecting(.revision(first.revision)).attempt(.back).kind == .conflict)
    let elsewhere = try await navigator.scene("cluster").because("a test").attempt(.replace(path: Home()))
    #expect(elsewhere.scene == "cluster")
    let command = try navigator.deadline(.seconds(1)).when(busy: .supersede).until(.appeared).skippingGuards()
      .stepwise().because("why").scene("x").expecting(.top(ElementID(3))).command(for: .back)
    #expect(command.deadline == .seconds(1) && command.ifBusy == .supersede && command.until == .appeared)
    #expect(command.skipsGuards && command.stepwise && command.because == "why" && command.scene == "x")
    #expect(command.expecting == .top(ElementID(3)))
    #expect(try navigator.command(for: .back).id.sequence == command.id.sequence + 1)
  }

  @Test("The outcome of a command can be asked for later, by a unique ending of its id")
  func outcomeOf() async throws {
    let outcome = try await navigator.attempt(.replace(path: Home()))
    #expect(try await navigator.outcome(of: outcome.id) == .outcome(outcome))
    let ending = String(outcome.id.description.suffix(6))
    #expect(try await navigator.findOutcome(idEnding: ending) == .outcome(outcome))
    let unseen = Status(id: "never-sent", state: .notSeen)
    #expect(try await navigator.findOutcome(idEnding: "never-sent") == .status(unseen))
  }

  @Test("A sealed id can never run")
  func seal() async throws {
    let command = try navigator.command(for: .replace(path: Home()))
    let sealed = try await navigator.outcome(of: command.id, seal: true)
    #expect(try #require(sealed.outcome).reason == "lost")
    #expect(try await !navigator.attempt(command).isAsAsked)
    #expect(try await navigator.snapshot().isEmpty)
  }

  @Test("An ending is sealed only where it stands for a command that is known")
  func sealEnding() async throws {
    let outcome = try await navigator.attempt(.replace(path: Home()))
    let ending = String(outcome.id.description.suffix(6))
    #expect(try await navigator.findOutcome(idEnding: ending, seal: true) == .outcome(outcome))
    #expect(try await navigator.outcome(of: outcome.id) == .outcome(outcome))
    let refused = await #expect(throws: NavigatorError.self) {
      try await navigator.findOutcome(idEnding: "QQQQ-1", seal: true)
    }
    #expect(refused?.code == .refused)
    let unseen = Status(id: "QQQQ-1", state: .notSeen)
    #expect(try await navigator.findOutcome(idEnding: "QQQQ-1") == .status(unseen))
    #expect(try await navigator.findOutcome(idEnding: "my-line", seal: true).outcome?.reason == "lost")
  }

  @Test("The same command twice has one outcome")
  func twice() async throws {
    let command = try navigator.command(for: .replace(path: Home()))
    async let one = navigator.attempt(command)
    async let two = navigator.attempt(command)
    let outcomes = try await [one, two]
    #expect(outcomes[0] == outcomes[1])
    #expect(outcomes[0].revision == 1)
  }

  @Test("Snapshots and reports are answered")
  func questions() async throws {
    try await navigator.replace(path: Home())
    let states = try await navigator.snapshot()
    #expect(states.map(\.scene) == ["main"])
    #expect(states.map(\.revision) == [1])
    #expect(try await navigator.scenes().map(\.path) == ["home"])
    #expect(try await navigator.scenes("nowhere").isEmpty)
    let status = try await navigator.status()
    #expect(!status.version.isEmpty && !status.requiresHosts && status.counters.commits == 1)
    #expect(status.scenes.map(\.revision) == [1] && status.workers.isEmpty)
    #expect(try await navigator.workers().isEmpty)
    #expect(try await navigator.tree().isEmpty)
    #expect(try await navigator.plan().isEmpty)
  }

  @Test("Without an answer the error says that it is unknown what became of the command, and which")
  func noAnswer() async throws {
    await coordinator.pause()
    let command = try navigator.command(for: .back)
    let error = await #expect(throws: NavigatorError.self) {
      try await navigator.timeout(.milliseconds(50)).attempt(command)
    }
    #expect(error?.code == .noAnswer)
    #expect(error?.commandID == command.id)
    let question = await #expect(throws: NavigatorError.self) {
      try await navigator.timeout(.milliseconds(50)).snapshot()
    }
    #expect(question?.code == .noAnswer)
  }

  @Test("Without an answer about a command the error names it; a resume is one itself, and has an outcome")
  func noAnswerAbout() async throws {
    let parked = try navigator.command(for: .back).id
    await coordinator.pause()
    let resumed = await #expect(throws: NavigatorError.self) {
      try await navigator.timeout(.milliseconds(50)).resume(parked)
    }
    #expect(resumed?.code == .noAnswer)
    #expect(resumed?.message == "no answer in time: whether \(parked) is resumed is unknown")
    let cancelled = await #expect(throws: NavigatorError.self) {
      try await navigator.timeout(.milliseconds(50)).cancel(parked)
    }
    #expect(cancelled?.code == .noAnswer && cancelled?.commandID == parked)
    coordinator.resume()
    let id = try #require(resumed?.commandID)
    #expect(id != parked)
    // The question may not have left; then nobody has seen it.
    let finding = try await navigator.outcome(of: id, seal: true)
    #expect(["notParked", "lost"].contains(finding.outcome?.reason), "\(finding)")
  }

  @Test("A command that has been forgotten may have run: that its outcome is unknown is what the error says")
  func forgotten() async throws {
    let first = try navigator.command(for: .replace(path: Home()))
    var second = try navigator.command(for: .back)
    second.ackedBelow = second.id.sequence
    // Of its own commands a connection says itself which it has seen the outcomes of.
    let other = try Navigator.connect(.runtimeFolder(coordinator.folder), name: "other").timeout(.seconds(30))
    #expect(try await other.attempt(first).isAsAsked)
    _ = try await other.attempt(second)
    let copy = await #expect(throws: NavigatorError.self) { try await other.attempt(first) }
    #expect(copy?.code == .noAnswer && copy?.commandID == first.id && copy?.refusal?.code == .outsideWindow)
    #expect(
      copy?.message.hasSuffix("its outcome is no longer known: whether \(first.id) ran is unknown") == true,
      "\(copy?.message ?? "")")
    let cancelled = await #expect(throws: NavigatorError.self) { try await other.cancel(first.id) }
    #expect(cancelled?.code == .noAnswer && cancelled?.refusal?.code == .outsideWindow)
  }

  @Test("A question whose task is cancelled is withdrawn, and not unanswered")
  func cancelledQuestion() async throws {
    await coordinator.pause()
    let parked = try navigator.command(for: .back).id
    let asking = Task { [navigator] in try await navigator.resume(parked) }
    asking.cancel()
    let error = await #expect(throws: NavigatorError.self) { try await asking.value }
    #expect(error?.code == .withdrawn && error?.commandID != nil)
    #expect(error?.message == "the task that asked is cancelled: whether \(parked) is resumed is unknown")
    let cancelling = Task { [navigator] in try await navigator.cancel(parked) }
    cancelling.cancel()
    let withdrawing = await #expect(throws: NavigatorError.self) { try await cancelling.value }
    #expect(withdrawing?.message == "the task that asked is cancelled: whether \(parked) is withdrawn is unknown")
    // Of the route nothing becomes unknown by it.
    let reading = Task { [navigator] in try await navigator.snapshot() }
    reading.cancel()
    let read = await #expect(throws: NavigatorError.self) { try await reading.value }
    #expect(read?.code == .withdrawn && read?.message == "the task that asked is cancelled")
  }

  @Test("Two tasks that send one command wait each for its own time at least, and share its outcome")
  func twoTasks() async throws {
    await coordinator.pause()
    let command = try navigator.command(for: .replace(path: Home()))
    let first = Task { [navigator] in try await navigator.timeout(.milliseconds(300)).attempt(command) }
    _ = await #expect(throws: NavigatorError.self) { try await navigator.timeout(.milliseconds(25)).snapshot() }
    let second = Task { [navigator] in try await navigator.attempt(command) }
    // By its end the time of the first one is over.
    _ = await #expect(throws: NavigatorError.self) { try await navigator.timeout(.milliseconds(400)).snapshot() }
    coordinator.resume()
    #expect(try await second.value.isAsAsked)
    _ = try? await first.value
  }

  @Test("Another command under the id of one that is under way is refused, as by a coordinator; the first one goes on")
  func reusedID() async throws {
    await coordinator.pause()
    let command = try navigator.command(for: .replace(path: Home()))
    var other = command
    other.verb = .back
    let first = Task.immediate { [navigator] in try await navigator.attempt(command) }
    let early = try await navigator.attempt(other)
    #expect(early.id == command.id && early.kind == .rejected(.idReused))
    let gate = Gate()
    let cancelled = Task { [navigator, other] in
      await gate.wait()
      return try await navigator.attempt(other)
    }
    cancelled.cancel()
    #expect(try await cancelled.value.kind == .rejected(.idReused), "it withdraws itself alone")
    coordinator.resume()
    #expect(try await first.value.isAsAsked)
    let late = try await navigator.attempt(other)
    #expect(late.kind == early.kind && late.message == early.message, "\(late)")
    #expect(try await navigator.attempt(command).isAsAsked)
  }

  @Test("A late answer is found by the copies")
  func late() async throws {
    await coordinator.pause()
    async let outcome = navigator.attempt(.replace(path: Home()))
    _ = await #expect(throws: NavigatorError.self) { try await navigator.timeout(.milliseconds(300)).snapshot() }
    coordinator.resume()
    #expect(try await outcome.revision == 1)
  }

  @Test("A coordinator that ends and comes back is found again, and the command is carried out")
  func restart() async throws {
    try await navigator.replace(path: Home())
    try await coordinator.kill()
    async let outcome = navigator.attempt(.replace(path: Home(), List()))
    try await coordinator.restart()
    #expect(names(try await outcome.get()) == ["home", "list"])
  }

  @Test("A navigator that is closed answers nobody any more")
  func close() async throws {
    await coordinator.pause()
    let command = try navigator.command(for: .back)
    let waiting = Task { try await navigator.attempt(command) }
    await navigator.close()
    let first = await #expect(throws: NavigatorError.self) { try await waiting.value }
    #expect(first?.code == .withdrawn)
    let later = await #expect(throws: NavigatorError.self) { try await navigator.back() }
    #expect(later?.code == .withdrawn)
  }

  @Test("A task on the connection's thread stays there from verb to verb")
  func executor() async throws {
    try await withTaskExecutorPreference(navigator.executor) {
      let thread = currentThread()
      try await navigator.replace(path: Home())
      for _ in 0..<10 {
        try await navigator.go(to: List(), on: Home())
        try await navigator.back()
        #expect(currentThread() == thread)
      }
    }
  }

  @Test("A task on the connection's thread can close it, and goes on elsewhere")
  func closingExecutor() async throws {
    let navigator = navigator
    let error = try await withTaskExecutorPreference(navigator.executor) {
      try await navigator.replace(path: Home())
      await navigator.close()
      await Task.yield()
      return await #expect(throws: NavigatorError.self) { try await navigator.show("map") }
    }
    #expect(error?.code == .withdrawn)
  }

  @Test("Content without a JSON form is refused before anything is sent")
  func content() async throws {
    let error = await #expect(throws: NavigatorError.self) {
      try await navigator.replace(path: Exhibit(id: 1, zoom: .nan))
    }
    #expect(error?.code == .content)
  }

  @Test("Debugging tells of each verb and the path after it, also of those that change nothing")
  func debug() async throws {
    let told = Recorder<String>()
    let talkative = navigator.debug(log: { told.add($0) }, dumpPath: { told.add($0.description) })
    try await talkative.replace(path: Home(), List())
    _ = try await talkative.attempt(.show("map"))
    #expect(
      told.all == [
        "Sent replace home/list: committed.\nNew path:", "home/list",
        "Sent show map: unhandled: nobody handles 'show map'.\nNew path:", "home/list",
      ])
  }

  @Test("What is no name cannot be a client's", arguments: ["", "7up", "a b"])
  func badName(_ name: String) {
    let error = #expect(throws: NavigatorError.self) {
      try Navigator.connect(.runtimeFolder(coordinator.folder), name: name)
    }
    #expect(error?.code == .refused)
  }
}

private func currentThread() -> UInt { UInt(pthread_self()) }
