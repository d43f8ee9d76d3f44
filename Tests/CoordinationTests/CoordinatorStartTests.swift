// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: start, restart and stop")
struct CoordinatorStartTests {
  @Test("A declared scene begins with its start path, once its hosts are there")
  func boot() {
    var bench = Bench(requiresHosts: true) { $0.scenes["main"] = .init(start: literals("home")) }
    #expect(bench.path == "")
    bench.pass(9000)
    bench.process("home", sends: .hello(bench.registration("home", ["home": Routable()])))
    #expect(bench.path == "home")
    #expect(bench.updates.map(\.cause.kind) == [.start])
  }

  @Test("A start path whose hosts came too late is tried again when they come")
  func bootLate() {
    var bench = Bench(requiresHosts: true) { $0.scenes["main"] = .init(start: literals("home")) }
    bench.pass(20_000)
    bench.register("other", ["other": Routable()])
    bench.register("home", ["home": Routable()])
    #expect(bench.path == "home")
  }

  @Test("So it is when a worker that is there registers them")
  func bootByRegister() {
    var bench = Bench(requiresHosts: true) { $0.scenes["main"] = .init(start: literals("home")) }
    bench.register("home")
    bench.pass(20_000)
    bench.process("home", sends: .pong(Pong(applied: [:])))
    bench.register("home")
    bench.process("home", sends: .register(bench.registration("home", ["home": Routable()]) { $0.generation = 2 }))
    #expect(bench.path == "home")
  }

  @Test("Where scenes are declared no other comes into being; the message names those known")
  func unknownScene() throws {
    var bench = Bench { $0.scenes["main"] = .init(start: literals("home")) }
    let id = bench.command(.back) { $0.scene = "mian" }
    #expect(bench.ending(of: id) == "rejected unknownScene")
    #expect(try #require(bench.outcome(of: id)?.message).contains("did you mean 'main'"))
    #expect(bench.run(.start("home")) { $0.scene = "left" } == "rejected unknownScene")
  }

  @Test("Where none is declared a scene begins by start, replace, open or route alone; the message says so")
  func newScene() throws {
    var bench = Bench()
    let id = bench.command(.back) { $0.scene = "left" }
    #expect(bench.ending(of: id) == "rejected unknownScene")
    #expect(try #require(bench.outcome(of: id)?.message).contains("begin one with start, replace, open or route"))
    #expect(bench.run(.navigator(.replace(path: literals("home"), in: nil))) { $0.scene = "left" } == "committed")
    #expect(bench.state("left")?.revision == 1)
  }

  @Test("A restart brings the route back: same revision, same ids, appearance kept, next epoch")
  func restart() throws {
    var bench = CoordinatorChainTests.bench()
    bench.process("list", sends: .appeared(Appeared(scene: "main", elements: [ElementID(1)])))
    let before = try #require(bench.state())
    bench.restart()
    let after = try #require(bench.state())
    #expect(after.path.path == before.path.path)
    #expect(after.revision == before.revision)
    #expect(after.epoch == before.epoch + 1)
    bench.pass(2000)
    bench.command(CoordinatorExactlyOnceTests.goDetail)
    #expect(bench.state()?.path.path.elements.map(\.id) == [.root, ElementID(2)])
    #expect(bench.revision == before.revision + 1)
  }

  @Test(
    "What shall not be restored begins anew with its start path; revisions and ids go on",
    arguments: [
      Settings.Restore.never, .within(ms: 50),
    ])
  func restoreNever(_ restore: Settings.Restore) {
    var bench = Bench { $0.scenes["main"] = .init(start: literals("home"), restore: restore) }
    bench.replace("home/form?name=Ada")
    bench.restart(afterMs: 100)
    #expect(bench.path == "home")
    #expect(bench.revision == 3)
    bench.command(CoordinatorExactlyOnceTests.goDetail)
    #expect(bench.state()?.path.path.elements.last?.id == ElementID(2))
  }

  @Test("Within its time the last route comes back")
  func restoreWithin() {
    var bench = Bench { $0.scenes["main"] = .init(start: literals("home"), restore: .within(ms: 500)) }
    bench.replace("home/form")
    bench.restart(afterMs: 100)
    #expect(bench.path == "home/form")
  }

  @Test("After a start, commands that need workers wait until the registered ones are back")
  func grace() throws {
    var bench = CoordinatorChainTests.bench()
    bench.restart()
    let show = bench.command(.show(["detail"]))
    let back = bench.command(.navigator(.select("x", of: .id(.root))), from: "other") { $0.scene = "other" }
    #expect(bench.ending(of: show) == "")
    #expect(bench.ending(of: back) == "rejected unknownScene")
    bench.process("home", sends: .hello(bench.registration("home", ["home": .asked])))
    #expect(bench.asks(of: "home") == [])
    bench.process("list", sends: .hello(bench.registration("list", ["list": .asked])))
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.ending(of: show) == "committed")
  }

  @Test("The grace ends after its time whoever is missing: what waited fails, and names the worker that is not back")
  func graceEnds() throws {
    var bench = CoordinatorChainTests.bench()
    bench.restart()
    bench.register("home", ["home": Routable(handles: [RequestPattern(.hide, nil)])]) { $0.root = ["home"] }
    let id = bench.command(.show(["detail"]))
    bench.pass(1999)
    #expect(bench.ending(of: id) == "")
    bench.pass(1)
    #expect(bench.ending(of: id) == "failed restarted")
    let outcome = try #require(bench.outcome(of: id))
    #expect(outcome.kind == .failed(who: Outcome.Party(worker: "list"), .restarted, code: nil))
    #expect(
      outcome.message == "worker 'list' of before the restart has not come back (nobody handles 'show detail')")
    #expect(bench.run(.show(["detail"])) == "unhandled", "after the grace a worker that is not there counts as gone")
  }

  @Test("What waited for a worker that does not come back is never told to be so already, or not to be there")
  func graceEndsForNames() throws {
    for verb in [Verb.hide("list", atomic: false), .navigate(["home"])] {
      var bench = CoordinatorChainTests.bench()
      bench.restart()
      bench.register("home", ["home": .asked]) { $0.root = ["home"] }
      let id = bench.command(verb)
      bench.pass(2000)
      if case .hide = verb { try bench.answer(.declined, by: "home") }
      #expect(bench.ending(of: id) == "failed restarted", "\(verb)")
    }
  }

  @Test(
    "A way to a destination that a worker decides about who does not come back is not told to be refused",
    arguments: [
      [Destination.ScreenStep(find: Destination.Finder(.asked("fits")))],
      [.init(make: .asked("makes"), action: .push), .init(find: .screen("home"))],
    ])
  func graceEndsForDestinations(steps: [Destination.ScreenStep]) {
    var bench = CoordinatorChainTests.bench()
    bench.register("list", ["list": .asked]) { $0.tasks = [.finder: ["fits"], .factory: ["makes"]] }
    bench.restart()
    bench.register("home", ["home": .asked]) { $0.root = ["home"] }
    let id = bench.command(.route(.inline(Destination(steps.map(Destination.Step.screen)))))
    bench.pass(2000)
    #expect(bench.ending(of: id) == "failed restarted")
    #expect(bench.outcome(of: id)?.message?.contains("'list'") == true)
  }

  @Test("An answer of use to nobody is not told as used, where the command fails for a worker that is not back")
  func graceEndsAfterAnswer() throws {
    var bench = CoordinatorChainTests.bench()
    bench.restart()
    bench.register("home", ["home": .asked]) { $0.root = ["home"] }
    let id = bench.command(.hide("list", atomic: false))
    bench.pass(2000)
    try bench.answer(.instruction(.done), by: "home")
    #expect(bench.ending(of: id) == "failed restarted")
    #expect(bench.verdicts(of: "home").map(\.used) == [false])
  }

  @Test("Navigator verbs do not wait where hosts are optional")
  func graceNavigator() {
    var bench = CoordinatorChainTests.bench()
    bench.restart()
    #expect(bench.run(CoordinatorExactlyOnceTests.goDetail) == "committed")
  }

  @Test("Within the grace a superseder that nobody can answer yet waits too")
  func graceSupersede() {
    var bench = CoordinatorChainTests.bench()
    bench.restart()
    bench.command(.show(["detail"]))
    #expect(bench.run(.hide("list", atomic: false)) { $0.ifBusy = .supersede } == "")
  }

  @Test("Within the grace a superseder waits also where it took a running one's place")
  func graceSupersedeRunning() {
    var bench = CoordinatorChainTests.bench()
    bench.restart()
    bench.register("map", ["map": Routable(prepares: true)])
    let running = bench.command(.navigator(.go(to: PathItem(AnyScreen("map")), on: .id(.root))))
    #expect(bench.asks(of: "map").count == 1)
    let id = bench.command(.start("home")) { $0.ifBusy = .supersede }
    #expect(bench.outcome(of: running)?.kind == .superseded(by: id))
    #expect(bench.ending(of: id) == "")
    bench.register("list", ["list": .asked])
    bench.process("home", sends: .hello(bench.registration("home", ["home": .asked]) { $0.root = ["home"] }))
    #expect(bench.asks(of: "home").map(\.question) == [.handle(.install("home"))])
  }

  @Test("Nothing dies within the grace: policies run after it, once")
  func gracePolicies() {
    var bench = Bench()
    bench.register("list", ["list": Routable(onDeath: .pop)])
    bench.register("home", ["home": Routable()])
    bench.replace("home/list")
    bench.restart()
    bench.register("list", ["list": Routable(onDeath: .pop)])
    bench.feed(.connectionLost(Bench.connection("list")))
    bench.pass(1500)
    #expect(bench.path == "home/list")
    bench.pass(500)
    #expect(bench.path == "home")
  }

  @Test("At the end what runs has failed, what waits is to be sent again, and nothing new is taken")
  func stop() throws {
    var bench = CoordinatorChainTests.bench()
    let running = bench.command(.show(["detail"]))
    let waiting = bench.command(.back, from: "waiting")
    bench.feed(.stop)
    #expect(bench.ending(of: running) == "failed stopping")
    #expect(bench.errors(of: "waiting") == [.stopping])
    #expect(bench.verdicts(of: "list").map(\.used) == [false])
    bench.command(.back, from: "new")
    #expect(bench.errors(of: "new") == [.stopping])
    bench.restart()
    bench.pass(2000)
    bench.command(.back, id: waiting, from: "waiting")
    #expect(bench.ending(of: waiting) == "committed")
  }

  @Test("A parked command fails at the end")
  func stopParked() throws {
    var (bench, id) = try CoordinatorGateTests.parked()
    bench.feed(.stop)
    #expect(bench.ending(of: id) == "failed stopping")
  }

  @Test("Nothing is decided after the end")
  func afterStop() {
    var bench = CoordinatorPresenceTests.bench(.pop)
    bench.feed(.connectionLost(CoordinatorPresenceTests.list))
    bench.feed(.stop)
    bench.pass(5000)
    #expect(bench.path == "home/list")
  }

  @Test("A restart forgets what was parked, and the retry meets the gate again")
  func parkedRestart() throws {
    var (bench, id) = try CoordinatorGateTests.parked()
    bench.restart()
    bench.register("home", ["home": .asked])
    bench.command(.show(["account"]), id: id)
    #expect(bench.asks(of: "home").count == 1)
  }

  @Test("Without a journal that works, outcomes say so")
  func durable() {
    var bench = CoordinatorChainTests.bench()
    bench.feed(.journalWorks(false))
    let lost = bench.command(CoordinatorExactlyOnceTests.goDetail)
    #expect(bench.outcome(of: lost)?.durable == false)
    bench.feed(.journalWorks(true))
    let kept = bench.command(CoordinatorExactlyOnceTests.goDetail)
    #expect(bench.outcome(of: kept)?.durable == true)
  }
}
