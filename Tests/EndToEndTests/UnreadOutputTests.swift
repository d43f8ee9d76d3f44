// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Output that nobody reads") struct UnreadOutputTests {
    private static let way = Program.folder.appending(path: "way").path

    /// A command whose route takes more than a pipe holds, in JSON.
    private static let large: String = {
      let text = String(repeating: "x", count: 10_000)
      let screens = (0..<10).map { #"{"screen":"s\#($0)","content":{"t":"\#(text)"}}"# }
      return #"{"verb":"replace","screens":[\#(screens.joined(separator: ","))]}"#
    }()

    @Test("A watch that stands still, since nobody reads it, is ended by a signal", arguments: [SIGTERM, SIGINT])
    func watch(signal: Int32) async throws {
      try await Stage.empty { stage in
        let daemon = try stage.start("waykeeperd", ["--hosting", "optional"])
        _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
        let file = "\(stage.folder)/commands"
        try Self.large.write(toFile: file, atomically: true, encoding: .utf8)
        let run = try await stage.way("run", file)
        #expect(run.code == 0, "\(run.all.prefix(500))")
        let pipe = try UnreadPipe("\(stage.folder)/unread")
        let watch = try stage.start("/bin/sh", ["-c", "exec \(Self.way) watch --format json > \(pipe.path)"])
        // The line is longer, so whoever writes it waits.
        try eventually("a full pipe") { pipe.isFull }
        watch.signal(signal)
        #expect(try await watch.end().signal == signal)
      }
    }

    /// Whether a program is `way` by now, and hears of a signal.
    private static func hears(_ pid: Int32, of signal: Int32) throws -> Bool {
      let lines = try processFile("/proc/\(pid)/status").split(separator: "\n")
      guard lines.first == "Name:\tway", let caught = lines.first(where: { $0.hasPrefix("SigCgt:") }),
        let mask = caught.split(separator: "\t").last.flatMap({ UInt64($0, radix: 16) })
      else { return false }
      return mask >> UInt64(signal - 1) & 1 == 1
    }

    @Test("Where no worker runs yet all problems of its file are told, however many they are")
    func problems() async throws {
      try await Stage.empty { stage in
        let file = "\(stage.folder)/bad.yaml"
        let screens = (0..<200).map { "  s\($0): { strange: 1, odd: 2 }\n" }.joined()
        try "worker: w\nscreens:\n\(screens)".write(toFile: file, atomically: true, encoding: .utf8)
        let check = try await stage.way("worker", "--check", file)
        #expect(check.code == 2 && check.errors.filter { $0.contains("unknown screen key") }.count == 400)
        #expect(check.errors.first?.contains("cannot be used") == true, "\(check.errors.prefix(2))")
      }
    }

    @Test("A tour that nobody reads is ended by a signal, with all that it has begun")
    func demo() async throws {
      try await Stage.empty { stage in
        let pipe = try UnreadPipe("\(stage.folder)/unread")
        pipe.fill()
        let demo = try stage.start("/bin/sh", ["-c", "exec \(Self.way) demo > \(pipe.path)"])
        try eventually("the tour to hear of signals") {
          try [SIGINT, SIGHUP].allSatisfy { try Self.hears(demo.pid, of: $0) }
        }
        demo.signal(SIGINT)
        #expect(try await demo.end().signal == SIGINT)
        #expect(try stage.files == ["unread"])
        #expect(stage.processes.isEmpty)
      }
    }

    @Test(
      "A worker whose standard error nobody reads answers, and ends in order",
      .enabled(if: Python.path != nil, "needs python3"))
    func worker() async throws {
      let text = """
        import json, sys
        def say(kind, **fields): print(json.dumps({kind: fields}), flush=True)
        say("register", worker="w", routables={"home": {"handles": ["show list"]}, "list": {}})
        for line in sys.stdin:
            ask = json.loads(line).get("ask")
            if not ask: continue
            for number in range(300): print("no JSON", flush=True)
            say("answer", token=ask["token"], push=True)
        """
      try await Stage.empty { stage in
        // The program says much before it answers.
        let deadlines = ["--deadline-ask", "20s", "--deadline-transition", "60s"]
        let daemon = try stage.start("waykeeperd", ["--hosting", "optional"] + deadlines)
        _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
        let file = "\(stage.folder)/hello.py"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let pipe = try UnreadPipe("\(stage.folder)/unread")
        pipe.fill()
        #expect(pipe.isFull)
        let python = try #require(Python.path)
        let line = "exec \(Self.way) worker --format json -- \(python) \(file) 2> \(pipe.path)"
        let worker = try stage.start("/bin/sh", ["-c", line])
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        #expect(try await stage.outcome("replace", "home").isAsAsked)
        #expect(try await stage.outcome("show", "list").isAsAsked)
        worker.signal(SIGTERM)
        #expect(try await worker.end().code == 0)
        let workers = try await stage.way("workers", "--format", "json")
        #expect(workers.output.joined().contains(#""deaths":0"#), "\(workers.all)")
      }
    }

    @Test(
      "A worker whose standard output nobody reads ends with its program, also with one that has not registered",
      .enabled(if: Python.path != nil, "needs python3"),
      arguments: [
        "",
        #"""
        print('{"register":{"worker":"w","routables":{"home":{}}}}', flush=True)
        sys.stdin.readline()

        """#,
      ])
    func programDies(before: String) async throws {
      try await Stage.run { stage in
        let file = "\(stage.folder)/brief.py"
        try "import sys\n\(before)sys.exit(3)\n".write(toFile: file, atomically: true, encoding: .utf8)
        let pipe = try UnreadPipe("\(stage.folder)/unread")
        pipe.fill()
        let python = try #require(Python.path)
        let line = "exec \(Self.way) worker --format json -- \(python) \(file) > \(pipe.path)"
        let worker = try stage.start("/bin/sh", ["-c", line])
        let end = try await worker.end(within: .seconds(20))
        #expect(end.code == 1 && end.errors.contains { $0.contains("ended with 3") }, "\(end.all)")
      }
    }
  }
}
