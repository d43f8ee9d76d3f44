// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: drives")
struct CoordinatorDriveTests {
  /// home ─ list ─ exhibit(id), home ─ map; home's worker takes its steps itself.
  static func bench() -> Bench {
    var bench = Bench()
    bench.register("home", ["home": Routable(handles: [RequestPattern(toChild: nil)]), "map": Routable()]) {
      $0.tree = .screen(
        "home",
        nesting: .anyOf([.remote("list"), .screen("map", route: RoutePoint("map"))]), route: RoutePoint("home"))
    }
    bench.register("list", ["list": Routable(handles: [RequestPattern(.toParent, nil)]), "exhibit": Routable()]) {
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

  @Test("Silence and death end the walk where it stands")
  func silent() throws {
    var bench = Self.bench()
    let silent = bench.command(.drive(Drive(.route("map"))))
    bench.pass(500)
    #expect(
      bench.outcome(of: silent)?.kind
        == .timedOut(phase: .step, who: .init(worker: "home", screen: "home", element: .root)))
    bench.process("home", sends: .abandoned(Abandoned(token: AskToken(epoch: 1, number: 1))))
    let died = bench.command(.drive(Drive(.route("map"))))
    bench.feed(.linkLost(Bench.process("home").link))
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
    #expect(bench.state()?.path.path.elements.last?.subTree == SubTree("exhibit", from: ScreenID(1)))
    bench.restart()
    #expect(bench.state()?.path.path.elements.last?.subTree == SubTree("exhibit", from: ScreenID(1)))
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
}
