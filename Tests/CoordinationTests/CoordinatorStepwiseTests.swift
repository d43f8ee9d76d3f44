// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: stepwise commands")
struct CoordinatorStepwiseTests {
  /// home, and a stepwise show of two screens that has committed the first.
  static func open(_ names: [ScreenName] = ["list", "detail"]) throws -> (bench: Bench, id: CommandID) {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let id = bench.command(.show(names)) { $0.stepwise = true }
    try bench.answer(.instruction(.push(nil)), by: "home")
    return (bench, id)
  }

  @Test("Each step is a commit of its own; the outcome names them all")
  func steps() throws {
    var (bench, id) = try Self.open()
    #expect(bench.path == "home/list")
    #expect(bench.ending(of: id) == "")
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.path == "home/list/detail")
    #expect(bench.outcome(of: id)?.revisions == [2, 3])
    #expect(bench.outcome(of: id)?.kind == .committed)
    #expect(bench.verdicts(of: "home").map(\.used) == [true, true])
  }

  @Test("What was done stays done when a later step fails")
  func laterStepFails() throws {
    var (bench, id) = try Self.open()
    try bench.answer(.declined, by: "home")
    #expect(bench.ending(of: id) == "unhandled")
    #expect(bench.outcome(of: id)?.revisions == [2])
    #expect(bench.path == "home/list")
  }

  @Test("A restart between two steps ends it with what it has done; a retry gets that and repeats no step")
  func restart() throws {
    var (bench, id) = try Self.open()
    bench.restart()
    bench.command(.show(["list", "detail"]), id: id) { $0.stepwise = true }
    #expect(bench.ending(of: id) == "failed restarted")
    #expect(bench.outcome(of: id)?.revisions == [2])
    #expect(bench.path == "home/list")
  }

  @Test("A query tells what it has committed so far")
  func query() throws {
    var (bench, id) = try Self.open()
    bench.client(sends: .query(Query(id: id.description)))
    #expect(bench.take("client") == [.status(Status(id: id.description, state: .pending, revisions: [2]))])
  }

  @Test("A cancel ends it after the present step")
  func cancel() throws {
    var (bench, id) = try Self.open(["a", "b", "c"])
    bench.client(sends: .cancel(Cancel(id: id)))
    #expect(bench.ending(of: id) == "")
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: id) == "cancelled")
    #expect(bench.outcome(of: id)?.revisions == [2, 3])
    #expect(bench.path == "home/a/b")
  }

  @Test("Until appeared: the elements of all its steps are waited for")
  func appears() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.register("a", ["a": Routable()])
    bench.replace("home")
    let id = bench.command(.show(["a", "b"])) { command in
      command.stepwise = true
      command.until = .appeared
    }
    try bench.answer(.instruction(.push(nil)), by: "home")
    try bench.answer(.instruction(.done), by: "home")
    #expect(bench.ending(of: id) == "", "a has not appeared")
    bench.process("a", sends: .appeared(Appeared(scene: "main", elements: [ElementID(1)])))
    #expect(bench.outcome(of: id)?.appeared == true)
  }

  @Test("One that supersedes waits for the end of the present step")
  func supersede() throws {
    var (bench, id) = try Self.open(["a", "b", "c"])
    let superseder = bench.command(.back) { $0.ifBusy = .supersede }
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.outcome(of: id)?.kind == .superseded(by: superseder))
    #expect(bench.ending(of: superseder) == "committed")
    #expect(bench.path == "home/a")
  }

  @Test("One that supersedes it comes before others that wait; a later one that supersedes takes that place")
  func supersedePlace() throws {
    var (bench, id) = try Self.open(["a", "b", "c"])
    let patient = bench.command(.back, from: "patient")
    let first = bench.command(.back, from: "a") { $0.ifBusy = .supersede }
    let second = bench.command(.show(["other"]), from: "b") { $0.ifBusy = .supersede }
    #expect(bench.outcome(of: first)?.kind == .superseded(by: second))
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.outcome(of: id)?.kind == .superseded(by: second))
    #expect(bench.ending(of: patient) == "")
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: second) == "committed")
    #expect(bench.ending(of: patient) == "committed")
  }

  @Test("One that supersedes and ends before its turn, by cancel or by time, lets it go on", arguments: [true, false])
  func supersederEnds(isCancelled: Bool) throws {
    var (bench, id) = try Self.open(["a", "b"])
    bench.process("home", sends: .working(Working(token: Ask.Token(epoch: 1, number: 2), ms: 60_000)))
    let superseder = bench.command(.back, from: "other") { command in
      command.ifBusy = .supersede
      command.deadlineMs = 1000
    }
    if isCancelled { bench.client("other", sends: .cancel(Cancel(id: superseder))) } else { bench.pass(1000) }
    #expect(bench.ending(of: superseder) == (isCancelled ? "cancelled" : "timedOut"))
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home/a/b")
  }

  @Test("A superseder whose time is over in the same late turn as the ask of the step does not end the walk")
  func supersederIsLate() throws {
    var (bench, id) = try Self.open(["a", "b"])
    let superseder = bench.command(.back, from: "other") { command in
      command.ifBusy = .supersede
      command.deadlineMs = 700
    }
    bench.now = bench.now.advanced(byMs: 750)
    bench.feed(.tick)
    #expect(bench.ending(of: superseder) == "timedOut")
    #expect(bench.outcome(of: id)?.kind != .superseded(by: superseder), "\(bench.ending(of: id))")
  }

  @Test("It cannot be parked once it has committed a step")
  func park() throws {
    var (bench, id) = try Self.open()
    try bench.answer(.redirect(to: .back, within: .milliseconds(1000)), by: "home")
    #expect(bench.ending(of: id) == "vetoed redirected")
    #expect(bench.outcome(of: id)?.revisions == [2])
  }

  @Test("A step whose time runs out names the revisions before it")
  func timesOut() throws {
    var (bench, id) = try Self.open()
    bench.process("home", sends: .working(Working(token: Ask.Token(epoch: 1, number: 2), ms: 60_000)))
    bench.pass(3000)
    #expect(bench.ending(of: id) == "timedOut")
    #expect(bench.outcome(of: id)?.revisions == [2])
  }

  @Test("Guards are asked for each step by itself")
  func guardsPerStep() throws {
    var bench = Bench()
    var guarded = Routable.asked
    guarded.guards = true
    bench.register("many", ["home": .asked, "a": guarded, "b": guarded])
    bench.replace("home/a/b")
    let id = bench.command(.navigate(["home"])) { $0.stepwise = true }
    try bench.answer(.instruction(.pop), by: "many")
    try bench.answer(.allow, by: "many")
    #expect(bench.path == "home/a")
    try bench.answer(.instruction(.pop), by: "many")
    try bench.answer(.deny(code: nil, message: nil), by: "many")
    #expect(bench.ending(of: id) == "vetoed guard")
    #expect(bench.trace(of: id) == ["b: hide b pop", "b: leave allow", "a: hide a pop", "a: leave deny"])
    #expect(bench.path == "home/a")
  }
}
