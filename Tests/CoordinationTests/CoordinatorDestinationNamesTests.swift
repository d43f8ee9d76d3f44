// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: who stands behind destinations, and who waits for them")
struct CoordinatorDestinationNamesTests {
  @Test("A request that waits for its turn and is withdrawn lets those behind it go on")
  func withdrawnWhileWaiting() {
    var destination = Destination([.screen(Destination.ScreenStep(make: .screen("login"), action: .present()))])
    var bench = Bench.museum()
    bench.replace("home")
    bench.process("floor", sends: .appeared(Appeared(scene: "main", elements: [.root])))
    destination.whileMoving = .wait
    bench.route(.inline(destination))
    let waiting = bench.route(.inline(destination))
    let behind = bench.command(.navigator(.go(to: PathItem(AnyScreen("home")), on: .id(.root))))
    #expect(bench.ending(of: waiting) == "" && bench.ending(of: behind) == "")
    bench.client(sends: .cancel(Cancel(id: waiting)))
    #expect(bench.ending(of: waiting) == "cancelled")
    #expect(bench.ending(of: behind) == "committed")
  }

  @Test("An answer that does not fit the question of a task fails the command, and the message names the step")
  func misfit() throws {
    var bench = Bench.museum(interceptors: true)
    bench.replace("home")
    let id = bench.route()
    try bench.answer(.declined, by: "shop")
    #expect(
      bench.outcome(of: id)?.kind
        == .failed(who: .init(worker: "shop", screen: "destination"), .handler, code: "badAnswer"))
    #expect(bench.outcome(of: id)?.message == "step 1: the answer does not fit the question 'intercept login'")
  }

  @Test("What a dead worker did for destinations, a live one does that registers it now")
  func deadTasks() {
    let tasks: [Destination.TaskKind: [TaskName]] = [.interceptor: ["log"]]
    var bench = Bench()
    for worker in ["a", "b"] {
      bench.register(worker) {
        $0.tasks = tasks
        $0.destinations = ["gift": Destination([.root])]
      }
      if worker == "a" { bench.feed(.connectionLost(Bench.connection("a"))) }
    }
    bench.client(sends: .inspect(Inspect(.destinations)))
    guard case .report(let report) = bench.take("client").last, case .destination(let gift) = report.objects.first
    else { return #expect(Bool(false), "no report") }
    #expect(gift.worker == "b" && gift.isLive)
  }

  @Test("Of many names that nobody has registered, the first alone says what was meant")
  func manyUnknown() {
    var bench = Bench.museum()
    bench.register("late") {
      $0.destinations = [
        "gift": Destination([.from("prodct"), .from("produt")]), "other": Destination([.from("roduct")]),
      ]
    }
    bench.client(sends: .inspect(Inspect(.destinations)))
    guard case .report(let report) = bench.take("client").last else { return #expect(Bool(false), "no report") }
    let missing = report.objects.flatMap { object -> [String] in
      if case .destination(let destination) = object { destination.missing } else { [] }
    }
    #expect(missing.count >= 3 && missing.count { $0.contains("did you mean") } == 1, "\(missing)")
  }
}
