// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Runs and observers") struct RunTests {
    @Test("A run of a hundred commands tells a hundred outcomes in order, and two observers see one history")
    func hundred() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        _ = try await stage.way("start", "home", "--until", "appeared")
        let first = try await stage.startWatch(["--all"])
        let second = try await stage.startWatch(["--all"])
        let run = try stage.start("way", ["run", "-"])
        var paths: [String] = []
        for index in 0..<100 {
          let line =
            index.isMultiple(of: 2)
            ? #"{"verb":"go","screens":["map?n=\#(index)"],"on":"home"}"# : #"{"verb":"show","names":["list"]}"#
          try run.say(line)
          let outcome = try JSONLine.outcome(try await run.output.next("outcome \(index)"))
          #expect(outcome.kind == .committed, "\(outcome.word) of \(line)")
          #expect(outcome.id.sequence == UInt64(index + 1))
          paths.append(outcome.path.path.description)
        }
        #expect(paths[0] == "home/map?n=0" && paths[1] == "home/map?n=0/list" && paths[99] == "home/map?n=98/list")
        try run.say(#"{"verb":"replace","screens":["home"],"because":"the end"}"#)
        try run.sayNothingMore()
        #expect(try await run.end().code == 0)

        let histories = try await [first, second].async { try await Self.history(of: $0) }
        #expect(histories[0] == histories[1])
        #expect(histories[0].count { $0["minor"] == .bool(false) } == 101)
        let revisions = histories[0].compactMap { $0["revision"] }
        let before = histories[0].compactMap { $0["previousRevision"] }
        #expect(Array(revisions.dropLast()) == Array(before.dropFirst()), "no revision is missing between two updates")
      }
    }

    /// The updates that an observer has seen, up to the one that says "the end".
    private static func history(of watch: Program) async throws -> [JSONValue] {
      let last = try await watch.output.next("the last update") { $0.contains(#""because":"the end""#) }
      // What came behind it, such as that its screen appeared, one observer may have heard and the other not yet.
      let heard = watch.output.all.prefix { $0 != last } + [last]
      return try heard.compactMap { try JSONValue(json: $0)["update"] }
    }

    @Test("A line that is no command is told with the nearest word, and the rest goes on")
    func badLines() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        let file = "\(stage.folder)/commands.jsonl"
        let lines = """
          {"verb":"start","name":"home"}
          {"verb":"shwo","names":["list"]}
          {"verb":"show","names":["list"],"contxt":1}
          no JSON

          {"verb":"show","names":["list"]}
          """
        try lines.write(toFile: file, atomically: true, encoding: .utf8)
        let end = try await stage.way("run", file)
        #expect(end.code == 2, "\(end.all)")
        try #require(end.output.count == 5, "\(end.all)")
        #expect(try JSONLine.outcome(end.output[0]).isAsAsked)
        let faults = try end.output[1...3].map { try JSONValue(json: $0).at("error") }
        #expect(faults.map { $0?["line"] } == [.integer(2), .integer(3), .integer(4)])
        #expect(end.output[1].contains("did you mean 'show'?"), "\(end.output[1])")
        #expect(end.output[2].contains("did you mean 'context'?"), "\(end.output[2])")
        #expect(try JSONLine.outcome(end.output[4]).path.path.description == "home/list")
      }
    }

    @Test("A line that is no UTF-8 is no command, and a command is waited for as long as its own deadline")
    func textAndTime() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker(
          "kiosk",
          """
          worker: kiosk
          root: [home]
          screens: { home: { handles: { show list: { after: 6s, working: 20s, then: push } } }, list: {} }
          """)
        _ = try await stage.way("start", "home")
        let file = "\(stage.folder)/commands.jsonl"
        var lines = Data(#"{"verb":"show","names":["a"],"context":{"x":""#.utf8) + [0xC3] + Data(#""}}"#.utf8)
        lines += Data("\n".utf8) + Data(#"{"verb":"show","names":["list"],"deadlineMs":20000}"#.utf8)
        try lines.write(to: URL(filePath: file))
        let end = try await stage.way("run", file)
        #expect(end.code == 2 && end.output.count == 2, "\(end.all)")
        #expect(end.output[0].contains("the line is not UTF-8 text"))
        #expect(try JSONLine.outcome(end.output[1]).isAsAsked)
      }
    }

    @Test("While nobody answers, the lines behind one without an answer are told so, and go on when it answers again")
    func absence() async throws {
      try await Stage.empty { stage in
        let daemon = try stage.start("waykeeperd", ["--hosting", "optional"])
        _ = try await daemon.errors.next("its start") { $0.contains("coordinator started") }
        let run = try stage.start("way", ["run", "-", "--timeout", "3s"])
        try run.say(#"{"verb":"replace","screens":["home"]}"#)
        #expect(try JSONLine.outcome(try await run.output.next("the first")).isAsAsked)
        daemon.signal(SIGSTOP)
        for _ in 0..<100 { try run.say(#"{"verb":"replace","screens":["list"]}"#) }
        var codes: [JSONValue?] = []
        for index in 0..<100 {
          let told = try JSONValue(json: try await run.output.next("line \(index)")).at("error")
          #expect(told?["line"] == .integer(Int64(index + 2)))
          codes.append(told?["code"])
        }
        #expect(codes[0] == .string("noAnswer"))
        #expect(codes[1...].allSatisfy { $0 == .string("noCoordinator") })
        daemon.signal(SIGCONT)
        var isDone = false
        while !isDone {
          try run.say(#"{"verb":"replace","screens":["map"]}"#)
          isDone = (try? JSONLine.outcome(try await run.output.next("an outcome")))?.isAsAsked == true
        }
        try run.sayNothingMore()
        #expect(try await run.end().code == 4)
      }
    }

    @Test("A reader of its reports that goes does not end a worker")
    func readerGoes() async throws {
      try await Stage.run { stage in
        let kiosk = "\(stage.folder)/kiosk.yaml"
        try "worker: kiosk\nroot: [home]\nscreens: { home: {}, list: {} }\n".write(
          toFile: kiosk, atomically: true, encoding: .utf8)
        let way = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
          .appending(path: "way").path
        let pipe = "'\(way)' worker '\(kiosk)' | { head -n 1 > '\(stage.folder)/read'; echo gone; }"
        let worker = try stage.start("/bin/sh", ["-c", pipe])
        _ = try await worker.output.next("the end of the reader") { $0 == "gone" }
        #expect(try await stage.outcome("start", "home", "--until", "appeared").appeared == true)
        #expect(try await stage.outcome("replace", "list", "--until", "appeared").appeared == true)
        let report = try JSONValue(json: try #require(try await stage.way("workers", "--format", "json").output.first))
        #expect(report["deaths"] == .integer(0) && report["state"] == .string("live"), "\(report)")
        guard case .integer(let pid)? = report["pid"] else {
          Issue.record("no process in \(report)")
          return
        }
        kill(Int32(pid), SIGTERM)
        _ = try await worker.end()
      }
    }

    @Test("watch tells the past since a revision, ends after a count of both, and hides minor commits")
    func watch() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        _ = try await stage.way("start", "home")
        _ = try await stage.way("show", "list")
        let watch = try stage.start("way", ["watch", "--since", "0", "--count", "3"])
        _ = try await watch.output.next("the present") { $0.hasPrefix("main ") }
        _ = try await stage.way("show", "map")
        let end = try await watch.end()
        #expect(end.code == 0)
        #expect(end.output.count == 4, "\(end.all)")
        #expect(end.output[0].contains("start home") && end.output[1].contains("show list"), "\(end.all)")
        #expect(end.output[3].contains("+") && end.output[3].contains("home / list / map"), "\(end.all)")
      }
    }
  }
}

extension Array {
  /// Each element's value, one after another.
  fileprivate func async<Value>(_ value: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await value(element)) }
    return values
  }
}
