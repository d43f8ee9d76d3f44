// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("What an operator does") struct OperatorTests {
    private static let way = Program.folder.appending(path: "way").path
    private static let waykeeperd = Program.folder.appending(path: "waykeeperd").path

    /// Runs a line of a shell to its end.
    private func shell(_ line: String, on stage: Stage) async throws -> Program.End {
      try await stage.start("/bin/sh", ["-c", line]).end()
    }

    private func write(_ text: String, _ name: String, on stage: Stage) throws -> String {
      let file = "\(stage.folder)/\(name)"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      return file
    }

    private func start(_ arguments: [String], on stage: Stage) async throws -> Program {
      let daemon = try stage.start("waykeeperd", ["--hosting", "optional"] + arguments)
      _ = try await daemon.errors.next("the coordinator's start") { $0.contains("coordinator started") }
      return daemon
    }

    // ── signals ──────────────────────────────────────────────────────────────────────────────────

    @Test(
      "SIGHUP takes over what can change, all of it or nothing, and the log says what; no other signal ends the daemon")
    func reload() async throws {
      try await Stage.empty { stage in
        let file = try write("deadlines: { ask: 1s }\nlog-level: info\n", "w.yaml", on: stage)
        let daemon = try await start(["--config", file], on: stage)
        #expect(try await stage.outcome("replace", "home").isAsAsked)

        _ = try write(
          """
          deadlines: { ask: 2s, guard: 4s }
          log-level: debug
          links: { schemes: [museum], patterns: [{ url: "list", path: "home/list" }] }
          endpoints: { control: [{ tcp: "127.0.0.1:5999", insecure: true }] }
          """, "w.yaml", on: stage)
        daemon.signal(SIGHUP)
        let read = try await daemon.errors.next("the reload") { $0.contains("configuration read anew") }
        for change in ["deadlines.ask 1s → 2s", "deadlines.guard 1s → 4s", "links 0 → 1", "log-level info → debug"] {
          #expect(read.contains(change), "\(read)")
        }
        let left = try await daemon.errors.next("what needs a restart") { $0.contains("need a restart") }
        #expect(left.contains("keys=endpoints"), "\(left)")
        #expect(try await stage.outcome("open", "museum://list").isAsAsked)

        _ = try write("deadlines: { ask: 3s }\nlinks: { patterns: [{ url: 7 }] }\n", "w.yaml", on: stage)
        daemon.signal(SIGHUP)
        let refused = try await daemon.errors.next("the refusal") { $0.contains("nothing of it was taken over") }
        #expect(refused.contains("w.yaml:2:"), "\(refused)")

        for signal in [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, 40] {
          daemon.signal(signal)
          _ = try await daemon.errors.next("signal \(signal)") { $0.contains("means nothing here signal=\(signal)") }
        }
        #expect(try await stage.path == "home/list")
        daemon.signal(SIGTERM)
        #expect(try await daemon.end().code == 0)
      }
    }

    // ── the journal ──────────────────────────────────────────────────────────────────────────────

    @Test(
      "a journal that is deleted meanwhile is told, never called durable, and written anew", .timeLimit(.minutes(20)))
    func lostJournal() async throws {
      try await Stage.empty { stage in
        let daemon = try await start([], on: stage)
        #expect(try await stage.outcome("replace", "home/list").durable == true)
        // As long as another file lies in its place, no new journal is written.
        let foreign = try write("somebody's", "foreign", on: stage)
        _ = try await shell("mv \(foreign) \(stage.folder)/state/journal.sqlite", on: stage)
        let lost = try await stage.outcome("replace", "home/map")
        #expect(lost.isAsAsked && lost.durable == false)
        let status = try await stage.way("status")
        #expect(status.all.contains("journal failing: nothing is durable"), "\(status.all)")
        #expect(status.all.contains("while waykeeperd had it open"), "\(status.all)")
        // What stands in the journal's place goes last: a new journal with its log may be there as soon as it is gone.
        _ = try await shell("cd \(stage.folder)/state && rm journal.sqlite-* && rm journal.sqlite", on: stage)
        _ = try await daemon.errors.next("the new journal") { $0.contains("the journal works again") }
        #expect(try await stage.outcome("replace", "home/help").durable == true)
        #expect(try await stage.way("status").all.contains("1 gap"))
        daemon.signal(SIGKILL)
        _ = try await daemon.end()
        _ = try await start([], on: stage)
        #expect(try await stage.path == "home/help")
      }
    }

    @Test("with journal-failure refuse the daemon ends with 74", arguments: [true, false])
    func lostJournalRefused(commits: Bool) async throws {
      try await Stage.empty { stage in
        let daemon = try await start(["--journal-failure", "refuse"], on: stage)
        _ = try await stage.outcome("replace", "home/list")
        _ = try await shell("mv \(stage.folder)/state/journal.sqlite \(stage.folder)/elsewhere", on: stage)
        // Without a command the look from time to time finds it.
        if commits { _ = try await stage.way("replace", "home/map", "--timeout", "1s") }
        let end = try await daemon.end()
        #expect(end.code == 74, "\(end.all)")
        #expect(end.all.contains("was moved or deleted while waykeeperd had it open"), "\(end.all)")
        let isReplaced = FileManager.default.fileExists(atPath: "\(stage.folder)/state/journal.sqlite")
        #expect(!isReplaced)
      }
    }

    @Test("a lost end of the journal is told by the log and by status")
    func lostEnd() async throws {
      try await Stage.empty { stage in
        let daemon = try await start([], on: stage)
        for name in ["list", "map", "help"] { _ = try await stage.outcome("replace", "home/\(name)") }
        daemon.signal(SIGKILL)
        _ = try await daemon.end()
        _ = try await shell("cd \(stage.folder)/state && rm journal.sqlite-wal && : > journal.sqlite", on: stage)
        let next = try await start([], on: stage)
        #expect(next.errors.all.contains { $0.contains("warning") && $0.contains("has lost its end") })
        let status = try await stage.way("status")
        #expect(status.all.contains("has lost its end") && status.all.contains("1 gap"), "\(status.all)")
        // Revision 3 was given; what is new stands above it.
        #expect(try await stage.outcome("replace", "home").revision == 4)
      }
    }

    // ── way ──────────────────────────────────────────────────────────────────────────────────────

    @Test(
      "run says what it cannot read, and ends with 2",
      arguments: [
        ("- <&-", "cannot read the standard input"), ("/tmp", "it is a folder"), ("/no/such", "No such file"),
      ])
    func unreadable(arguments: String, message: String) async throws {
      try await Stage.empty { stage in
        _ = try await start([], on: stage)
        let end = try await shell("exec \(Self.way) run \(arguments)", on: stage)
        #expect(end.code == 2, "\(end.all)")
        #expect(end.all.contains(message), "\(end.all)")
      }
    }

    @Test("run takes a line of 10 MB in a moment, says that it is too long, and goes on", .timeLimit(.minutes(20)))
    func longLine() async throws {
      try await Stage.empty { stage in
        _ = try await start([], on: stage)
        let command = #"{"verb":"replace","screens":["home"]}"#
        let lines = [command, String(repeating: "x", count: 10_000_000), #"{"verb":"back"}"#]
        let end = try await stage.way("run", try write(lines.joined(separator: "\n"), "commands", on: stage))
        #expect(end.code == 2)
        try #require(end.output.count == 3, "\(end.all)")
        #expect(try JSONLine.outcome(end.output[0]).isAsAsked)
        let fault = try JSONValue(json: end.output[1]).at("error")
        #expect(fault?["line"] == .integer(2))
        #expect(end.output[1].contains("the line has 10000000 bytes, a command has at most 1048576"))
      }
    }

    @Test(
      "an output that cannot be written ends every command with 74",
      arguments: [
        "status", "path", "scenes", "replace home/map", "watch --count 1", "run commands", "--help", "help verbs",
        "show --help", "--version", "worker --example",
        "path --scene nope --format json", "nope --format json", "show --format json",
      ], ["> /dev/full", ">&-"])
    func fullOutput(command: String, output: String) async throws {
      try await Stage.empty { stage in
        _ = try await start([], on: stage)
        _ = try await stage.outcome("replace", "home")
        _ = try write(#"{"verb":"replace","screens":["home/list"]}"#, "commands", on: stage)
        let end = try await shell("cd \(stage.folder) && exec \(Self.way) \(command) \(output)", on: stage)
        #expect(end.code == 74, "\(end.all)")
        #expect(end.all.contains("cannot write the standard output"), "\(end.all)")
      }
    }

    @Test(
      "a worker whose file or command line is wrong ends with 2 there too, so that no service manager starts it again; its check does not",
      arguments: [("bad.yaml", 2), ("", 2), ("bad.yaml --chek", 2), ("--check bad.yaml", 74)] as [(String, Int32)],
      ["> /dev/full", ">&-"])
    func fullOutputOfWorker(worker: (String, Int32), output: String) async throws {
      try await Stage.empty { stage in
        _ = try write("worker: 7\n", "bad.yaml", on: stage)
        let line = "\(Self.way) worker --format json \(worker.0) \(output)"
        let end = try await shell("cd \(stage.folder) && exec \(line)", on: stage)
        #expect(end.code == worker.1, "\(end.all)")
      }
    }

    @Test("so it is with waykeeperd", arguments: ["--help", "--check", "--version"])
    func fullOutputOfDaemon(option: String) async throws {
      try await Stage.empty { stage in
        let words = try stage.completed("waykeeperd", [option]).joined(separator: " ")
        let end = try await shell("exec \(Self.waykeeperd) \(words) > /dev/full", on: stage)
        #expect(end.code == 74, "\(end.all)")
      }
    }

    @Test("status shows many large scenes, each path cut to its beginning")
    func largeScenes() async throws {
      try await Stage.empty { stage in
        _ = try await start([], on: stage)
        let screens = (0..<15).map {
          #"{"screen":"s\#($0)","content":{"t":"\#(String(repeating: "\\\"", count: 6500))"}}"#
        }
        let lines = (0..<8).map {
          #"{"verb":"replace","scene":"scene\#($0)","screens":[\#(screens.joined(separator: ","))]}"#
        }
        let run = try await stage.way(
          "run", "--timeout", "30s", try write(lines.joined(separator: "\n"), "commands", on: stage))
        #expect(run.code == 0, "\(run.all.prefix(500))")
        for arguments in [["status"], ["status", "--format", "json"]].map({ $0 + ["--timeout", "30s"] }) {
          let end = try await stage.start("way", arguments).end()
          #expect(end.code == 0, "\(end.all.prefix(500))")
          #expect((0..<8).allSatisfy { end.all.contains("scene\($0)") })
          #expect(end.all.utf8.count < 100_000)
        }
        #expect(
          try await stage.way("status", "--timeout", "30s").all.contains("letters more: way path --scene scene7)"))
      }
    }

    // ── the configuration ────────────────────────────────────────────────────────────────────────

    @Test(
      "a check refuses what the start refuses, with the same words",
      arguments: [
        "endpoints: { control: [{ tcp: \"127.1:5873\" }] }",
        "endpoints: { screens: [{ tcp: \"127.0.0.1.evil.com:1\" }] }",
        "endpoints: { updates: [{ tcp: \"localhost:5873\" }] }", "endpoints: { updates: [{ tcp: \"127.0.0.256:1\" }] }",
        "runtime-dir: \"/tmp/a\\0b\"", "state-dir: \"/tmp/a\\0b\"",
        "scenes: { main: { start: \"\(String(repeating: "a/", count: 299))a\" } }",
      ])
    func check(yaml: String) async throws {
      try await Stage.empty { stage in
        let file = try write(yaml, "w.yaml", on: stage)
        let unset = "unset WAYKEEPER_RUNTIME_DIR WAYKEEPER_STATE_DIR;"
        let check = try await shell("\(unset) exec \(Self.waykeeperd) --check --config \(file)", on: stage)
        let start = try await shell("\(unset) exec \(Self.waykeeperd) --config \(file)", on: stage)
        #expect(check.code == 78, "\(check.all)")
        #expect(start.code == 78, "\(start.all)")
        #expect(check.errors == start.errors)
      }
    }

    @Test("aliases of aliases end in a moment, in every kind of file, in values and in keys", .timeLimit(.minutes(20)))
    func aliases() async throws {
      let levels = (1...60).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }
      let values = (["a0: &a0 [x, x]"] + levels).joined(separator: "\n")
      try await Stage.empty { stage in
        let file = try write(values + "\n? *a60\n: 1", "bomb.yaml", on: stage)
        let check = try await shell("exec \(Self.waykeeperd) --check --config \(file)", on: stage)
        #expect(check.code == 78)
        #expect(check.all.contains("bomb.yaml:62:3: aliases may stand in a key here"), "\(check.all.prefix(500))")
        let tree = try write("worker: kiosk\nscreens: { home: {} }\n\(values)\ntree: *a60\n", "kiosk.yaml", on: stage)
        let worker = try await stage.way("worker", "--check", tree)
        #expect(worker.code == 2)
        #expect(worker.all.contains("100000 values"), "\(worker.all)")
      }
    }
  }
}
