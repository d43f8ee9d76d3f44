// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Metrics, and what is shown on a terminal meanwhile") struct MetricsTests {
    private static let kiosk = """
      worker: kiosk
      scenes: "*"
      root: [home]
      screens: { home: { handles: { show list: push, show slow: hang } }, list: {} }
      """

    /// Asks the endpoint of the folder for what it has, by Python's own HTTP.
    private static let reader = """
      import http.client, socket, sys
      class Unix(http.client.HTTPConnection):
          def connect(self):
              self.sock = socket.socket(socket.AF_UNIX)
              self.sock.connect(sys.argv[1])
      connection = Unix("waykeeper")
      connection.request("GET", "/metrics")
      answer = connection.getresponse()
      assert answer.status == 200, answer.status
      print(answer.read().decode())
      """

    private func metrics(on stage: Stage) async throws -> [String] {
      let python = try #require(Python.path)
      let end = try await stage.start(python, ["-c", Self.reader, "\(stage.runtimeFolder)/metrics.sock"]).end()
      #expect(end.code == 0, "\(end.all)")
      return end.output
    }

    /// Reads the metrics until all of these lines are among them: levels follow within about a second.
    private func expect(_ lines: [String], on stage: Stage) async throws {
      let end = ContinuousClock.now + .seconds(60)
      var missing = lines
      var last: [String] = []
      while !missing.isEmpty, ContinuousClock.now < end {
        last = try await metrics(on: stage)
        missing.removeAll { last.contains($0) }
      }
      #expect(missing.isEmpty, "\(last.joined(separator: "\n"))")
    }

    @Test(
      "The endpoint tells commands, asks, deaths and the journal, and ends with the daemon, whose signals it leaves alone"
    )
    func counts() async throws {
      try await Stage.empty { stage in
        let daemon = try stage.start("waykeeperd", ["--hosting", "optional", "--metrics", "socket"])
        _ = try await daemon.errors.next("the coordinator's start") { $0.contains("coordinator started") }
        let worker = try await stage.startWorker("kiosk", Self.kiosk)
        #expect(try await stage.outcome("replace", "home").isAsAsked)
        #expect(try await stage.outcome("show", "list").isAsAsked)
        #expect(try await stage.way("show", "slow", "--timeout", "30s").code == 3)
        worker.signal(SIGKILL)
        try await expect(
          [
            #"waykeeper_commands_decided_total{outcome="committed"} 2"#,
            #"waykeeper_commands_decided_total{outcome="unhandled"} 1"#, "waykeeper_ask_seconds_count 1",
            "waykeeper_asks_unanswered_total 1", "waykeeper_command_seconds_count 3", "waykeeper_worker_deaths_total 1",
            #"waykeeper_workers{state="gone"} 1"#, "waykeeper_scenes 1", "waykeeper_journal_works 1",
            #"waykeeper_info{version="0.1.0"} 1"#,
          ], on: stage)
        for line in try await metrics(on: stage) where !line.isEmpty && !line.hasPrefix("#") {
          #expect(line.wholeMatch(of: /[a-z_]+(\{[a-z]+="[^"]*"(,le="[^"]*")?\})? [-+.0-9e]+/) != nil, "\(line)")
          #expect(!line.contains("kiosk") && !line.contains("list"))
        }
        daemon.signal(SIGTERM)
        #expect(try await daemon.end().code == 0)
        #expect(!FileManager.default.fileExists(atPath: "\(stage.runtimeFolder)/metrics.sock"))
      }
    }

    @Test("A port that is taken is an error that says what to do")
    func takenPort() async throws {
      try await Stage.empty { stage in
        let python = try #require(Python.path)
        let holder = """
          import socket, sys
          held = socket.create_server(("127.0.0.1", 0))
          print(held.getsockname()[1], flush=True)
          sys.stdin.read()
          """
        let other = try stage.start(python, ["-c", holder])
        let port = try await other.output.next("the port") { _ in true }
        let end = try await stage.start("waykeeperd", ["--metrics", "127.0.0.1:\(port)"]).end()
        #expect(end.code == 73)
        #expect(
          end.errors.contains(
            "waykeeperd: metrics: cannot listen at 127.0.0.1:\(port): Address already in use; name another port, or "
              + "'metrics: socket'"), "\(end.all)")
      }
    }

    @Test("a command whose outcome takes its time says so on a terminal")
    func hint() async throws {
      try await Stage.empty { stage in
        let deadlines = ["--deadline-ask", "1m", "--deadline-transition", "1m"]
        let daemon = try stage.start("waykeeperd", ["--hosting", "optional"] + deadlines)
        _ = try await daemon.errors.next("the coordinator's start") { $0.contains("coordinator started") }
        _ = try await stage.startWorker("kiosk", Self.kiosk)
        for scene in ["main", "other"] {
          #expect(try await stage.outcome("replace", "home", "--scene", scene).isAsAsked)
        }
        let terminal = try onTerminal(["show", "slow"], stage)
        _ = try await terminal.output.next("the hint") { $0.contains("way: no outcome yet; Ctrl-C ends the waiting") }
        let piped = try await stage.start("way", ["show", "slow", "--scene", "other", "--timeout", "1500ms"]).end()
        #expect(piped.code == 5 && !piped.errors.contains { $0.contains("no outcome yet") }, "\(piped.all)")
        // An interrupt leaves the words by which the command is found, also in a pipe.
        let waiting = try stage.start("way", ["show", "slow", "--timeout", "1m"])
        var isWaiting = false
        for _ in 0..<200 where !isWaiting {
          isWaiting = try await stage.way("status", "--scene", "main", "--format", "json").all.contains(#""waiting":1"#)
        }
        #expect(isWaiting)
        waiting.signal(SIGINT)
        let end = try await waiting.end()
        #expect(end.signal == SIGINT && end.errors.count == 1, "\(end.code): \(end.all)")
        let found = end.errors.first?.firstMatch(of: #/`way outcome (\S+)` tells what became of it/#)
        let words = try #require(found, "\(end.all)")
        #expect(try await stage.way("outcome", String(words.output.1)).all.contains("pending"))
      }
    }

    /// Runs `way` on a terminal of its own; its standard error is the same terminal.
    private func onTerminal(_ arguments: [String], _ stage: Stage) throws -> Program {
      let way = Program.folder.appending(path: "way").path
      return try stage.start(
        try #require(Python.path), ["-c", "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)", way] + arguments)
    }

    @Test("way status --watch draws each change on a terminal, and leaves the last picture; elsewhere it is an error")
    func watch() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Self.kiosk)
        let terminal = try onTerminal(["status", "--watch"], stage)
        _ = try await terminal.output.next("the first picture") { $0.contains("watching  1 observer") }
        #expect(try await stage.outcome("replace", "home/list").isAsAsked)
        _ = try await terminal.output.next("the change") { $0.contains("home / list") }
        try terminal.say("\u{3}")
        let end = try await terminal.end()
        #expect(end.code == 0, "\(end.all)")
        let last = end.output.lastIndex { $0.contains("\u{1B}[?1049l") }
        let left = end.output[try #require(last)...]
        #expect(left.contains { $0.contains("home / list") } && !left.contains { $0.contains("\u{1B}[K") })

        let piped = try await stage.way("status", "--watch")
        #expect(piped.code == 2 && piped.errors.first?.contains("--watch draws on a terminal") == true, "\(piped.all)")
      }
    }
  }
}
