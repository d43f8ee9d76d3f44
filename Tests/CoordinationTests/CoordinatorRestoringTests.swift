// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("After a lost end, and under other settings")
struct CoordinatorRestoringTests {
  @Test(
    "A scene that the journal has lost begins above what was given, and one without a commit is forgotten all the same")
  func floor() {
    var bench = Bench()
    var restored = Restored(epoch: 7)
    restored.floor.revision = 60
    restored.floor.nextID = 500
    bench.coordinator = Coordinator(settings: bench.settings, restored: restored, version: "1.0.0", at: bench.now)
    bench.command(.show(["nowhere"])) { $0.scene = "typo" }
    #expect(bench.state("typo") == nil)
    bench.replace("home/list")
    #expect(bench.state()?.revision == 61)
    #expect(bench.state()?.path.path.elements.map(\.id.rawValue).allSatisfy { $0 == 0 || $0 >= 500 } == true)
    bench.replace("home")
    #expect(bench.state()?.revision == 62)
  }

  @Test("Other settings hold for what begins later; what waits keeps its deadline")
  func configured() throws {
    var bench = Bench(requiresHosts: true) { $0.hostWaitMs = 1000 }
    bench.register("home")
    let early = bench.command(.navigator(.replace(path: literals("home/map"), in: nil)))
    var settings = bench.settings
    settings.hostWaitMs = 100
    bench.feed(.configured(settings))
    bench.pass(900)
    #expect(bench.outcome(of: early) == nil)
    bench.pass(200)
    #expect(bench.outcome(of: early) != nil)
    let late = bench.command(.navigator(.replace(path: literals("home/map"), in: nil)))
    bench.pass(99)
    #expect(bench.outcome(of: late) == nil)
    bench.pass(1)
    #expect(bench.outcome(of: late) != nil)
  }

  @Test("Of a worker that has not come back since a restart the scenes are told that the journal has, and no others")
  func scenesOfAbsent() {
    var bench = Bench()
    bench.register("board", ["film": Routable(onDeath: .pop)]) { $0.scenes = ["other"] }
    bench.register("every", ["clock": Routable(onDeath: .pop)]) { $0.scenes = nil }
    bench.register("plain", ["map": Routable()]) { $0.scenes = ["other"] }
    bench.restart()
    let scenes: [[SceneName]?] = [["other"], nil, []]
    #expect(bench.workers.map(\.scenes) == scenes)
    #expect(bench.workers.allSatisfy { $0.state == .gone })
  }

  @Test("The status is cut to what fits: paths to 512 octets, screens to a share of each worker")
  func status() throws {
    var bench = Bench()
    let path = (0..<200).map { "screen\($0)" }.joined(separator: "/")
    bench.replace(path)
    bench.client(sends: .inspect(Inspect(.status)))
    let reports = bench.take("client").compactMap { message -> CoordinatorStatus? in
      guard case .report(let report) = message, case .status(let status)? = report.objects.first else { return nil }
      return status
    }
    let status = try #require(reports.last)
    #expect(status.scenes.first?.path.utf8.count == 512 + 3)
    #expect(status.scenes.first?.path.hasSuffix("…") == true)
  }
}
