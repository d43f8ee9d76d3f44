// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("way bench") struct BenchTests {
    /// What a run of `way bench` told, as JSON.
    static func bench(_ stage: Stage, _ options: [String]) async throws -> (JSONValue, Program.End) {
      let end = try await stage.start("way", ["bench", "--format", "json"] + options).end()
      return (try JSONValue(json: end.output.joined())["bench"] ?? .null, end)
    }

    static func number(_ report: JSONValue, _ path: String...) -> Int64? {
      let value = path.reduce(Optional(report)) { value, key in value?[key] }
      if case .integer(let number) = value { return number }
      return nil
    }

    /// Each navigation has one outcome, and each observer has seen each commit.
    static func expectSums(_ report: JSONValue, _ end: Program.End, observers: Int64) {
      #expect(end.code == 0 && end.errors.isEmpty, "\(end.all)")
      let committed = number(report, "outcomes", "committed") ?? 0
      #expect(committed > 0)
      #expect(number(report, "navigations", "sent") == committed)
      #expect(number(report, "navigations", "ended") == committed)
      #expect(number(report, "navigations", "unanswered") == 0)
      let warmUp = number(report, "navigations", "warmUpCommitted") ?? 0
      #expect(warmUp == number(report, "navigations", "warmUp"))
      #expect(number(report, "updates", "expected") == (committed + warmUp) * observers)
      #expect(number(report, "updates", "seen") == (committed + warmUp) * observers)
    }

    @Test(
      "A throw-away coordinator commits all that is sent, every observer sees it, and nothing is left behind",
      arguments: [
        ["--duration", "300ms"], ["--asks", "0", "--journal", "normal"],
        ["--asks", "3", "--depth", "6", "--observers", "3"],
        ["--scenes", "4", "--outstanding", "4", "--journal", "full"], ["--clients", "3", "--scenes", "2"],
        ["--containers", "2", "--content-size", "1000", "--hosted"],
        ["--workers", "3", "--names", "40", "--idle-observers", "2"],
        ["--asks", "0", "--containers", "1", "--depth", "4", "--observers", "0"],
      ])
    func throwAway(options: [String]) async throws {
      try await Stage.empty { stage in
        let many = options.contains("--duration") ? [] : ["--count", "60", "--warm-up", "20"]
        let (report, end) = try await Self.bench(stage, options + many)
        let observers = options.firstIndex(of: "--observers").flatMap { Int64(options[$0 + 1]) } ?? 1
        Self.expectSums(report, end, observers: observers)
        if !many.isEmpty { #expect(Self.number(report, "navigations", "sent") == 60) }
        let journal = options.firstIndex(of: "--journal").map { options[$0 + 1] } ?? "none"
        #expect(report["coordinator"]?["journal"] == .string(journal))
        #expect((Self.number(report, "process", "residentBytes") ?? 0) > 1_000_000)
        #expect(stage.processes.isEmpty)
        #expect(try stage.files == [])
      }
    }

    static func figure(_ report: JSONValue, _ subject: String, _ name: String) -> Double {
      let value = report[subject]?["median"]?[name]
      if case .integer(let number) = value { return Double(number) }
      if case .double(let number) = value { return number }
      return -1
    }

    @Test(
      "At so many a second each navigation has its time, as it has with what it is compared with", arguments: [1, 2])
    func rate(clients: Int) async throws {
      try await Stage.empty { stage in
        let program = Program.folder.appending(path: "baseline").path
        let load = ["--clients", "\(clients)", "--scenes", "2", "--outstanding", "16", "--rate", "200"]
        let (report, end) = try await Self.bench(
          stage, load + ["--count", "40", "--warm-up", "10", "--rounds", "1", "--baseline", program])
        Self.expectSums(report, end, observers: 1)
        #expect(Self.number(report, "load", "rate") == 200 && Self.number(report, "navigations", "sent") == 40)
        for subject in ["measured", "floor", "relay"] {
          let rate = Self.figure(report, subject, "perSecond")
          #expect(rate > 0 && rate < 200.001, "\(subject): \(end.all)")
        }
      }
    }

    @Test("Where more is due than can begin, each counts from when it was due, and the report says so")
    func late() async throws {
      try await Stage.empty { stage in
        let load = ["bench", "--rate", "1000000", "--count", "500"]
        let (report, end) = try await Self.bench(stage, Array(load.dropFirst()))
        Self.expectSums(report, end, observers: 1)
        // The last one was due at the beginning, nearly.
        let longest = Self.figure(report, "measured", "max")
        #expect(longest > 0.9 * 500 / Self.figure(report, "measured", "perSecond") * 1e6, "\(end.all)")
        let text = try await stage.start("way", load).end()
        #expect(text.output.last?.hasPrefix("more were due than could begin: ") == true, "\(text.all)")
        #expect(text.output.last?.hasSuffix(" of 1 000 000 a second") == true, "\(text.all)")
      }
    }

    @Test("What a live coordinator refuses is counted by its kind, and the exit code says so")
    func refused() async throws {
      try await Stage.run { stage in
        let (report, end) = try await Self.bench(
          stage, ["--live", "--hosted", "--outstanding", "100", "--count", "300", "--warm-up", "0"])
        #expect(end.code == 3, "\(end.all)")
        guard case .members(let outcomes) = report["outcomes"] else {
          Issue.record("no outcomes: \(end.all)")
          return
        }
        let counts = outcomes.map { if case .integer(let count) = $0.value { count } else { Int64(0) } }
        #expect(outcomes.contains { $0.key.hasPrefix("busy") }, "\(end.all)")
        #expect(counts.reduce(0, +) == 300 && Self.number(report, "navigations", "ended") == 300)
        let committed = Self.number(report, "outcomes", "committed") ?? 0
        #expect(Self.number(report, "navigations", "notCommitted") == 300 - committed)
        // What is refused is no throughput.
        if case .double(let seconds) = report["navigations"]?["seconds"] {
          #expect(abs(Self.figure(report, "measured", "perSecond") * seconds - Double(committed)) < 0.01, "\(end.all)")
        }
        #expect(report["coordinator"]?["kind"] == .string("live"))
      }
    }

    @Test("A coordinator that requires hosts says what the load needs")
    func hosts() async throws {
      try await Stage.run { stage in
        let end = try await stage.way("bench", "--live", "--count", "10")
        #expect(end.code == 3, "\(end.all)")
        #expect(end.errors.first?.contains("noHost") == true && end.errors.first?.contains("--hosted") == true)
      }
    }

    @Test("A coordinator whose scenes are named has none for the load, and keeps no worker of it")
    func namedScenes() async throws {
      try await Stage.empty { stage in
        let file = "\(stage.folder)/scenes.yaml"
        try "scenes: { main: { start: home } }".write(toFile: file, atomically: true, encoding: .utf8)
        let daemon = try stage.start("waykeeperd", ["--config", file])
        _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
        let end = try await stage.way("bench", "--live", "--hosted", "--count", "10")
        #expect(end.code == 3 && end.errors.first?.contains("unknownScene") == true, "\(end.all)")
        let workers = try await stage.way("workers", "--format", "json")
        #expect(!workers.all.contains("bench"), "\(workers.all)")
      }
    }

    @Test("Ended early by a signal, it tells what was measured until then")
    func interrupted() async throws {
      try await Stage.run { stage in
        let options = ["bench", "--live", "--hosted", "--duration", "1h", "--format", "json"]
        let watch = try stage.start("way", ["watch", "--format", "json"])
        let bench = try stage.start("way", options)
        // More than any warm-up has.
        for _ in 0..<600 { _ = try await watch.output.next("an update") { $0.contains(#"{"update":"#) } }
        bench.signal(SIGINT)
        let end = try await bench.end()
        let report = try JSONValue(json: end.output.joined())["bench"] ?? .null
        #expect(end.code == 0 && report["interrupted"] == .bool(true), "\(end.all)")
        #expect((Self.number(report, "outcomes", "committed") ?? 0) > 0, "\(end.all)")
      }
    }

    @Test("Ended in its warm-up, it says that nothing was measured")
    func interruptedEarly() async throws {
      try await Stage.run { stage in
        let watch = try stage.start("way", ["watch", "--format", "json"])
        let bench = try stage.start("way", ["bench", "--live", "--hosted", "--warm-up", "1000000"])
        for _ in 0..<20 { _ = try await watch.output.next("an update") { $0.contains(#"{"update":"#) } }
        bench.signal(SIGINT)
        let end = try await bench.end()
        #expect(end.code == 3 && end.output == [], "\(end.all)")
        #expect(end.errors == ["way: ended before anything was measured"])
      }
    }

    @Test("Ended while a scene cannot begin, it does not wait for the answer")
    func interruptedSetup() async throws {
      try await Stage.empty { stage in
        // A guard that is silent for longer than an answer is waited for.
        let file = "\(stage.folder)/waykeeperd.yaml"
        try "deadlines: { guard: 60s, transition: 60s }\n".write(toFile: file, atomically: true, encoding: .utf8)
        let daemon = try stage.start("waykeeperd", ["--config", file])
        _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
        let gate = try await stage.startWorker(
          "gate", "worker: gate\nscenes: [bench-0]\nscreens: { gate: { guard: hang } }")
        #expect(try await stage.outcome("replace", "gate", "--scene", "bench-0").isAsAsked)
        let bench = try stage.start("way", ["bench", "--live", "--hosted"])
        _ = try await gate.output.next("the first command's question") { $0.contains(#""request":"leave""#) }
        bench.signal(SIGINT)
        // It gives an answer 10 s.
        let end = try await bench.end(within: .seconds(9))
        #expect(end.code == 3 && end.errors.last == "way: ended before anything was measured", "\(end.all)")
      }
    }

    @Test("Rounds of an odd number go on where the one before has left the scene, so that its path does not grow")
    func oddRounds() async throws {
      try await Stage.run { stage in
        let load = ["bench", "--live", "--hosted", "--warm-up", "0", "--count", "11", "--rounds", "2"]
        let end = try await stage.start("way", load).end()
        #expect(end.code == 0, "\(end.all)")
        let path = try await stage.way("path", "--scene", "bench-0")
        #expect(path.output == ["bench-home"], "\(path.all)")
      }
    }

    @Test("Ended while the relay runs, it ends that, and tells what was measured until then")
    func interruptedRelay() async throws {
      try await Stage.empty { stage in
        let (program, sign) = ("\(stage.folder)/relay-that-stays", "\(stage.folder)/relay-runs")
        let script = """
          #!/bin/sh
          [ "$1" = relay ] || exec '\(Program.folder.appending(path: "baseline").path)' "$@"
          : > '\(sign)'
          exec sleep 1000
          """
        try script.write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let load = ["--count", "20", "--warm-up", "0", "--rounds", "3", "--baseline", program]
        let bench = try stage.start("way", ["bench", "--format", "json"] + load)
        try eventually("the relay") { FileManager.default.fileExists(atPath: sign) }
        bench.signal(SIGINT)
        let end = try await bench.end()
        let report = try JSONValue(json: end.output.joined())["bench"] ?? .null
        #expect(end.code == 0 && report["interrupted"] == .bool(true), "\(end.all)")
        #expect(Self.number(report, "outcomes", "committed") == 20, "\(end.all)")
        #expect(report["floor"] != nil && report["relay"] == nil, "\(end.all)")
        #expect(stage.processes.isEmpty)
      }
    }

    @Test(
      "What cannot be is refused with what can",
      arguments: [
        ("--scenes 0", "--scenes is a number from 1 to 256, and 0 is none of these"),
        ("--observers 1001", "--observers is a number from 0 to 1000, and 1001 is none of these"),
        ("--asks 3 --depth 2", "a path of 2 elements has no place for 3 handlers: make it as deep"),
        (
          "--asks 0 --clients 2",
          "with --asks 0 each client needs a scene of its own, for it takes back what it did: --scenes 2"
        ),
        ("--names 300 --workers 1", "300 screens need 2 idle workers: one registers 256 at most"),
        ("--live --journal none", "--journal is for a throw-away coordinator, and this one is somebody's"),
        ("--baseline /nosuch/program", "/nosuch/program is no program that can be run"),
        ("--rate 0", "--rate is a number from 1 to 1000000, and 0 is none of these"),
        ("--count 0", "--count is a number from 1 to 100000000, and 0 is none of these"),
      ])
    func refusedOptions(options: String, message: String) async throws {
      try await Stage.empty { stage in
        let end = try await stage.start("way", ["bench"] + options.split(separator: " ").map(String.init)).end()
        #expect(end.code == 2, "\(end.all)")
        #expect(end.errors.first == "way: \(message)", "\(end.all)")
      }
    }

    @Test("Relay and floor take turns with the coordinator, and every navigation of them arrives", arguments: [0, 2])
    func baseline(asks: Int) async throws {
      try await Stage.empty { stage in
        let program = Program.folder.appending(path: "baseline").path
        let (report, end) = try await Self.bench(
          stage,
          ["--baseline", program, "--asks", "\(asks)", "--count", "50", "--warm-up", "10", "--rounds", "2"])
        #expect(end.code == 0, "\(end.all)")
        for subject in ["measured", "floor", "relay"] {
          guard case .array(let rounds) = report[subject]?["rounds"] else {
            Issue.record("\(subject) was not measured: \(end.all)")
            continue
          }
          #expect(rounds.count == 2 && rounds.allSatisfy { $0["p50"] != .integer(0) }, "\(subject): \(rounds)")
        }
        #expect(report["floor"]?["coordinatorRatio"]?["p50"] != nil, "\(end.all)")
        #expect(Self.number(report, "outcomes", "committed") == 100)
        #expect(try stage.files == [])
      }
    }

    @Test("A relay that waits for the disk passes every message on, and leaves no log")
    func syncing() async throws {
      try await Stage.empty { stage in
        func relay(_ octets: Int) async throws -> [Int] {
          let words = ["relay", "--folder", stage.folder, "--navigations", "40", "--sync", "\(octets)"]
          let end = try await stage.start("baseline", words).end()
          #expect(end.code == 0, "\(end.all)")
          return end.output.dropFirst().compactMap { Int($0) }.sorted()
        }
        let (plain, synced) = (try await relay(0), try await relay(13_400))
        #expect(plain.count == 40 && synced.count == 40)
        #expect(try stage.files == [])
      }
    }

    @Test("A relay of so many a second sends what was due in time for a second more, and tells what it has not sent")
    func overdue() async throws {
      try await Stage.empty { stage in
        let words = ["relay", "--folder", stage.folder, "--asks", "8", "--milliseconds", "100", "--rate", "1000000"]
        let end = try await stage.start("baseline", words).end()
        let totals = (end.output.first ?? "").split(separator: " ").compactMap { Int($0) }
        guard end.code == 0, totals.count == 6 else {
          Issue.record("no totals: \(end.all)")
          return
        }
        #expect(totals[0] == end.output.count - 1 && totals[0] + totals[3] == 100_000, "\(totals)")
        #expect(totals[1] > 1_000_000_000, "\(totals)")
        #expect(totals[3] > 0 && totals[4] >= totals[5] && totals[5] >= 1_000_000_000, "\(totals)")
      }
    }

    @Test(
      "The baseline refuses options that are none",
      arguments: ["relay --folder . --asks x", "relay --folder . --sync -1", "floor", "nothing"])
    func baselineOptions(words: String) async throws {
      try await Stage.empty { stage in
        let program = try stage.start("baseline", words.split(separator: " ").map(String.init))
        let end = try await program.end()
        #expect([2, 3].contains(end.code) && !end.errors.isEmpty, "\(end.all)")
      }
    }
  }
}
