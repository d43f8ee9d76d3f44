// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: how long something is remembered")
struct CoordinatorRememberedTests {
  @Test(
    "Which fallbacks could not be shown is forgotten when one has appeared, and when somebody has navigated",
    arguments: [true, false])
  func circle(appears: Bool) throws {
    var bench = CoordinatorPresenceTests.bench(.fallback(AnyScreen("map")))
    bench.register("map", ["map": Routable(onDeath: .fallback(AnyScreen("list")))])
    let element = try #require(bench.state()?.path.path.elements.last).id
    let failure = CannotShow(scene: "main", element: element)
    bench.process("list", sends: .cannotShow(failure))
    #expect(bench.path == "home/map")
    if appears {
      bench.process("map", sends: .appeared(Appeared(scene: "main", elements: [element])))
    } else {
      #expect(bench.run(.navigator(.go(to: PathItem(AnyScreen("detail")), on: .id(element)))) == "committed")
    }
    bench.process("map", sends: .cannotShow(failure))
    #expect(bench.path == (appears ? "home/list" : "home/list/detail"))
  }

  @Test("That the screens of a command have appeared is remembered with its outcome")
  func appeared() throws {
    var bench = CoordinatorPresenceTests.bench()
    bench.replace("home")
    let id = bench.command(CoordinatorHostingTests.goList, from: "patient") { $0.until = .appeared }
    let element = try #require(bench.state()?.path.path.elements.last).id
    bench.process("list", sends: .appeared(Appeared(scene: "main", elements: [element])))
    bench.client("late", sends: .query(Query(id: id.description)))
    #expect(bench.outcomes(of: "late").map(\.appeared) == [true])
  }

  @Test("A process that waits for a quarantined name is told for half a minute after it was refused")
  func knock() throws {
    var bench = Bench {
      $0.crashLoop?.deaths = 1
      $0.crashLoop?.withinMs = 10_000
    }
    bench.register("list#1", ["list": Routable()])
    bench.replace("list")
    bench.feed(.connectionLost(Bench.connection("list#1")))
    bench.process("list#2", sends: .hello(bench.registration("list#2", ["list": Routable()])))
    #expect(bench.workers.map(\.state) == [.quarantined])
    bench.pass(30_000)
    #expect(bench.workers.map(\.pid) == [50])
    bench.pass(1)
    #expect(bench.workers.map(\.pid) == [nil])
  }

  @Test("That a command has taken another one's place is forgotten while a gate parks it: resumed, it gives way itself")
  func resumed() throws {
    var (bench, running) = CoordinatorQueueTests.busy()
    let id = bench.command(.show(["account"])) { $0.ifBusy = .supersede }
    #expect(bench.outcome(of: running)?.kind == .superseded(by: id))
    try bench.abandon(by: "list")
    try bench.answer(.declined, by: "list")
    try bench.answer(.redirect(to: CoordinatorGateTests.login, within: .seconds(60)), by: "home")
    #expect(bench.path == "home/login" && bench.scene?.parkedCommands == [id])
    bench.client(sends: .resume(Resume(id: endsCommand("resume-1"), target: id)))
    #expect(bench.asks(of: "home").count == 2)
    let back = bench.command(.back) { $0.ifBusy = .supersede }
    #expect(bench.outcome(of: id)?.kind == .superseded(by: back))
    #expect(bench.ending(of: back) == "committed" && bench.path == "home")
  }

  @Test(
    "A worker whose handlers run late in as many scenes as a list holds is asked by no other one, until one has ended")
  func lateHandlers() throws {
    var bench = Bench { $0.scenesMax = 1000 }
    bench.register("home", ["home": .asked]) { $0.scenes = nil }
    let scenes = try (0...Limits.listMax).map { try #require(SceneName("s\($0)")) }
    for scene in scenes { bench.replace("home", in: scene) }
    func ask(in scene: SceneName) -> CommandID { bench.command(.show(["detail"])) { $0.scene = scene } }
    for scene in scenes.dropLast() { _ = ask(in: scene) }
    let asks = bench.asks(of: "home")
    #expect(asks.count == Limits.listMax)
    bench.pass(500)
    let last = try #require(scenes.last)
    let skipped = ask(in: last)
    #expect(bench.trace(of: skipped).first == "home: show detail skipped")
    let token = try #require(asks.first).token
    bench.process("home", sends: .abandoned(Abandoned(token: token)))
    _ = ask(in: last)
    #expect(bench.asks(of: "home").count == Limits.listMax + 1)
  }
}
