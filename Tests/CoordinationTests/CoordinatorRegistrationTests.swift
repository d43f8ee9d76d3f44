// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: registrations that no other one makes wrong")
struct CoordinatorRegistrationTests {
  private static func holding(_ names: String...) -> Routable {
    Routable(
      branches: DeclaredBranches(.tabs, [.init("a", path: names.compactMap { ScreenName($0).map { AnyScreen($0) } })]))
  }

  @Test("A container that its own declared branches would hold without end is refused with its name and the way")
  func circle() {
    var bench = Bench()
    let itself = bench.registration("one", ["home": Self.holding("list", "home")])
    #expect(itself.refusalAlone?.message.contains("home → home") == true)
    bench.process("one", sends: .hello(itself))
    #expect(bench.errors(of: "one") == [.malformed])
    let round = bench.registration(
      "two", ["home": Self.holding("b", "b"), "b": Self.holding("c"), "c": Self.holding("home")])
    #expect(
      round.refusalAlone?.message
        == "screen 'b': its declared branches would hold it again, without end: b → c → home → b; leave one of these branches empty"
    )
    bench.process("two", sends: .hello(round))
    #expect(bench.errors(of: "two") == [.malformed])
    let line = bench.registration(
      "three", ["home": Self.holding("b", "c"), "b": Self.holding("c"), "c": Self.holding("list")])
    #expect(line.refusalAlone == nil)
    bench.process("three", sends: .hello(line))
    #expect(bench.errors(of: "three") == [])
    #expect(bench.run(.navigator(.replace(path: literals("home"), in: nil))) == "committed")
    #expect(bench.path == "home{*a=b{*a=c{*a=list}}/c{*a=list}}")
  }

  @Test("Parts in a circle and a route that is declared twice are refused by the registration alone")
  func tree() {
    let bench = Bench()
    let circle = bench.registration("one") { $0.parts = ["a": .remote("b"), "b": .remote("a")] }
    #expect(circle.refusalAlone?.message == "parts of the tree lead in a circle: a → b → a; put a screen between them")
    let alone = bench.registration("one") { $0.parts = ["a": .remote("elsewhere")] }
    #expect(alone.refusalAlone == nil)
  }

  @Test("Of a worker that serves no scene the message says so")
  func noScene() {
    var bench = Bench(requiresHosts: true)
    bench.register("museum", ["hall": Routable()]) {
      $0.scenes = []
      $0.root = ["hall"]
    }
    bench.register("home", ["home": Routable()])
    bench.replace("home")
    let go = bench.command(.navigator(.go(to: literals("hall")[0], on: .id(.root))))
    #expect(
      bench.outcome(of: go)?.message
        == "no worker hosts 'hall' in scene main; worker 'museum' hosts it, but serves no scene")
    let start = bench.command(.start("hall"))
    #expect(
      bench.outcome(of: start)?.message?.hasSuffix("worker 'museum' installs 'hall', but serves no scene") == true)
  }

  @Test("A branch of what came before its worker is not there yet, and the message says what helps")
  func before() {
    var bench = Bench()
    bench.replace("home")
    bench.register("one", ["home": Self.holding("list")])
    let select = bench.command(.navigator(.select("a", of: .id(.root))))
    #expect(bench.ending(of: select) == "unchanged targetNotFound")
    #expect(
      bench.outcome(of: select)?.message
        == "this 'home' came before the worker that declares its branch 'a'; take it away and show it anew")
    let other = bench.command(.navigator(.select("x", of: .id(.root))))
    #expect(bench.outcome(of: other)?.message == "'home' is no container, so it has no branch 'x'")
  }
}
