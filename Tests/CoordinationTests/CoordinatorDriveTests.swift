// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: drives")
struct CoordinatorDriveTests {
  /// home ─ list ─ exhibit(id), home ─ map; home's worker takes its steps itself.
  static func bench(exhibit: Routable = Routable()) -> Bench {
    var bench = Bench()
    bench.register("home", ["home": Routable(handles: [RequestPattern(toChild: nil)]), "map": Routable()]) {
      $0.tree = .screen(
        "home",
        nesting: .anyOf([.remote("list"), .screen("map", route: RoutePoint("map"))]), route: RoutePoint("home"))
    }
    bench.register("list", ["list": Routable(handles: [RequestPattern(.toParent, nil)]), "exhibit": exhibit]) {
      $0.parts["list"] = .screen(
        "list", nesting: .screen("exhibit", route: RoutePoint("exhibit", requires: ["id"])), route: RoutePoint("list"))
    }
    bench.replace("home")
    return bench
  }

  static let exhibit = Drive(.route("exhibit"), input: .object([("id", .integer(7))]))

  @Test("Each step is asked of the screen that the walk stands on, and is a commit of its own")
  func walk() throws {
    var bench = Self.bench()
    let id = bench.command(.drive(Self.exhibit))
    let step = try #require(bench.asks(of: "home").last?.step)
    #expect(step.direction == .down && step.route == "list" && step.destination == "exhibit")
    #expect(step.input == Self.exhibit.input)
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home/list/exhibit?id=7")
    #expect(bench.outcome(of: id)?.revisions == [2, 3])
    #expect(bench.trace(of: id) == ["home: to child list push"])
  }

  @Test("Transactional, all steps are one commit, and one that fails leaves nothing")
  func transactional() throws {
    var bench = Self.bench()
    var drive = Self.exhibit
    drive.isTransactional = true
    let id = bench.command(.drive(drive))
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: id) == "committed" && bench.revision == 2)
    let back = bench.command(.drive(Drive(.route("map"), transactional: true)))
    try bench.answer(.declined, by: "list")
    #expect(bench.ending(of: back) == "unhandled")
    #expect(bench.path == "home/list/exhibit?id=7")
  }

  @Test("Declined, the walk ends there; what was done stays done, and the trace names who")
  func declined() throws {
    var bench = Self.bench()
    bench.replace("home/list/exhibit")
    let id = bench.command(.drive(Drive(.route("map"))))
    try bench.answer(.declined, by: "list")
    #expect(bench.ending(of: id) == "unhandled")
    #expect(bench.path == "home/list")
    #expect(bench.trace(of: id) == ["list: to parent declined"])
  }

  @Test("The walk of a redirect may begin at @self, the element that was asked")
  func redirected() throws {
    var bench = Self.bench(exhibit: .asked)
    bench.replace("home/list/exhibit")
    let id = bench.command(.show(["help"]))
    let walk = Verb.drive(Drive(.parent, from: .asked))
    try bench.answer(.redirect(to: walk, within: .milliseconds(1000)), by: "list")
    #expect(bench.path == "home/list")
    #expect(bench.scene?.parkedCommands == [id])
  }

  @Test("A sub-tree ends when its first element shows another screen")
  func exchanged() throws {
    var bench = Self.bench()
    bench.command(.drive(Drive(.subTree("list"))))
    try bench.answer(.allow, by: "home")
    let list = try #require(bench.state()?.path.path.elements.last)
    #expect(list.subTree?.route == "list" && bench.path == "home/list")
    #expect(bench.run(.navigator(.replaceContent(of: .id(list.id), with: AnyScreen("map")))) == "committed")
    #expect(bench.state()?.path.path.elements.last?.subTree == nil)
    // It would count as being there already.
    bench.command(.drive(Drive(.route("list"))))
    try bench.answer(.allow, by: "home")
    #expect(bench.path == "home/list")
  }

  @Test("Silence and death end the walk where it stands")
  func silent() throws {
    var bench = Self.bench()
    let silent = bench.command(.drive(Drive(.route("map"))))
    bench.pass(500)
    #expect(
      bench.outcome(of: silent)?.kind
        == .timedOut(phase: .step, who: .init(worker: "home", screen: "home", element: .root)))
    bench.process("home", sends: .abandoned(Abandoned(token: Ask.Token(epoch: 1, number: 1))))
    let late = bench.command(.drive(Drive(.route("map")))) { $0.deadlineMs = 300 }
    bench.pass(300)
    #expect(
      bench.outcome(of: late)?.kind
        == .timedOut(phase: .step, who: .init(worker: "home", screen: "home", element: .root)))
    bench.process("home", sends: .abandoned(Abandoned(token: Ask.Token(epoch: 1, number: 2))))
    let died = bench.command(.drive(Drive(.route("map"))))
    bench.feed(.connectionLost(Bench.connection("home")))
    #expect(bench.ending(of: died) == "failed died")
    let absent = bench.command(.drive(Drive(.route("map"))))
    #expect(bench.ending(of: absent) == "failed died")
    #expect(bench.path == "home")
  }

  @Test("With merging, the input becomes a part of the content that was arrived at")
  func merging() throws {
    var bench = Self.bench()
    bench.replace("home/list")
    let id = bench.command(.drive(Drive(.subTree("exhibit"), input: .object([("id", .integer(9))]))))
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/list/exhibit?id=9")
    #expect(bench.state()?.path.path.elements.last?.subTree == SubTree("exhibit", from: ElementID(1)))
    bench.restart()
    #expect(bench.state()?.path.path.elements.last?.subTree == SubTree("exhibit", from: ElementID(1)))
  }

  @Test(
    "A walk that cannot be is refused before its first step",
    arguments: [
      (Drive(.route("mpa")), "rejected unknownRoute"), (Drive(.route("exhibit")), "rejected missingDependency"),
      (Drive(.parent), "unchanged atRoot"), (Drive(.subTree("nowhere")), "rejected unknownRoute"),
    ])
  func refused(_ drive: Drive, _ ending: String) {
    var bench = Self.bench()
    #expect(bench.run(.drive(drive)) == ending)
    #expect(bench.asks(of: "home") == [])
  }

  @Test("A worker that is gone keeps no route from one that lives")
  func goneWorkers() {
    var bench = Self.bench()
    bench.process("home", sends: .bye(Bye()))
    bench.register("other", ["atlas": Routable()]) {
      $0.tree = .screen("atlas", nesting: .screen("map", route: RoutePoint("map")), route: RoutePoint("home"))
    }
    #expect(bench.run(.navigator(.replace(path: [PathItem(AnyScreen("atlas"))], in: nil))) == "committed")
    #expect(bench.run(.drive(Drive(.route("map")))) == "committed" && bench.path == "atlas/map")
  }

  @Test("A route id that is there already is refused at registration, and both places are named")
  func repeated() {
    var bench = Self.bench()
    let registration = bench.registration("other", [:]) { $0.tree = .screen("atlas", route: RoutePoint("map")) }
    bench.process("other", sends: .hello(registration))
    guard case .error(let error)? = bench.take("other").first else {
      Issue.record("not refused")
      return
    }
    #expect(error.code == .malformed)
    #expect(error.message.contains("home: home/map") && error.message.contains("other: atlas"))
  }

  @Test("Allowed, a step is taken as where nobody registered: the route's share of the input is merged")
  func allowed() throws {
    var bench = Self.bench()
    let id = bench.command(.drive(Self.exhibit))
    try bench.answer(.allow, by: "home")
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/list/exhibit?id=7")
    #expect(bench.trace(of: id) == ["home: to child list allow"])
    let back = bench.command(.drive(Drive(.route("map"))))
    try bench.answer(.allow, by: "list")
    // From the exhibit up nobody registered, from the list up its worker allows, and home is asked to go down.
    try bench.answer(.allow, by: "home")
    #expect(bench.ending(of: back) == "committed" && bench.path == "home/map")
  }

  @Test("A dry run tells the steps and who would be asked, and asks nobody")
  func dry() throws {
    var bench = Self.bench()
    bench.replace("home/list")
    let id = bench.command(.drive(Drive(.route("map")))) { $0.isDryRun = true }
    #expect(bench.ending(of: id) == "unchanged dryRun")
    #expect(
      bench.outcome(of: id)?.walk == [
        Drive.PlannedStep(
          .up, to: "home", screen: "home", element: .root, from: "list", at: ElementID(1), worker: "list", isAsked: true
        ),
        Drive.PlannedStep(.down, to: "map", screen: "map", from: "home", at: .root, worker: "home", isAsked: true),
      ])
    #expect(bench.asks(of: "home") == [] && bench.asks(of: "list") == [] && bench.path == "home/list")
  }

  @Test("A dry run tells what is missing, with the steps all the same; what cannot be walked is refused as ever")
  func dryMissing() throws {
    var bench = Self.bench()
    let id = bench.command(.drive(Drive(.route("exhibit")))) { $0.isDryRun = true }
    #expect(bench.ending(of: id) == "rejected missingDependency")
    #expect(bench.outcome(of: id)?.walk.map(\.missing) == [[], ["id"]])
    #expect(bench.run(.drive(Drive(.route("mpa")))) { $0.isDryRun = true } == "rejected unknownRoute")
    #expect(bench.run(.drive(Drive(.parent))) { $0.isDryRun = true } == "unchanged atRoot")
    #expect(bench.run(.show(["list"])) { $0.isDryRun = true } == "rejected unsupported")
  }

  @Test("A report has one object a route: where it is declared, what it depends on, and what stands for it")
  func report() throws {
    var bench = Self.bench()
    bench.replace("home/list")
    bench.command(.drive(Drive(.subTree("exhibit"), input: Self.exhibit.input)))
    bench.forgetAll()
    bench.client(sends: .inspect(Inspect(.plan, scene: "main")))
    guard case .report(let report) = bench.take("client").last else { throw Missing() }
    let routes = report.objects.compactMap { if case .route(let route) = $0 { route } else { nil } }
    #expect(routes.map(\.route) == ["home", "list", "exhibit", "map"])
    var exhibit = RouteReport("exhibit", screen: "exhibit", parent: "list", worker: "list", isLive: true)
    (exhibit.requires, exhibit.screens) = (["id"], ["home", "list", "exhibit"])
    exhibit.stands = [RouteReport.Stand(ElementID(2), origin: ElementID(1), isTop: true)]
    #expect(routes[2] == exhibit)
  }

  @Test("A sub-tree is built where the tree has its route, with the gates there, wherever it stands on the path")
  func built() throws {
    var bench = Self.bench()
    bench.register("vault", ["gold": Routable()]) {
      $0.parts["vault"] = .dynamic("k", then: .screen("gold", route: RoutePoint("gold")), otherwise: .empty)
    }
    bench.register("door", ["door": Routable()]) {
      $0.tree = .screen("door", nesting: .remote("vault"), route: RoutePoint("door"))
    }
    bench.replace("home/map")
    let list = bench.command(.drive(Drive(.subTree("list"))))
    try bench.answerAll("home", .allow)
    #expect(bench.ending(of: list) == "committed" && bench.path == "home/map/list")
    #expect(bench.run(.drive(Drive(.route("exhibit"), input: Self.exhibit.input))) == "committed")
    #expect(bench.path == "home/map/list/exhibit?id=7")
    let denied = bench.command(.drive(Drive(.subTree("gold"))))
    try bench.answer(.declined, by: "vault")
    #expect(bench.ending(of: denied) == "rejected notInTree")
    let gold = bench.command(.drive(Drive(.subTree("gold"))))
    try bench.answer(.allow, by: "vault")
    #expect(bench.ending(of: gold) == "committed" && bench.path == "home/map/list/exhibit?id=7/gold")
    // Another tree is built by without leaving anything: the sub-trees have their place in it.
    bench.register("later", ["later": Routable()]) { $0.tree = .screen("later") }
    #expect(bench.state()?.path.hosts.values.map(\.presence) == Array(repeating: .attended, count: 5))
  }

  private struct Missing: Error {}
}

extension Bench {
  /// Answers what the process was asked, if it was.
  fileprivate mutating func answerAll(_ process: String, _ answer: Answer) throws {
    if !asks(of: process).isEmpty { try self.answer(answer, by: process) }
  }
}
