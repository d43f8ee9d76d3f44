// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Sensitive content") struct SecretTests {
    /// What stands in every content here, and nowhere else.
    static let mark = "hush4711"

    static let vault = """
      worker: vault
      root: [home]
      screens:
        home: { handles: { show pin: { push: "pin?code=\(mark)" }, show list: push } }
        list: { guard: { deny: not now } }
        pin: { sensitive: true, guard: { deny: "\(mark) is not saved" } }
        tabs: { tabs: { a: home } }
      destinations:
        safe: [{ find: pin, same: content, make: { screen: pin, takes: context }, action: push }, { find: home }]
        fixed: [{ make: { screen: pin, content: { code: "\(mark)" } }, action: push }, root]
      links:
        schemes: [app]
        patterns: [{ url: "code/{code}", path: "home/pin?code={code}" }]
      """

    static let configuration = """
      scenes: { main: { start: "home/pin?code=\(mark)" } }
      links: { patterns: [{ url: "fixed", path: "home/pin?code=\(mark)" }] }
      hosting: required
      log-level: debug
      """

    /// Command lines that bring content in every way.
    static let commands: [[String]] = [
      ["replace", "home/pin?code=\(mark)", "--because", mark], ["back", "--because", mark],
      ["go", "list", "--on", "pin?code=\(mark)"], ["replace", "home", "--skip-guards"],
      ["go", "pin?code=\(mark)", "--on", "home"], ["dismiss", "pin?code=\(mark)", "--skip-guards"],
      ["show", "pin", "--context", #"{"code":"\#(mark)"}"#, "--because", mark],
      ["replace-content", "@1", "pin?code=\(mark)2", "--skip-guards"],
      ["replace-screen", "pin?code=\(mark)2", "pin?code=\(mark)3", "--skip-guards"],
      ["replace", "home", "--skip-guards"], ["open", "app://code/\(mark)?x=\(mark)", "--because", mark],
      ["open", "app://fixed?x=\(mark)"], ["open", "app://nowhere?x=\(mark)", "--deadline", "50ms"],
      ["open", "app://%zz?x=\(mark)"], ["resolve", "pin?code=\(mark)"], ["resolve", "app://code/\(mark)"],
      ["replace", "home/nobody/pin?code=\(mark)", "--skip-guards"],
      ["drive-to", "pin", "--from", "pin?code=\(mark)", "--input", #"{"code":"\#(mark)"}"#],
      ["replace", "home", "--skip-guards"],
      ["route", "safe", "--context", #"{"code":"\#(mark)"}"#, "--dry-run", "--because", mark],
      ["route", "safe", "--context", #"{"code":"\#(mark)"}"#, "--because", mark], ["replace", "home", "--skip-guards"],
      ["route", "fixed", "--dry-run"], ["route", "fixed"],
      ["route", "nowhere", "--context", #"{"code":"\#(mark)"}"#], ["replace", "tabs", "--skip-guards"],
      ["insert-branch", "home/pin?code=\(mark)", "--in", "tabs", "--at", "0"],
      ["replace-branches", "b=pin?code=\(mark),*c=home/pin?code=\(mark)", "--in", "tabs", "--skip-guards"],
      ["remove-branch", "b", "--in", "tabs", "--skip-guards"],
    ]

    static let reports: [[String]] = [
      ["status"], ["path"], ["scenes"], ["workers"], ["tree"], ["plan"], ["destinations"], ["outcome", "1"],
      ["history", "--all", "-n", "1000"], ["history", "--failed"], ["history", "--element", "@1", "--all"],
      ["watch", "--since", "0", "--all", "--no-follow"], ["why"], ["why", "@0"], ["why", "@1"], ["why", "2"],
      ["why", "--at", "0ms"],
    ]

    /// What stands instead, so that there was something to withhold.
    static let withheld = [
      "history": "pin?redacted=true", "why": "pin?redacted=true", "watch": "pin?redacted=true",
      "route": #""redacted":true"#, "insert-branch": #""redacted":true"#, "replace-branches": #""redacted":true"#,
      "destinations": #""redacted":true"#,
    ]

    @Test("Nothing of it leaves the daemon but to its worker: no output, no log, no file, also after crashes")
    func nowhere() async throws {
      try await Stage.empty { stage in
        let file = "\(stage.folder)/config.yaml"
        try Self.configuration.write(toFile: file, atomically: true, encoding: .utf8)
        func start() async throws -> Program {
          let daemon = try stage.start("waykeeperd", ["--config", file])
          _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
          return daemon
        }
        var daemons = [try await start()]
        let watches = [
          try stage.start("way", ["watch", "--all", "--format", "json"]), try stage.start("way", ["watch", "--all"]),
        ]
        let worker = try await stage.startWorker("vault", Self.vault)
        _ = try await watches[0].output.next("the start path") {
          // The watch may have come after it.
          $0.contains(#""kind":"start""#) || $0.contains(#""screen":"pin""#)
        }

        var told: [(what: [String], text: String)] = []
        func tell(_ arguments: [String]) async throws {
          let end = try await stage.start("way", arguments).end()
          told.append((arguments, end.output.joined(separator: "\n")))
          // A hint repeats what its reader has typed.
          told.append((arguments, end.errors.filter { !$0.contains("hint:") }.joined(separator: "\n")))
        }
        func commands() async throws { for words in Self.commands { try await tell(["--format", "json"] + words) } }
        func look() async throws {
          for words in Self.reports {
            for format in ["text", "json"] { try await tell(["--format", format] + words) }
          }
        }
        try await commands()
        try await look()
        worker.signal(SIGKILL)
        _ = try await watches[0].output.next("its death") { $0.contains(#""presence":"unattended""#) }
        try await tell(["--format", "json", "replace", "home/pin?code=\(Self.mark)", "--because", Self.mark])
        try await look()
        daemons[0].signal(SIGKILL)
        _ = try await daemons[0].end()
        daemons.append(try await start())
        try await tell(["--format", "json", "replace", "home/pin?code=\(Self.mark)"])
        try await look()
        let again = try await stage.startWorker("vault", Self.vault)
        _ = try await again.output.next("the restored route") { $0.contains("pin") }
        try await commands()
        try await look()
        let history = try await stage.way("history", "--since", "0", "--failed", "--format", "json").output
        for line in history { try await tell(["why", try JSONLine.outcome(line).id.description]) }
        #expect(history.contains { $0.contains("vetoed") }, "there was something to explain")

        for (what, text) in told where text.contains(Self.mark) { Issue.record("\(what): \(text)") }
        for program in watches {
          for line in program.output.all where line.contains(Self.mark) { Issue.record("watch: \(line)") }
        }
        for line in daemons.flatMap(\.errors.all) where line.contains(Self.mark) { Issue.record("log: \(line)") }
        #expect(watches[0].output.all.contains { $0.contains("pin?redacted=true") }, "there was something to withhold")
        for (command, text) in Self.withheld {
          #expect(told.contains { $0.what.contains(command) && $0.text.contains(text) }, "\(command)")
        }
        #expect(try Self.files(below: stage.folder).contains { $0.hasSuffix("journal.sqlite-wal") })
        try Self.searchFiles(stage)
        daemons[1].signal(SIGTERM)
        _ = try await daemons[1].end()
        try Self.searchFiles(stage)
        try await Self.searchPast(stage)
      }
    }

    /// What is told of the journal without a daemon.
    private static func searchPast(_ stage: Stage) async throws {
      let file = "\(stage.folder)/state/journal.sqlite"
      for words in [["history", "--all", "-n", "1000"], ["why"], ["why", "@1"]] {
        let end = try await stage.start("way", words + ["--journal", file]).end()
        #expect(end.code == 0 && !end.all.contains(mark), "\(words): \(end.all)")
      }
    }

    private static func files(below folder: String) throws -> [String] {
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      return names.filter { $0.hasPrefix("run/") || $0.hasPrefix("state/") }.map { "\(folder)/\($0)" }
    }

    private static func searchFiles(_ stage: Stage) throws {
      for file in try files(below: stage.folder) {
        // A socket cannot be read.
        guard let data = FileManager.default.contents(atPath: file) else { continue }
        if data.firstRange(of: Data(mark.utf8)) != nil { Issue.record("it stands in \(file)") }
      }
    }
  }
}
