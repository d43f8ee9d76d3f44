// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Help, errors and exit codes") struct WordsTests {
    @Test(
      "A mistyped command line ends with 2 and says what was probably meant",
      arguments: [
        (["shwo", "list"], "way: there is no command 'shwo'. Did you mean 'show'?"),
        (["frobnicate"], "way: there is no command 'frobnicate'."),
        (["show"], "way: Missing expected argument '<names> ...'"), (["show", "-x"], "way: Unknown option '-x'"),
        (["show", "list", "--contxt"], "way: Unknown option '--contxt'. Did you mean '--context'?"),
        (["show", "list", "--contxt", "{}"], "way: Unknown option '--contxt'. Did you mean '--context'?"),
        (["show", "list", "--contxt={}", "-x"], "way: Unknown option '--contxt'. Did you mean '--context'?"),
        (["go", "list", "--on", "@1", "--contxt", "3"], "way: Unknown option '--contxt'. Did you mean '--context'?"),
        (["show", "--contxt", "{}", "list"], "way: Unknown option '--contxt'. Did you mean '--context'?"),
        (["worker", "--chek"], "way: Unknown option '--chek'. Did you mean '--check'?"),
        (["start", "--becaus", "no reason", "home"], "way: Unknown option '--becaus'. Did you mean '--because'?"),
        (["go", "list", "--onn", "@1"], "way: Unknown option '--onn'. Did you mean '--on'?"),
        (["go", "list", "--onn", "list"], "way: Unknown option '--onn'. Did you mean '--on'?"),
        (["go", "--onn=list", "list"], "way: Unknown option '--onn'. Did you mean '--on'?"),
        (["journal", "repair", "a", "--outptu", "b"], "way: Unknown option '--outptu'. Did you mean '--output'?"),
        (["sandbox", "--kep"], "way: Unknown option '--kep'. Did you mean '--keep'?"),
        (["status", "--watch", "--foo"], "way: Unknown option '--foo'"),
        (["--watch", "--foo"], "way: Unknown option '--foo'"),
        (["show", "--because", "--foo"], "way: Missing value for '--because <text>'"),
        (["back", "--context", "--if-busy", "queue"], "Missing value for '--context <json>'"),
        (["show", "9lives", "--context", "{}"], "a screen is named by a letter"),
        (["back", "--context", "-3"], "one that begins with '-' follows '=': --context=-3"),
        (["back", "--if-busy", "quue"], "did you mean 'queue'?"),
        (["back", "--deadline", "3x"], "'3x' is not a time such as 500ms, 3s, 10m, 12h or 90d"),
        (["back", "--deadline", "0s"], "a time above 0 is expected"),
        (["show", "9lives"], "a screen is named by a letter"),
        (["show", "sheet"], "no screen is named 'sheet': it begins a sheet in path syntax"),
        (["dismiss", "3"], "an element's id is written with an @. Did you mean '@3'?"),
        (["go", "exhibit?id=7"], "way: Missing expected argument '--on <target>'"),
        (["dismiss", "@x"], "expected an element's number"),
        (["--scene", "a", "path", "--scene", "b"], "way: --scene stands more than once, and takes one value"),
        (["--runtime-dir", "", "path"], "'--runtime-dir <folder>': it is empty; name a folder"),
        (["history", "--journal", ""], "'--journal <file>': it is empty; name a file"),
        (["worker", ""], "it is empty; name a file"), (["run", ""], "it is empty; name a file"),
        (["run", "/nowhere/commands"], "cannot read /nowhere/commands: No such file or directory"),
        (["worker", "/nowhere/kiosk.yaml"], "cannot read /nowhere/kiosk.yaml: No such file or directory"),
      ])
    func usage(arguments: [String], text: String) async throws {
      try await Stage.empty { stage in
        let end = try await stage.start("way", arguments).end()
        #expect(end.code == 2, "\(end.all)")
        #expect(end.errors.contains { $0.contains(text) }, "\(end.all)")
        #expect(!text.contains("Unknown option") || !end.errors.contains { $0.hasPrefix("Help:") }, "\(end.all)")
        #expect(end.output.isEmpty, "\(end.all)")
      }
    }

    @Test("Help and version are told on the standard output, without a coordinator")
    func help() async throws {
      try await Stage.empty { stage in
        for arguments in [["--help"], ["-h"], ["help"], ["help", "verbs"], ["help", "show"], ["show", "--help"]] {
          let end = try await stage.start("way", arguments).end()
          #expect(end.code == 0 && end.errors.isEmpty && end.output.count > 10, "\(arguments): \(end.all)")
        }
        let help = try await stage.way("--help").output
        for command in ["status", "watch", "show NAME…", "go SCREEN…", "demo", "worker FILE.yaml", "run FILE|-"] {
          #expect(help.contains { $0.hasPrefix("  \(command)") }, "\(command)")
        }
        #expect(help.allSatisfy { $0.count <= 120 })
        #expect(try await stage.way("--version").output == ["0.1.0"])
        // The package is called as `way` says, and its daemon says the same to workers and metrics.
        let daemon = try await stage.start("waykeeperd", ["--version"]).end()
        #expect(daemon.code == 0 && daemon.output == ["waykeeperd 0.1.0"], "\(daemon.all)")
        for arguments in [["--format", "json", "--version"], ["--version", "--format=json"]] {
          let end = try await stage.start("way", arguments).end()
          #expect(end.code == 0 && end.output == [#"{"version":"0.1.0"}"#], "\(end.all)")
        }
      }
    }

    @Test("A worker file is checked for machines, too")
    func checkedFile() async throws {
      try await Stage.empty { stage in
        let file = "\(stage.folder)/kiosk.yaml"
        try "worker: kiosk\nscreens: { home: {} }".write(toFile: file, atomically: true, encoding: .utf8)
        let end = try await stage.way("--format", "json", "worker", "--check", file)
        let line = #"{"installs":[],"notes":[],"scenes":["main"],"screens":["home"],"version":"","worker":"kiosk"}"#
        #expect(end.code == 0 && end.output == [line] && end.errors.isEmpty, "\(end.all)")
      }
    }

    @Test("Completion scripts are scripts", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) async throws {
      try await Stage.empty { stage in
        let end = try await stage.way("--generate-completion-script", shell)
        #expect(end.code == 0 && end.output.contains { $0.contains("dismiss-successor") }, "\(end.errors)")
      }
    }

    @Test("A shell completes names that the coordinator knows now, and nothing where there is none")
    func liveNames() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker(
          "kiosk",
          """
          worker: kiosk
          scenes: [main, side]
          screens:
            home: { handles: { show login: push } }
            list: { guard: { redirect: show login, within: 100s } }
            login: {}
          """)
        #expect(try await stage.outcome("replace", "home/list").isAsAsked)
        #expect(try await stage.way("--scene", "side", "replace", "home").code == 0)
        let script = try await stage.way("--generate-completion-script", "bash").output
        try script.joined(separator: "\n").write(toFile: "\(stage.folder)/way.bash", atomically: true, encoding: .utf8)
        func offers(_ words: [String]) async throws -> [String] {
          let line = words.map { "'\($0)'" }.joined(separator: " ")
          let text = """
            PATH='\(Program.folder.path)':$PATH; source '\(stage.folder)/way.bash'
            COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1); COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
            _way way "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; printf '%s\\n' "${COMPREPLY[@]}"
            """
          return try await stage.start("/bin/bash", ["-c", text]).end().output
        }
        // Where the coordinator has not answered in the time that a person who types has, nothing is offered.
        func expect(_ names: [String], for words: String...) async throws {
          try await eventually("\(names) for \(words)") {
            try await offers(words)
          } until: {
            $0 == names
          }
        }
        try await expect(["home", "list", "login"], for: "way", "show", "")
        try await expect(["list"], for: "way", "show", "li")
        try await expect(["@0", "@1", "home", "list"], for: "way", "dismiss", "")
        try await expect(["@0", "@1"], for: "way", "replace-content", "@")
        try await expect(["main", "side"], for: "way", "path", "--scene", "")
        #expect(try await offers(["way", "path", "--runtime-dir", "\(stage.folder)/none", "--scene", ""]) == [""])
        #expect(try await offers(["way", "resume", ""]) == [""])
        #expect(try await offers(["way", "--scene", "attic", "show", ""]) == [""], "no worker serves it")
        let replace = try stage.start("way", ["replace", "home"])
        let id = try await replace.parkedID()
        try await expect([id], for: "way", "resume", "")
        try await expect([id], for: "way", "cancel", "")
        #expect(try await stage.way("resume", id).code == 0)
        #expect(try await replace.end().code == 0)
      }
    }

    @Test("Without a coordinator the place that was named is told, no other is tried, and the exit code is 4")
    func noCoordinator() async throws {
      try await Stage.empty { stage in
        let end = try await stage.way("path")
        #expect(end.code == 4)
        #expect(end.errors.first == "way: no coordinator.")
        #expect(end.errors.contains { $0.contains(stage.runtimeFolder) && $0.contains("no such folder") }, "\(end.all)")
        #expect(!end.errors.contains { $0.contains("/run/waykeeper") }, "\(end.all)")
        let named = try await stage.way("--runtime-dir", "/nowhere", "status")
        #expect(named.code == 4 && named.errors.contains { $0.hasPrefix("  /nowhere") }, "\(named.all)")
      }
    }

    @Test("Where a connection finds no descriptor, that is told, the exit code is 4, and no signal ends the program")
    func fewDescriptors() async throws {
      try await Stage.run { stage in
        let way = Program.folder.appending(path: "way").path
        for limit in 4...16 {
          let words = ["-c", "ulimit -n \(limit); exec \"$0\" path", way]
          let end = try await stage.start("/bin/sh", words).end()
          // No scene has begun.
          if end.code == 3 { continue }
          let isTold = end.errors.contains { $0.contains("Too many open files") }
          #expect(end.code == 4 && isTold, "ulimit -n \(limit): \(end.code) \(end.all)")
        }
      }
    }

    @Test("Without an answer in time the exit code is 5, and the command's id says later how it ended")
    func noAnswer() async throws {
      try await Stage.run { stage in
        let worker = try await stage.startWorker(
          "kiosk",
          """
          worker: kiosk
          screens:
            home: { handles: { show help: { after: 4s, working: 10s, then: push } } }
            help: {}
          """)
        _ = try await stage.way("replace", "home")
        let end = try await stage.way("show", "help", "--timeout", "1s", "--deadline", "30s", "--format", "json")
        #expect(end.code == 5, "\(end.all)")
        let error = try JSONValue(json: try #require(end.output.last)).at("error")
        #expect(error?["code"] == .string("noAnswer"))
        guard case .string(let id)? = error?["commandId"] else {
          Issue.record("no command id in \(end.all)")
          return
        }
        #expect(end.errors.contains { $0.contains("way outcome \(id)") }, "\(end.all)")
        _ = try await worker.output.next("the end of the transition") { $0.contains(#"{"settled":"#) }
        let outcome = try await stage.outcome("outcome", String(id.suffix(12)))
        #expect(outcome.kind == .committed && outcome.id.description == id)
      }
    }

    @Test("Watching a scene that is not there says so, and waits for it")
    func watchesUnknownScene() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        _ = try await stage.way("start", "home")
        let watch = try stage.start("way", ["watch", "--scene", "mian"])
        _ = try await watch.errors.next("the hint") {
          $0.contains("no scene 'mian' yet, waiting for it; did you mean 'main'?")
        }
        watch.signal(SIGINT)
        #expect(try await watch.end().code == 0)
      }
    }

    @Test("A screen that nobody hosts is refused with the nearest name")
    func noHost() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("exhibits", Museum.exhibits)
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        _ = try await stage.way("start", "home")
        let end = try await stage.way("go", "exibit?id=7", "--on", "home")
        #expect(end.code == 3)
        #expect(end.output.first?.hasPrefix("rejected (noHost)  ") == true, "\(end.all)")
        #expect(end.output.first?.contains("Did you mean 'exhibit'?") == true, "\(end.all)")
      }
    }

    @Test("Options may stand before the command or behind it")
    func globals() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        _ = try await stage.way("start", "home", "--until", "appeared")
        let before = try await stage.way("--format=json", "--scene", "main", "--timeout", "9s", "path")
        let behind = try await stage.way("path", "--format", "json", "--scene=main")
        #expect(before.code == 0 && before.output == behind.output, "\(before.all)")
        let typo = try await stage.way("--scene", "mian", "path")
        #expect(
          typo.code == 3 && typo.errors.first == "way: there is no scene 'mian'. Did you mean 'main'?", "\(typo.all)")
      }
    }

    @Test("status, workers and scenes line up, and say who is there")
    func looks() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        _ = try await stage.startWorker("exhibits", Museum.exhibits)
        _ = try await stage.way("replace", "home/list/exhibit?id=7", "--until", "appeared")
        let status = try await stage.way().output
        #expect(
          status.contains { $0.wholeMatch(of: /main   rev \d+ +home \/ list \/ exhibit\?id=7/) != nil }, "\(status)")
        #expect(status.contains("                    @0 home      kiosk 1.4"), "\(status)")
        #expect(
          status.contains { $0.hasPrefix("                  ● @2 exhibit   exhibits 2.1   visible for ") }, "\(status)")
        #expect(
          status.contains { $0.hasPrefix("workers   exhibits · kiosk") && $0.hasSuffix("2 connected") }, "\(status)")
        let workers = try await stage.way("workers").output
        #expect(workers.count == 3 && Set(workers.compactMap { Self.column("SCREENS", $0, workers[0]) }).count == 3)
        #expect(try await stage.way("scenes").output.last?.hasSuffix("home / list / exhibit?id=7") == true)
      }
    }

    /// The word that stands below a head.
    private static func column(_ head: String, _ line: String, _ heads: String) -> Substring? {
      guard let start = heads.range(of: head)?.lowerBound else { return nil }
      let offset = heads.distance(from: heads.startIndex, to: start)
      guard line.dropFirst(offset - 1).first == " " else { return nil }
      return line.dropFirst(offset).prefix { $0 != " " }
    }
  }
}
