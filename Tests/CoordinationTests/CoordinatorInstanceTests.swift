// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: screens that stand on a path once, or not on top of each other")
struct CoordinatorInstanceTests {
  /// home, list and player, each guarded; the list not on top of itself, the player once.
  private static func bench(_ path: String) -> Bench {
    var bench = Bench()
    bench.register("home", ["home": Routable(handles: [RequestPattern(.show, nil)])])
    bench.register("list", ["list": Routable(instance: .singleTop)])
    bench.register("player", ["player": Routable(instance: .single), "map": Routable(guards: true)])
    bench.replace(path)
    return bench
  }

  private static func go(_ screen: String, on id: UInt64) -> Verb {
    .navigator(.go(to: literals(screen)[0], on: .id(ElementID(id))))
  }

  @Test("A second go delivers new content to the element on top, and the outcome names it")
  func delivers() {
    var bench = Self.bench("home/list?page=1")
    let id = bench.command(Self.go("list?page=2", on: 1))
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/list?page=2")
    #expect(bench.outcome(of: id)?.delivered == [ElementID(1)])
    #expect(bench.shown(by: "list") == "list?page=2")
    #expect(bench.run(Self.go("list?page=2", on: 1)) == "unchanged same")
    let other = bench.command(Self.go("map", on: 1))
    #expect(bench.outcome(of: other)?.delivered == [])
  }

  @Test("It names none that the command itself brought, and none that shows another screen in the end")
  func deliversWithin() throws {
    var bench = Self.bench("home")
    func go(_ screen: String) -> NavigatorVerb { .go(to: literals(screen)[0], on: .id(.root)) }
    let brought = bench.command(.batch([go("player?film=1"), go("player?film=2")]))
    #expect(bench.ending(of: brought) == "committed" && bench.path == "home/player?film=2")
    #expect(bench.outcome(of: brought)?.delivered == [])
    let player = try #require(bench.state()?.path.path.elements.last).id
    let changed = bench.command(
      .batch([go("player?film=3"), .replaceContent(of: .id(player), with: AnyScreen("map"))]))
    #expect(bench.ending(of: changed) == "committed" && bench.path == "home/map")
    #expect(bench.outcome(of: changed)?.delivered == [])
  }

  @Test("So does the answer of a handler, and a copy of the command is told the same")
  func answers() throws {
    var bench = Self.bench("home/list")
    let id = bench.command(.show(["list"])) { $0.context = .integer(7) }
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.outcome(of: id)?.delivered == [ElementID(1)] && bench.path == "home/list:7")
    bench.forgetAll()
    bench.command(.show(["list"]), id: id) { $0.context = .integer(7) }
    #expect(bench.outcome(of: id)?.delivered == [ElementID(1)])
  }

  @Test("Going back to the one that is there asks the guards of what lies above")
  func guards() throws {
    var bench = Self.bench("home/player?film=1/map")
    let denied = bench.command(Self.go("player?film=2", on: 2))
    #expect(bench.asks(of: "player").map(\.screen.name) == ["map"])
    try bench.answer(.deny(code: nil, message: "no"), by: "player")
    #expect(bench.ending(of: denied) == "vetoed guard" && bench.path == "home/player?film=1/map")
    let id = bench.command(Self.go("player?film=2", on: 2))
    try bench.answer(.allow, by: "player")
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/player?film=2")
    #expect(bench.outcome(of: id)?.delivered == [ElementID(1)])
  }

  @Test("A fallback that stands there once already is not put there twice: the dead screen is dismissed")
  func fallback() {
    var bench = Self.bench("home/player")
    bench.register("film", ["film": Routable(onDeath: .fallback(AnyScreen("player")))])
    bench.replace("home/player/film")
    bench.feed(.connectionLost(Bench.connection("film")))
    bench.pass(1000)
    #expect(bench.path == "home/player")
  }

  @Test("The mode of a dead worker counts on, as its registration does")
  func dead() {
    var bench = Self.bench("home/list")
    bench.feed(.connectionLost(Bench.connection("list")))
    #expect(bench.run(Self.go("list?page=2", on: 1)) == "committed")
    #expect(bench.path == "home/list?page=2")
  }
}
