// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteModel
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("What others say, on a terminal") struct TerminalTests {
    /// What must not reach a terminal, then a text by which it is found.
    static let evil =
      "\u{1B}[2J\u{1B}]0;t\u{7}\r\nforged\u{7F}\u{85}\u{9B}2J\u{202E}\u{2066}\u{2028}\u{2029}\u{61C}-end"

    /// The same in a YAML text.
    static let yaml = #"\e[2J\e]0;t\a\r\nforged\x7F\x85\x9B2J\u202E\u2066\u2028\u2029\u061C-end"#

    /// The same in path syntax: what it reserves is escaped.
    static let path = "home?t=%1B[2J%1B]0;t%07%0D%0Aforged%7F\u{85}\u{9B}2J\u{202E}\u{2066}\u{2028}\u{2029}\u{61C}-end"

    static let worker = """
      worker: kiosk
      version: "\(yaml)"
      root: [home]
      screens:
        home: { handles: { show list: push, show odd: { fail: "\(yaml)" } } }
        list: { guard: { deny: "\(yaml)" } }
      tree: { screen: home, nesting: [list] }
      destinations: { fixed: [{ make: { screen: list, content: { t: "\(yaml)" } }, action: push }, root] }
      """

    static let reports: [[String]] = [
      ["status"], ["path"], ["scenes"], ["workers"], ["tree"], ["plan"], ["destinations"], ["outcome", evil],
      ["resolve", path], ["resolve", evil], ["cancel", evil], ["resume", evil], [evil], ["path", "--scene", evil],
      ["help"], ["help", "verbs"], ["worker", "--example"], ["worker", "/\(evil)"], ["run", "/\(evil)"], ["go", evil],
      ["why", evil], ["why", "@1"], ["why", "--at", evil], ["history", "--since", evil], ["history", "--scene", evil],
      ["history", "--all"], ["why", "--journal", "/\(evil)"], ["watch", "--since", "0", "--no-follow", "--all"],
    ]

    @Test("No control character of others comes out of any command, and no line is forged; JSON stays JSON")
    func harmless() async throws {
      try await Stage.run { stage in
        // A program that calls itself so.
        let odd = "\(stage.folder)/w\u{1B}[31m\u{9B}y"
        try FileManager.default.createSymbolicLink(
          atPath: odd, withDestinationPath: Program.folder.appending(path: "way").path)
        let watches = [
          try stage.start(odd, ["watch", "--all"]), try stage.start(odd, ["watch", "--all", "--format", "json"]),
        ]
        let file = "\(stage.folder)/kiosk.yaml"
        try Self.worker.write(toFile: file, atomically: true, encoding: .utf8)
        let workers = [try stage.start("way", ["worker", file])]
        _ = try await workers[0].output.next("the welcome") { $0.contains("connected") }

        var ends: [(words: [String], end: Program.End)] = []
        func run(_ words: [String]) async throws {
          for format in ["text", "json"] {
            let words = ["--format", format] + words
            ends.append((words, try await stage.start(odd, words).end()))
          }
        }
        for words in [
          ["replace", Self.path, "--because", Self.evil], ["show", "list", "--because", Self.evil], ["back"],
          ["show", "odd"], ["open", "app:\(Self.evil)"], ["replace", "\(Self.path)/other", "--skip-guards"],
          ["show", "list", "--context", #"{"t":"\u009b\u202e"}"#],
        ] { try await run(words) }
        for words in Self.reports { try await run(words) }

        for (words, end) in ends {
          let isPage = words.contains("help") || words.contains("--example")
          let isJSON = words.starts(with: ["--format", "json"]) && !isPage
          Self.check(end.output, "\(words)", isJSON: isJSON)
          Self.check(end.errors, "\(words)")
        }
        for (index, program) in (watches + workers).enumerated() {
          Self.check(program.output.all, "program \(index)", isJSON: index == 1)
        }
        let all = ends.flatMap(\.end.output) + watches.flatMap(\.output.all) + workers.flatMap(\.output.all)
        for written in [#"\u{1B}[2J"#, #"\u{D}\u{A}forged"#, #"\u{9B}2J"#, #"\u{202E}"#, #"\u009b2J"#, #"\u001b[2J"#] {
          #expect(all.contains { $0.contains(written) }, "\(written) was told")
        }
      }
    }

    /// Files that are wrong are quoted.
    @Test("Errors about files are harmless, a line each", arguments: ["way", "waykeeperd"])
    func files(program: String) async throws {
      try await Stage.empty { stage in
        let file = "\(stage.folder)/odd.yaml"
        try "\"\(Self.yaml)\": 1\nscenes: { \"\(Self.yaml)\": {} }".write(
          toFile: file, atomically: true, encoding: .utf8)
        let words = program == "way" ? ["worker", file] : ["--config", file, "--check"]
        let end = try await stage.start(program, words).end()
        #expect(end.code != 0)
        Self.check(end.output + end.errors, program)
        #expect(end.errors.contains { $0.contains(#"\u{D}\u{A}forged"#) }, "\(end.errors)")
      }
    }

    @Test(
      "Help tells what options mean, of however few columns COLUMNS tells", arguments: ["way", "waykeeperd"],
      ["1", "26", "0", "-5", "many"])
    func narrowHelp(program: String, columns: String) async throws {
      try await Stage.empty { stage in
        let words = program == "way" ? ["show", "--help"] : ["--help"]
        let end = try await stage.start(program, words, adding: ["COLUMNS": columns]).end()
        #expect(end.code == 0 && end.errors.isEmpty, "\(end.all)")
        let option = program == "way" ? "Screens may animate the change." : "Log nothing less severe."
        #expect(Self.words(end.output).contains(option), "\(end.all)")
        #expect(Self.words(end.output).contains("OVERVIEW: "), "\(end.all)")
      }
    }

    @Test(
      "Help tells what options mean, on however narrow a terminal",
      .needsScript)
    func narrowTerminal() async throws {
      try await Stage.empty { stage in
        let way = Program.folder.appending(path: "way").path
        let command = "unset COLUMNS; stty cols 20; exec '\(way)' show --help"
        let end = try await stage.startOnTerminal(command).end()
        #expect(end.code == 0, "\(end.all)")
        #expect(Self.words(end.output).contains("Screens may animate the change."), "\(end.all)")
      }
    }

    @Test(
      "A terminal that calls itself dumb gets no sequence",
      .needsScript,
      arguments: [("status", 0), ("status --watch", 2), ("bench --count 5 --warm-up 0", 0)] as [(String, Int32)])
    func dumb(words: String, code: Int32) async throws {
      try await Stage.run { stage in
        let command = "export TERM=dumb; exec '\(Program.folder.appending(path: "way").path)' \(words)"
        let end = try await stage.startOnTerminal(command).end()
        #expect(end.code == code, "\(end.all)")
        #expect(!end.output.contains { $0.contains("\u{1B}") }, "\(end.all)")
      }
    }

    /// All words of the lines, with one space between them.
    private static func words(_ lines: [String]) -> String {
      lines.flatMap { $0.split(whereSeparator: \.isWhitespace) }.joined(separator: " ")
    }

    private static func check(_ lines: [String], _ what: String, isJSON: Bool = false) {
      for line in lines {
        if line.unicodeScalars.contains(where: \.isHarmful) { Issue.record("\(what): \(line.harmless)") }
        if line.hasPrefix("forged") { Issue.record("\(what) forges: \(line)") }
        if isJSON, (try? JSONValue(json: line)) == nil { Issue.record("\(what) is no JSON: \(line)") }
      }
    }
  }
}
