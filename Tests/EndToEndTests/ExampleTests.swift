// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  /// The programs of `Protocols/examples`, each a role in a page of Python. They see no connections come and go, so they
  /// also show what a worker without a socket monitor is owed.
  @Suite(
    "The specification's examples",
    .enabled(if: Python.withZeroMQ != nil, "needs python3 with pyzmq (apt: python3-zmq)"))
  struct ExampleTests {
    private static func script(_ name: String) -> String {
      URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Protocols/examples/\(name).py").path
    }

    private static func start(_ name: String, _ arguments: [String] = [], on stage: Stage) throws -> Program {
      try stage.start(try #require(Python.withZeroMQ), [script(name)] + arguments)
    }

    /// Sends a command by the example of a client.
    private static func command(_ json: String, on stage: Stage) async throws -> Outcome {
      let end = try await start("client", [json], on: stage).end()
      guard let line = end.output.first else { throw Overdue("an outcome", heard: end.errors, hasEnded: true) }
      return try JSONLine.outcome(line)
    }

    @Test("A client, a worker and an observer of a page each navigate together")
    func together() async throws {
      try await Stage.run { stage in
        let observer = try Self.start("observer", on: stage)
        let worker = try Self.start("worker", on: stage)
        _ = try await worker.output.next("its welcome") { $0 == "welcome" }
        #expect(try await Self.command(#"{"verb":"start","name":"home"}"#, on: stage).kind == .committed)
        #expect(try await Self.command(#"{"verb":"show","names":["list"]}"#, on: stage).kind == .committed)
        _ = try await worker.output.next("both screens") { $0 == "showing home list" }
        _ = try await observer.output.next("the path") { $0 == "home/list" }
        #expect(try await Self.command(#"{"verb":"hide","name":"list"}"#, on: stage).kind == .committed)
        _ = try await observer.output.next("the path without it") { $0 == "home" }
        #expect(try await Self.command(#"{"verb":"start","name":"attic"}"#, on: stage).word == "unhandled")
      }
    }

    /// Says what a coordinator may say to an observer that joins while a screen appears.
    private static let joining = #"""
      import json, struct, sys, zmq
      socket = zmq.Context().socket(zmq.XPUB)
      socket.bind("ipc://" + sys.argv[1] + "/updates.sock")
      wanted = {b"\x01wk1/json/main/", b"\x01wk1/json/!"}
      while wanted: wanted.discard(socket.recv())
      def say(kind, revision, **members):
        header = struct.pack(">2sBBBB2sQ16s", b"WK", 1, 0, kind, 1, bytes(2), 5, bytes(16))
        body = {"scene": "main", "epoch": 5, "revision": revision} | members
        socket.send_multipart([b"wk1/json/main/", header, json.dumps(body).encode()])
      home, both = [{"screen": "home"}], [{"screen": "home"}, {"screen": "list"}]
      say(0x42, 7, previousRevision=6, minor=True, previous=home, current=home)
      say(0x41, 7, path=home)
      say(0x42, 8, previousRevision=7, minor=True, previous=home, current=home)
      say(0x42, 10, previousRevision=9, minor=True, previous=both, current=both)
      sys.stdin.readline()
      """#

    @Test("An observer of a page shows the path of a minor commit that it hears first or after a gap, and none twice")
    func minorFirst() async throws {
      try await Stage.empty { stage in
        try FileManager.default.createDirectory(atPath: stage.runtimeFolder, withIntermediateDirectories: true)
        _ = try stage.start(try #require(Python.withZeroMQ), ["-c", Self.joining, stage.runtimeFolder])
        let observer = try Self.start("observer", on: stage)
        _ = try await observer.output.next("the path after the gap") { $0 == "home/list" }
        #expect(observer.output.all == ["home", "home/list"])
      }
    }

    @Test("The quick start does what the page says, typed as it stands")
    func quickStart() async throws {
      let folder = URL(filePath: Self.script("observer")).deletingLastPathComponent()
      let page = try String(contentsOf: folder.appending(path: "../README.md").standardizedFileURL, encoding: .utf8)
      let section = try #require(page.components(separatedBy: "\n## Quick start\n").last)
      let block = try #require(section.components(separatedBy: "```\n").dropFirst().first)
      let python = try #require(Python.withZeroMQ)
      try await Stage.empty { stage in
        let script = "python3() { \(python) \"$@\"; }\ncd '\(folder.path)'\n\(block)wait\n"
        let path = "\(Program.folder.path):\(stage.environment["PATH"] ?? "")"
        let shell = try stage.start("/bin/bash", ["-c", script], adding: ["PATH": path, "PYTHONUNBUFFERED": ""])
        // Programs that run side by side write into one output, each line as a whole unless Python is told otherwise.
        var lines: [String] = []
        while lines.count(where: { $0.hasPrefix("{") }) < 2 || !lines.contains("home/list") {
          lines.append(try await shell.output.next("two outcomes, and the path"))
        }
        let outcomes = try lines.filter { $0.hasPrefix("{") }.map { try JSONLine.outcome($0) }
        #expect(outcomes.map(\.kind) == [.committed, .committed], "\(lines)")
      }
    }

    @Test("A worker that cannot see connections is back within the grace, and what was asked meanwhile is handled")
    func restart() async throws {
      try await Stage.empty { stage in
        for _ in 0..<3 {
          let daemon = try await stage.startCoordinator()
          let worker = try Self.start("worker", on: stage)
          _ = try await worker.output.next("its welcome") { $0 == "welcome" }
          _ = try await Self.command(#"{"verb":"start","name":"home"}"#, on: stage)
          daemon.signal(SIGKILL)
          _ = try await daemon.end()
          let next = try await stage.startCoordinator()
          let outcome = try await Self.command(#"{"verb":"show","names":["list"]}"#, on: stage)
          #expect(outcome.kind == .committed, "\(outcome)")
          #expect(outcome.asked.map(\.answer) == [.push])
          worker.signal(SIGKILL)
          _ = try await worker.end()
          next.signal(SIGTERM)
          _ = try await next.end()
        }
      }
    }

    @Test("A command that waits for a worker which does not come back after a restart fails, and names it")
    func lost() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        let worker = try Self.start("worker", on: stage)
        _ = try await worker.output.next("its welcome") { $0 == "welcome" }
        _ = try await Self.command(#"{"verb":"start","name":"home"}"#, on: stage)
        daemon.signal(SIGKILL)
        worker.signal(SIGKILL)
        _ = try await daemon.end()
        _ = try await stage.startCoordinator()
        let outcome = try await Self.command(#"{"verb":"show","names":["list"]}"#, on: stage)
        #expect(outcome.kind == .failed(who: Outcome.Party(worker: "example"), .restarted, code: nil), "\(outcome)")
        #expect(outcome.message?.hasPrefix("worker 'example' of before the restart has not come back") == true)
      }
    }
  }
}
