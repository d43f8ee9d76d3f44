// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: what a gate wants first, when its command leaves the gate")
struct CoordinatorGateVerbTests {
  private static let link = Verb.open("museum://login")

  /// A link to login, whose host is not there.
  private static func settings(_ settings: inout Settings) {
    settings.startHostWaitMs = 10_000
    settings.links = LinkReading(
      schemes: ["museum"], patterns: [CoordinatorLinkTests.pattern("login", "home/login")])
  }

  /// home, whose handler wants the link first; a command that it has parked.
  private static func waiting() throws -> (bench: Bench, id: CommandID) {
    var bench = Bench(requiresHosts: true, settings)
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let id = bench.command(.show(["account"]))
    try bench.answer(.redirect(to: link, within: .seconds(5)), by: "home")
    return (bench, id)
  }

  /// How the links ended, as the journal has them.
  private static func endingsOfLinks(_ bench: Bench) -> [Outcome.Kind] {
    bench.records.compactMap {
      if case .decided(let record) = $0, record.verb.hasPrefix("open ") { record.outcome.kind } else { nil }
    }
  }

  /// How a parked command leaves its gate.
  enum Leaving: CaseIterable {
    case cancelled, resumed, superseded, tooLate
  }

  @Test(
    "While it waits it ends with the command that it was for, and changes nothing later", arguments: Leaving.allCases)
  func waits(_ leaving: Leaving) throws {
    var (bench, id) = try Self.waiting()
    switch leaving {
    case .cancelled: bench.client(sends: .cancel(Cancel(id: id)))
    case .resumed:
      bench.client(sends: .resume(Resume(id: endsCommand("resume-1"), target: id)))
      try bench.answer(.declined, by: "home")
    case .superseded:
      let second = bench.command(.show(["account"]))
      try bench.answer(.redirect(to: .navigator(.didAppear(.id(.root))), within: .seconds(5)), by: "home")
      #expect(bench.scene?.parkedCommands == [second])
    case .tooLate:
      for _ in 0..<5 {
        bench.pass(1000)
        bench.process("home", sends: .pong(Pong(applied: [:])))
      }
    }
    let words = [
      Leaving.cancelled: "cancelled", .resumed: "unhandled", .superseded: "superseded", .tooLate: "timedOut",
    ]
    #expect(bench.ending(of: id) == words[leaving])
    #expect(Self.endingsOfLinks(bench) == [.cancelled])
    bench.register("login", ["login": Routable()])
    #expect(bench.path == "home")
  }

  @Test("While it runs it ends too, and the worker that it asks hears so")
  func runs() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let id = bench.command(.show(["account"]))
    try bench.answer(.redirect(to: .show(["login"]), within: .seconds(60)), by: "home")
    let ask = try #require(bench.asks(of: "home").last)
    #expect(ask.command != id)
    bench.client(sends: .cancel(Cancel(id: id)))
    #expect(bench.verdicts(of: "home") == [Settled(token: ask.token, used: false)])
    #expect(bench.scene?.running == nil)
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.path == "home")
  }

  @Test("What a guard wants before the path of the idle rule ends as soon as somebody does something")
  func idle() throws {
    var bench = Bench(requiresHosts: true) {
      Self.settings(&$0)
      $0.scenes["main"] = .init(start: literals("home"), idle: CoordinatorIdleTests.idle)
    }
    bench.register("home", ["home": Routable()])
    bench.register("list", ["list": .guarding])
    bench.replace("home/list")
    for _ in 0..<60 {
      bench.pass(1000)
      for worker in ["home", "list"] { bench.process(worker, sends: .pong(Pong(applied: [:]))) }
    }
    try bench.answer(.redirect(to: Self.link, within: .seconds(60)), by: "list")
    #expect(bench.scene?.parked == 1)
    bench.process("list", sends: .active(Active(scene: "main")))
    #expect(bench.scene?.parked == 0 && bench.scene?.waiting == 0)
    bench.register("login", ["login": Routable()])
    #expect(bench.path == "home/list")
  }

  @Test("Parked at the same gate itself, it does not take the place of its command; who comes next takes both")
  func sameGate() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let id = bench.command(.show(["account"]))
    try bench.answer(.redirect(to: .show(["login"]), within: .seconds(60)), by: "home")
    let first = try #require(bench.asks(of: "home").last).command
    try bench.answer(.redirect(to: CoordinatorGateTests.login, within: .seconds(60)), by: "home")
    #expect(bench.path == "home/login")
    #expect(bench.scene?.parkedCommands == [id, first])
    let next = bench.command(.show(["map"]))
    try bench.answer(.redirect(to: CoordinatorGateTests.login, within: .seconds(60)), by: "home")
    #expect(bench.outcome(of: id)?.kind == .superseded(by: next))
    #expect(bench.scene?.parkedCommands == [next])
  }

  @Test("Two interceptors of one worker are two gates")
  func interceptors() throws {
    var bench = Bench()
    bench.register("shop") { $0.tasks[.interceptor] = ["one", "two"] }
    bench.replace("home")
    func park(_ interceptor: TaskName) throws -> CommandID {
      let step = Destination.ScreenStep(make: .screen("note"), action: .present(), interceptors: [interceptor])
      let id = bench.command(.route(.inline(Destination([.screen(step)]))))
      try bench.answer(.redirect(to: CoordinatorGateTests.login, within: .seconds(60)), by: "shop")
      return id
    }
    let one = try park("one")
    let two = try park("two")
    #expect(bench.scene?.parkedCommands == [one, two])
    let again = try park("one")
    #expect(bench.outcome(of: one)?.kind == .superseded(by: again))
    #expect(bench.scene?.parkedCommands == [two, again])
  }
}
