// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: what is measured")
struct CoordinatorMeasuringTests {
  /// A navigation that a worker answers, one that it leaves unanswered, and one that nobody handles.
  private func navigate(_ bench: inout Bench) throws {
    bench.register("home", ["home": .asked])
    bench.replace("home")
    _ = bench.coordinator.takeMeasurements()
    bench.command(.show(["list"]))
    bench.pass(20)
    try bench.answer(.instruction(.push(nil)), by: "home")
    bench.command(.show(["map"]))
    bench.pass(600)
  }

  @Test("decisions with their outcome, answers with their time, and silence")
  func events() throws {
    var bench = Bench { $0.isMeasured = true }
    try navigate(&bench)
    var words: [String] = []
    for measurement in bench.coordinator.takeMeasurements() {
      switch measurement {
      case .decided(let outcome, let ms): words.append("\(outcome) \(Int(ms))")
      case .answered(let ms): words.append("answered \(Int(ms))")
      case .unanswered: words.append("unanswered")
      }
    }
    #expect(
      words == ["answered 20", "committed 20", "unanswered", "unhandled 500"], "\(words)")
    #expect(bench.coordinator.takeMeasurements().isEmpty)
  }

  @Test("nothing is collected where nobody reads it")
  func nothing() throws {
    var bench = Bench()
    try navigate(&bench)
    #expect(bench.coordinator.takeMeasurements().isEmpty)
  }

  @Test("the load counts scenes, what runs and waits, and workers by state")
  func load() {
    var bench = Bench()
    #expect(bench.coordinator.load == CoordinatorLoad())
    bench.register("home", ["home": .asked])
    bench.register("list", ["list": Routable()])
    bench.replace("home")
    for _ in 0..<3 { bench.command(.show(["map"])) }
    bench.feed(.connectionLost(Bench.connection("list")))
    var load = CoordinatorLoad()
    (load.scenes, load.running, load.waiting, load.outcomes) = (1, 1, 2, 4)
    load.workers = [.live: 1, .gone: 1]
    #expect(bench.coordinator.load == load)
  }
}
