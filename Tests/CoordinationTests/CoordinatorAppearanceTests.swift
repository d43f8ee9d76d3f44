// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: what appears, and who waits for it")
struct CoordinatorAppearanceTests {
  @Test("What appeared while another screen was put in its place is no appearance of that one")
  func appearedBefore() throws {
    var bench = Bench()
    bench.register("home", ["home": .guarding])
    bench.replace("home")
    let id = bench.command(.navigator(.replace(path: literals("login"), in: nil)))
    bench.process("home", sends: .appeared(Appeared(scene: "main", elements: [.root])))
    try bench.answer(.allow, by: "home")
    #expect(bench.ending(of: id) == "committed" && bench.path == "login")
    #expect(bench.state()?.path.path.elements.map(\.hasAppeared) == [false])
  }

  @Test("What appears while a command runs is committed before the next one begins, however many wait")
  func appearedInTheQueue() throws {
    var bench = Bench()
    bench.register("home", ["home": .guarding])
    bench.replace("home")
    let first = bench.command(.navigator(.replace(path: literals("login"), in: nil)))
    let second = bench.command(.navigator(.replace(path: literals("map"), in: nil)), from: "other")
    bench.process("home", sends: .appeared(Appeared(scene: "main", elements: [.root])))
    #expect(bench.state()?.path.path.elements.map(\.hasAppeared) == [false])
    try bench.answer(.deny(code: nil, message: nil), by: "home")
    #expect(bench.outcome(of: first)?.word == "vetoed" && bench.outcome(of: second) == nil)
    #expect(bench.state()?.path.path.elements.map(\.hasAppeared) == [true])
  }

  @Test("What appears while a command runs does not move for one that supersedes it, though it is committed later")
  func appearedBeforeSuperseder() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked, "film": Routable()])
    bench.replace("home/film")
    bench.process("home", sends: .appeared(Appeared(scene: "main", elements: [.root])))
    let running = bench.command(.show(["x"]))
    #expect(bench.asks(of: "home").count == 1)
    var destination = Destination([.screen(Destination.ScreenStep(make: .screen("note"), action: .present()))])
    destination.whileMoving = .abort
    let early = bench.command(.route(.inline(destination)), from: "other") { $0.ifBusy = .supersede }
    #expect(bench.ending(of: early) == "busy" && bench.ending(of: running) == "")
    bench.process("home", sends: .appeared(Appeared(scene: "main", elements: [ElementID(1)])))
    let late = bench.command(.route(.inline(destination)), from: "other") { $0.ifBusy = .supersede }
    #expect(bench.ending(of: late) == "committed" && bench.ending(of: running) == "superseded")
  }

  @Test("Until appeared: told when everything visible has appeared; the queue does not wait")
  func untilAppeared() {
    var bench = CoordinatorPresenceTests.bench()
    bench.replace("home")
    let id = bench.command(CoordinatorHostingTests.goList, from: "patient") { $0.until = .appeared }
    #expect(bench.outcomes(of: "patient") == [])
    #expect(bench.run(.hide("nobody", atomic: false)) == "unchanged targetNotFound")
    bench.client("late", sends: .query(Query(id: id.description)))
    #expect(bench.outcomes(of: "late").map(\.appeared) == [nil])
  }

  @Test("Until appeared: a copy gets the outcome at once, and who asked first still waits for the appearance")
  func untilAppearedCopied() throws {
    var bench = CoordinatorPresenceTests.bench()
    bench.replace("home")
    let id = bench.command(CoordinatorHostingTests.goList, from: "patient") { $0.until = .appeared }
    bench.command(CoordinatorHostingTests.goList, id: id, from: "copier") { $0.until = .appeared }
    #expect(bench.outcomes(of: "copier").map(\.kind) == [.committed])
    #expect(bench.outcomes(of: "copier").map(\.appeared) == [nil])
    #expect(bench.outcomes(of: "patient") == [])
    let element = try #require(bench.state()?.path.path.elements.last).id
    bench.process("list", sends: .appeared(Appeared(scene: "main", elements: [element])))
    #expect(bench.outcomes(of: "patient").map(\.appeared) == [true])
    #expect(bench.outcomes(of: "copier").count == 1)
  }

  @Test("Until appeared: true when it has, false when it cannot or its time is up")
  func appeared() throws {
    func outcome(_ act: (inout Bench, ElementID) -> Void) throws -> Bool? {
      var bench = CoordinatorPresenceTests.bench()
      bench.replace("home")
      let id = bench.command(CoordinatorHostingTests.goList) { $0.until = .appeared }
      let element = try #require(bench.state()?.path.path.elements.last).id
      act(&bench, element)
      return bench.outcome(of: id)?.appeared
    }
    #expect(
      try outcome { bench, element in
        bench.process("list", sends: .appeared(Appeared(scene: "main", elements: [element])))
      } == true)
    #expect(
      try outcome { bench, element in
        bench.process("list", sends: .cannotShow(CannotShow(scene: "main", element: element)))
      } == false)
    #expect(try outcome { bench, _ in bench.feed(.connectionLost(CoordinatorPresenceTests.list)) } == false)
    #expect(try outcome { bench, _ in bench.pass(3000) } == false)
    #expect(try outcome { bench, _ in bench.pass(2000) } == nil)
  }

  @Test("Until appeared: another screen that takes the place of the element is not what was waited for")
  func untilAppearedReplaced() throws {
    var bench = CoordinatorPresenceTests.bench()
    bench.replace("home")
    let id = bench.command(CoordinatorHostingTests.goList) { $0.until = .appeared }
    let element = try #require(bench.state()?.path.path.elements.last).id
    bench.register("map", ["map": Routable()])
    #expect(bench.run(.navigator(.replaceContent(of: .id(element), with: AnyScreen("map")))) == "committed")
    bench.process("map", sends: .appeared(Appeared(scene: "main", elements: [element])))
    #expect(bench.outcome(of: id)?.appeared == false)
  }

  @Test("Until appeared does not wait for what no process shows")
  func virtualAppears() {
    var bench = CoordinatorPresenceTests.bench()
    bench.register("shell", ["tabs": Routable(hosts: false, isVirtual: true)])
    let id = bench.command(.navigator(.go(to: PathItem(AnyScreen("tabs")), on: .id(.root)))) { $0.until = .appeared }
    #expect(bench.outcome(of: id)?.appeared == true)
  }
}
