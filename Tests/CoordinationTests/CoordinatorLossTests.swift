// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: scenes and elements that are gone")
struct CoordinatorLossTests {
  @Test(
    "A worker that says it shows a scene that is lost, or not its own any more, is told again that it shows nothing")
  func lostScene() throws {
    var bench = Bench()
    bench.register("home", ["home": Routable()]) { $0.scenes = ["hall"] }
    bench.show("home", in: "main")
    bench.forgetAll()
    let shown =
      ["main": Applied(epoch: 0, revision: 7), "lost": Applied(epoch: 0, revision: 3)] as [SceneName: Applied]
    func told() -> [WorkerState] {
      bench.take("home").compactMap { if case .workerState(let state) = $0 { state } else { nil } }
    }
    bench.process("home", sends: .pong(Pong(applied: shown)))
    let states = told()
    #expect(Set(states.map(\.scene)) == ["main", "lost"])
    #expect(states.allSatisfy { $0.elements.isEmpty })
    bench.process("home", sends: .pong(Pong(applied: shown)))
    #expect(told().isEmpty, "not for each pong")
    bench.pass(1000)
    let taken = states.map { ($0.scene, Applied(epoch: bench.coordinator.epoch, revision: $0.revision)) }
    _ = told()
    bench.process("home", sends: .pong(Pong(applied: Dictionary(uniqueKeysWithValues: taken))))
    #expect(told().isEmpty, "what it shows is as it was told")
  }

  @Test("The policy of an element that goes with one below it does nothing, and is told nobody")
  func mootPolicy() {
    var bench = Bench()
    bench.register("home", ["home": Routable()])
    bench.register(
      "pay", ["pay": Routable(onDeath: .pop), "help": Routable(onDeath: .fallback(AnyScreen("home")))])
    bench.replace("home/pay/help")
    bench.feed(.connectionLost(Bench.connection("pay")))
    bench.records = []
    bench.pass(5000)
    #expect(bench.path == "home")
    let ends = bench.records.compactMap { if case .decided(let decided) = $0 { decided.verb } else { nil } }
    #expect(ends == ["dismiss @1"])
  }
}
