// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("way bench, where not all goes well") struct LoadTests {
    /// Waits until navigations are under way.
    private static func awaitUpdates(_ watch: Program) async throws {
      try await watch.output.wait(for: "updates") { $0.count { $0.contains(#"{"update":"#) } >= 20 }
    }

    @Test("A coordinator that halts is seen in the latencies of all that was due meanwhile, sent or not")
    func halted() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        let watch = try stage.start("way", ["watch", "--format", "json"])
        // Long enough that the halt falls into it on a slow machine.
        let load = ["--live", "--hosted", "--rate", "100", "--duration", "10s", "--warm-up", "0", "--format", "json"]
        let bench = try stage.start("way", ["bench"] + load)
        try await Self.awaitUpdates(watch)
        daemon.signal(SIGSTOP)
        let end = try await bench.end()
        daemon.signal(SIGCONT)
        #expect(end.code == 5, "\(end.all)")
        let report = try JSONValue(json: end.output.joined())["bench"] ?? .null
        let (sent, notBegun) = (
          BenchTests.number(report, "navigations", "sent") ?? 0,
          BenchTests.number(report, "navigations", "notBegun") ?? 0
        )
        #expect(sent + notBegun == 1000 && notBegun > 0, "\(end.all)")
        // It is given up 10 s after the last outcome.
        #expect(BenchTests.figure(report, "measured", "p99") > 5e6, "\(end.all)")
        #expect(BenchTests.figure(report, "measured", "max") > 7e6, "\(end.all)")
      }
    }

    @Test("Before so many a second come each client warms up, and finds no queue full")
    func warmUp() async throws {
      try await Stage.empty { stage in
        let (paced, end) = try await BenchTests.bench(
          stage, ["--rate", "20", "--outstanding", "64", "--count", "10", "--warm-up", "200"])
        BenchTests.expectSums(paced, end, observers: 1)
        #expect(BenchTests.number(paced, "navigations", "warmUp") == 200)
        let (few, last) = try await BenchTests.bench(
          stage, ["--clients", "3", "--scenes", "3", "--outstanding", "8", "--count", "30", "--warm-up", "1"])
        BenchTests.expectSums(few, last, observers: 1)
        #expect(BenchTests.number(few, "navigations", "warmUp") == 3)
      }
    }

    @Test("A load leaves its user half of the scenes of a live coordinator, and finds its own again")
    func room() async throws {
      try await Stage.run { stage in
        let load = ["bench", "--live", "--hosted", "--count", "20", "--warm-up", "0", "--scenes"]
        let refused = try await stage.start("way", load + ["103"]).end()
        #expect(refused.code == 2, "\(refused.all)")
        #expect(refused.errors.first?.hasSuffix("--scenes 102 is the most here") == true, "\(refused.all)")
        #expect(try await stage.way("path", "--scene", "bench-0").code != 0)
        for _ in 0..<2 {
          let end = try await stage.start("way", load + ["102"]).end()
          #expect(end.code == 0, "\(end.all)")
        }
      }
    }

    @Test("A throw-away coordinator has as many scenes as one can have")
    func allScenes() async throws {
      try await Stage.empty { stage in
        let (report, end) = try await BenchTests.bench(
          stage, ["--scenes", "256", "--count", "300", "--warm-up", "0"])
        BenchTests.expectSums(report, end, observers: 1)
        #expect(try stage.files == [])
      }
    }

    @Test("Where the coordinator ends, the load ends at once, and what was measured until then is told")
    func coordinatorEnds() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        let watch = try stage.start("way", ["watch", "--format", "json"])
        let load = ["--live", "--hosted", "--duration", "1h", "--warm-up", "0", "--format", "json"]
        let bench = try stage.start("way", ["bench"] + load)
        try await Self.awaitUpdates(watch)
        daemon.signal(SIGKILL)
        let end = try await bench.end(within: .seconds(20))
        let report = try JSONValue(json: end.output.joined())["bench"] ?? .null
        #expect(end.code == 3 && report["coordinatorEnded"] == .bool(true), "\(end.all)")
        #expect(report["interrupted"] == .bool(false), "\(end.all)")
        #expect((BenchTests.number(report, "outcomes", "committed") ?? 0) > 0, "\(end.all)")
      }
    }

    @Test("After a refusal the next navigation goes the same way, and takes back nothing that did not come")
    func takesNothingBack() async throws {
      try await Stage.empty { stage in
        let file = "\(stage.folder)/waykeeperd.yaml"
        try "scenes: { bench-0: { start: bench-home, lock: { allow: [bench-home], out: staff } } }\n".write(
          toFile: file, atomically: true, encoding: .utf8)
        let daemon = try stage.start("waykeeperd", ["--config", file])
        _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
        let (report, end) = try await BenchTests.bench(
          stage, ["--live", "--hosted", "--count", "10", "--warm-up", "0"])
        #expect(end.code == 3, "\(end.all)")
        // What were taken back before it came would be unchanged.
        #expect(BenchTests.number(report, "outcomes", "rejected (locked)") == 10, "\(end.all)")
      }
    }

    @Test("Where commits wait for the disk, so does a relay that they are compared with")
    func syncedRelay() async throws {
      try await Stage.empty { stage in
        let program = Program.folder.appending(path: "baseline").path
        let load = ["--journal", "full", "--count", "20", "--warm-up", "5", "--rounds", "1"]
        let (report, end) = try await BenchTests.bench(stage, load + ["--baseline", program])
        BenchTests.expectSums(report, end, observers: 1)
        #expect(report["relay"] != nil && report["syncedRelay"]?["coordinatorRatio"]?["p50"] != nil, "\(end.all)")
        #expect(report["coordinator"]?["fileSystem"] != nil, "\(end.all)")
        // Of so few nobody knows what 99 of 100 stay below.
        let median = report["measured"]?["median"]
        #expect(median?["p50"] != nil && median?["p99"] == nil, "\(end.all)")
      }
    }
  }
}
