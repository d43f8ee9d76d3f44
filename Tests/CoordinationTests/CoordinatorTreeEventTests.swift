// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: appearing and dismissal")
struct CoordinatorTreeEventTests {
  private static let tree = TreeNode.screen(
    "home",
    nesting: .anyOf([
      .onDismiss(
        "list-left", of: nil,
        .screen(
          "list",
          nesting: .anyOf([
            .onDismiss("detail-left", of: "detail", .anyOf([.screen("detail"), .screen("map")])),
            .onDismiss("any-left", of: nil, .screen("other")),
          ]), onAppear: "list-came")),
      .screen("help"),
    ]), onAppear: "home-came")

  private static func planted(_ path: String) -> Bench {
    CoordinatorTreeTests.planted(tree, at: path)
  }

  /// What the worker heard since the last look: `KEY appeared`, `KEY again`, `KEY dismissed SCREEN`.
  private func heard(_ bench: inout Bench, by process: String = "kiosk") -> [String] {
    bench.take(process).compactMap { message in
      guard case .treeEvent(let event) = message else { return nil }
      switch event.kind {
      case .appeared(isInitial: true): return "\(event.key) appeared"
      case .appeared(isInitial: false): return "\(event.key) again"
      case .dismissed: return "\(event.key) dismissed \(event.screen)"
      }
    }
  }

  @Test(
    "Dismissal is told when what stood behind an element is gone, or is another screen",
    arguments: [
      ("home/list/detail", Verb.back, ["detail-left dismissed detail"]),
      (
        "home/list/detail?id=1",
        .navigator(.replaceContent(of: .id(ElementID(2)), with: literals("detail?id=2")[0].screen)),
        ["detail-left dismissed detail?id=1"]
      ),
      // A new element with an equal screen is no dismissal.
      ("home/list/detail", .navigator(.go(to: literals("detail")[0], on: .id(ElementID(1)))), []),
      (
        "home/list/detail", .navigator(.go(to: literals("map")[0], on: .id(ElementID(1)))),
        ["detail-left dismissed detail"]
      ),
      // Only of the name that was asked for.
      ("home/list/map", .back, []), ("home/list/other", .back, ["any-left dismissed other"]),
      // The element before leaves too: the one behind is not told, but the one that stood behind what stays is.
      ("home/list/detail", .navigator(.goBack(to: .id(.root))), ["list-left dismissed list"]),
      ("home/list/detail", .navigator(.go(to: literals("help")[0], on: .id(.root))), ["list-left dismissed list"]),
      ("home/help", .back, []),
      (
        "home/list/detail", .navigator(.replace(path: literals("home?new=true"), in: nil)), ["list-left dismissed list"]
      ),
    ] as [(String, Verb, [String])])
  func dismissed(path: String, verb: Verb, events: [String]) {
    var bench = Self.planted(path)
    #expect(bench.run(verb) == "committed")
    #expect(heard(&bench) == events)
  }

  @Test("Appearing is told when the element has appeared, and again when what was pushed on it has gone")
  func appeared() {
    var bench = Self.planted("home/list/detail")
    bench.register("screens", ["list": Routable(), "detail": Routable()])
    func appear(_ id: UInt64) {
      bench.process(id == 0 ? "kiosk" : "screens", sends: .appeared(Appeared(scene: "main", elements: [ElementID(id)])))
    }
    appear(0)
    #expect(heard(&bench) == ["home-came appeared"])
    appear(1)
    appear(2)
    #expect(heard(&bench) == ["list-came appeared"])
    appear(1)
    #expect(heard(&bench) == [])
    #expect(bench.run(.back) == "committed")
    #expect(heard(&bench) == ["detail-left dismissed detail", "list-came again"])
    #expect(bench.run(.navigator(.go(to: literals("^detail")[0], on: .id(ElementID(1))))) == "committed")
    #expect(bench.run(.back) == "committed")
    #expect(heard(&bench) == ["detail-left dismissed sheet:detail"])
  }

  @Test("A screen that has to appear once more is told as for the first time")
  func appearsAnew() {
    var bench = Self.planted("home/list/detail")
    bench.register("screens", ["list": Routable()])
    bench.process("screens", sends: .appeared(Appeared(scene: "main", elements: [ElementID(1)])))
    _ = heard(&bench)
    #expect(bench.run(.navigator(.replace(path: literals("home/list"), in: nil))) == "committed")
    bench.process("screens", sends: .appeared(Appeared(scene: "main", elements: [ElementID(1)])))
    #expect(heard(&bench) == ["detail-left dismissed detail", "list-came appeared"])
  }

  @Test("What a changed tree does not build any more counts as dismissed at once, and is not told twice")
  func treeChanged() {
    var bench = Self.planted("home/list/detail")
    let registration = bench.registration("kiosk") { $0.tree = .screen("home", nesting: .screen("help")) }
    bench.process("kiosk", sends: .register(registration))
    #expect(heard(&bench) == ["list-left dismissed list"])
    #expect(bench.run(.back) == "committed")
    #expect(heard(&bench) == [])
  }

  @Test("The worker that declared the node hears it, and nobody else")
  func owner() {
    var bench = Bench()
    bench.register("kiosk") { $0.tree = .screen("home", nesting: .onDismiss("k", of: nil, .remote("rooms"))) }
    bench.register("rooms", ["room": Routable()]) { $0.parts = ["rooms": .onDismiss("r", of: nil, .screen("room"))] }
    bench.replace("home/room")
    bench.feed(.connectionLost(Bench.connection("kiosk")))
    #expect(bench.run(.back) == "committed")
    #expect(heard(&bench, by: "rooms") == ["r dismissed room"])
    #expect(heard(&bench) == [])
  }
}
