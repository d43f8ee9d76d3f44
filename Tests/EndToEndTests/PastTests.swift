// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("What was, and why") struct PastTests {
    /// An exhibit that lies on the list, with a guard that says no, after some Backs.
    private func visit(_ body: (Stage, Program) async throws -> Void) async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        let watch = try await stage.startWorker("kiosk", Museum.kiosk)
        _ = try await stage.startWorker("exhibits", Museum.exhibits)
        for words in [["start", "home"], ["show", "list"]] {
          _ = try await stage.start("way", words).end()
          // The revisions of what comes next are counted.
          #expect(try await stage.way("wait", words[1], "--appeared", "--timeout", "30s").code == 0)
        }
        _ = try await stage.way(
          "show", "exhibit", "--context", #"{"id":7}"#, "--because", "home key", "--until", "appeared")
        for _ in 0..<3 { #expect(try await stage.way("back").code == 3) }
        #expect(try await stage.way("show", "nothing").code == 3)
        _ = try await stage.way("resolve", "list", "nope")
        #expect(watch.isRunning)
        try await body(stage, daemon)
      }
    }

    /// The lines of a text, the times and numbers of each in it left out, so that they can be compared.
    private func bare(_ lines: [String]) -> [String] {
      // What was before midnight has its day before it, or above it.
      lines.filter { $0.wholeMatch(of: /\d{4}-\d\d-\d\d/) == nil }.map { line in
        let today = line.replacing(/\d{4}-\d\d-\d\d[ ]/, with: "")
        return today.replacing(/\d\d:\d\d:\d\d\.\d\d\d/, with: "TIME").replacing(/pid \d+/, with: "pid N")
          .replacing(/<?\d+(\.\d+)? m?s\b/, with: "N ms").replacing(/[0-9A-Z]{4}-1\b/, with: "ID").replacing(
            /[ ]{2,}/, with: "  "
          )
          .trimmingCharacters(in: .whitespaces)
      }
    }

    private func why(_ stage: Stage, _ words: String...) async throws -> JSONValue {
      let end = try await stage.start("way", ["why", "--format", "json"] + words).end()
      #expect(end.code == 0, "\(end.all)")
      return try #require(try JSONValue(json: end.output.joined())["why"], "\(end.all)")
    }

    @Test("why says who brought what shows, from where, who was asked, when it appeared, and what was tried since")
    func top() async throws {
      try await visit { stage, _ in
        let end = try await stage.way("why")
        #expect(end.code == 0)
        #expect(
          bare(end.output) == [
            "exhibit?id=7 is on top of main because", "", "TIME  way (pid N) sent  show exhibit \"home key\"  ID",
            "the path then was  home / list", "asked  @1 list (kiosk)  show exhibit → push  N ms",
            "committed  revision 5  durable  N ms", "appeared  revision 6  N ms later, reported by exhibits", "",
            "since then, tried and not done",
            "TIME  back  vetoed by @2 exhibit (exhibits): unsaved notes  way, 3 times in N ms",
            "TIME  show nothing  unhandled: nobody handles 'show nothing'  way (pid N)",
          ], "\(end.all)")
        let why = try await why(stage)
        #expect(why["subject"] == .string("top") && why["screen"] == .string("exhibit?id=7"))
        #expect(why.at("commit", "revision") == .integer(5) && why.at("before", "revision") == .integer(4))
        #expect(why.at("command", "because") == .string("home key"))
        #expect(why.at("appeared", "revision") == .integer(6))
        guard case .array(let tried) = why["tried"] else { throw POSIXError(.EINVAL) }
        #expect(
          tried.map { $0["outcome"] } == [
            .string("vetoed"), .string("vetoed"), .string("vetoed"), .string("unhandled"),
          ])
      }
    }

    @Test("why explains elements that stand or are gone, revisions, commands, and what showed at a time")
    func subjects() async throws {
      try await visit { stage, _ in
        let then = ISO8601DateFormatter.string(
          from: Date(), timeZone: .gmt, formatOptions: [.withInternetDateTime, .withFractionalSeconds])
        #expect(try await stage.outcome("back", "--skip-guards", "--because", "enough").isAsAsked)
        let gone = try await stage.way("why", "@2")
        #expect(gone.output.first == "@2 exhibit?id=7 stood in main because", "\(gone.all)")
        #expect(
          gone.output.contains { $0.contains("gone") && $0.contains("back · @2 exhibit") || $0.contains("\"enough\"") },
          "\(gone.all)")
        #expect(gone.output.contains("meanwhile, tried and not done"), "\(gone.all)")
        #expect(!gone.all.contains("show nothing"), "it has nothing to do with it: \(gone.all)")

        // Back uncovered it, and that is the reason.
        let why = try await why(stage)
        #expect(why["screen"] == .string("list") && why.at("commit", "cause", "verb") == .string("back"))
        #expect(why.at("came", "revision") == .integer(3))
        let uncovered = try await stage.way("why")
        #expect(uncovered.output.contains { $0.contains("guards were skipped") }, "\(uncovered.all)")
        #expect(uncovered.output.contains { $0.contains("came") && $0.contains("show list") }, "\(uncovered.all)")

        // History says so too, of that command alone.
        let history = try await stage.way("history").output
        #expect(history.last?.contains("back · guards skipped") == true, "\(history)")
        #expect(history.count { $0.contains("guards skipped") } == 1, "\(history)")
        let past = try JSONValue(json: try #require(try await stage.way("history", "--format", "json").output.last))
        #expect(past["guards"] == .string("skip"))

        let before = try await self.why(stage, "--at", then)
        #expect(before["screen"] == .string("exhibit?id=7") && before.at("commit", "revision") == .integer(5))
        #expect(try await self.why(stage, "1").at("commit", "cause", "verb") == .string("start home"))
        #expect(try await stage.way("why", "6").output.contains { $0.contains("@2 exhibit appeared") })

        let failed = try await stage.way("history", "--failed", "-n", "1", "--format", "json").output
        let id = try JSONLine.outcome(try #require(failed.first)).id
        for ending in [id.description, String(id.description.suffix(8))] {
          let command = try await self.why(stage, ending)
          #expect(command.at("command", "commandId") == .string(id.description))
          #expect(command["commit"] == nil && command.at("before", "revision") == .integer(6))
        }
        let text = try await stage.way("why", id.description)
        #expect(
          text.output.first == "'show nothing' was not done: unhandled: nobody handles 'show nothing'", "\(text.all)")
      }
    }

    @Test("What is under way is told, and whom it asks: by status, why, outcome and busy")
    func underWay() async throws {
      try await Stage.empty { stage in
        // An ask that lasts longer than all that is looked at meanwhile.
        let file = "\(stage.folder)/waykeeperd.yaml"
        try "deadlines: { ask: 60s, transition: 60s }\n".write(toFile: file, atomically: true, encoding: .utf8)
        let daemon = try stage.start("waykeeperd", ["--config", file])
        _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        _ = try await stage.startWorker("exhibits", Museum.exhibits)
        #expect(try await stage.outcome("replace", "home/list/exhibit").isAsAsked)
        let slow = try stage.start("way", ["show", "slow", "--timeout", "90s"])
        let words =
          #/'show slow' of way \(pid \d+\), sent \d+ s ago, asks @2 exhibit \(exhibits\) for \d+ s: show slow/#
        var status: [String] = []
        for _ in 0..<200 where !status.contains(where: { $0.contains("running") }) {
          status = try await stage.way("status").output
        }
        let line = try #require(status.first { $0.hasPrefix("  running  ") }, "\(status)")
        #expect(line.contains(words), "\(line)")
        let id = try #require(line.split(separator: " ").last.map(String.init))
        #expect(slow.isRunning)
        #expect(try await stage.way("why").output.last?.contains(words) == true)
        let why = try await self.why(stage)
        #expect(why.at("underWay", "asking", "worker") == .string("exhibits") && why["running"] != nil)
        let outcome = try await stage.way("outcome", id)
        #expect(outcome.code == 5 && outcome.all.contains("pending  it runs: 'show slow' of way"), "\(outcome.all)")
        let asked = try await stage.way("why", id)
        #expect(asked.code == 3 && asked.all.contains("is under way: 'show slow' of way"), "\(asked.all)")
        let busy = try await stage.way("back", "--if-busy", "reject")
        let refusal = #/the scene is busy with 'show slow' of way \(pid \d+\), which asks @2 exhibit \(exhibits\)/#
        #expect(busy.all.contains(refusal), "\(busy.all)")
      }
    }

    @Test("a scene that the journal has and the configuration names no more has a past, and nothing that happens")
    func unlisted() async throws {
      try await Stage.empty { stage in
        for scenes in ["{ main: {}, side: {} }", "{ main: {} }"] {
          let file = "\(stage.folder)/waykeeperd.yaml"
          let text = "hosting: optional\nscenes: \(scenes)\n"
          try text.write(toFile: file, atomically: true, encoding: .utf8)
          let daemon = try stage.start("waykeeperd", ["--config", file])
          _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
          guard scenes.contains("side") else { continue }
          #expect(try await stage.outcome("replace", "home", "--scene", "side").isAsAsked)
          daemon.signal(SIGTERM)
          _ = try await daemon.end()
        }
        let none = try await stage.way("history", "--scene", "side", "--failed")
        #expect(none.code == 0 && none.all.contains("no such command in scene side"), "\(none.all)")
        let watch = try await stage.way("watch", "--scene", "side", "--since", "0", "--count", "1")
        #expect(watch.code == 0 && watch.output.contains { $0.contains("home") }, "\(watch.all)")
        let unknown = try await stage.way("history", "--scene", "sid", "--failed")
        #expect(unknown.code == 3, "\(unknown.all)")
      }
    }

    @Test(
      "what the journal does not know ends with 3 and says so, what nobody can mean with 2",
      arguments: [
        (["why", "@9"], 3, "has never seen @9"), (["why", "99"], 3, "is yet to come"),
        (["why", "zzzz-1"], 3, "no command"),
        (["why", "--at", "1969-01-01"], 2, "is not a time such as 5m"),
        (["why", "--at", "1999-12-32T10:00"], 2, "is not a time"),
        (["why", "--at", "1971-12-31T10:00"], 3, "reaches back to revision 1 of main"),
        (["why", "--at", "2999-01-01"], 2, "is yet to come"),
        (["why", "--scene", "mian"], 3, "did you mean 'main'?"),
        (["history", "--scene", "mian"], 3, "did you mean 'main'?"),
        (["history", "--element", "@9"], 3, "on the route: @0 home"), (["why", "x"], 2, "no element such as @3"),
        (["why", "home"], 2, "'home' is the name of a screen; its element in main is @0"),
        (["why", "home"], 2, "`way why @0` says why it is there"),
        (["why", "elsewhere"], 3, "such as @3; `way` shows them"),
        (["show", "--dry-run"], 2, "`way resolve` tells where"),
        (["why", "5", "--at", "10:31"], 2, "leave out '5'"),
        (["history", "--since", "soon"], 2, "neither a revision nor a time"),
        (["history", "-n", "0"], 2, "-n wants 1 to 10000"), (["watch", "--no-follow"], 2, "--no-follow wants --since"),
        (["why", "--journal", "/no/such"], 2, "there is no journal /no/such"),
        (["why", "--journal", "/etc/passwd"], 2, "no SQLite database"),
        (["why", "--journal", "a", "--runtime-dir", "b"], 2, "only one can tell"),
      ] as [([String], Int32, String)])
    func unknown(words: [String], code: Int32, message: String) async throws {
      try await Stage.empty { stage in
        let daemon = try stage.start("waykeeperd", ["--hosting", "optional"])
        _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
        #expect(try await stage.outcome("replace", "home").isAsAsked)
        let end = try await stage.start("way", words).end()
        #expect(end.code == code && end.all.contains(message), "\(end.code): \(end.all)")
      }
    }

    @Test("why takes the whole id of a command, however short it is, also where a screen is called so")
    func shortID() async throws {
      try await Stage.empty { stage in
        let daemon = try stage.start("waykeeperd", ["--hosting", "optional"])
        _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
        let run = try stage.start("way", ["run", "-"])
        try run.say(#"{"verb":"replace","screens":"x/g2","commandId":"g2"}"#)
        _ = try await run.output.next("the outcome")
        try run.sayNothingMore()
        #expect(try await run.end().code == 0)
        let command = try await why(stage, "g2")
        #expect(command["subject"] == .string("command") && command.at("command", "commandId") == .string("g2"))
        let screen = try await stage.way("why", "x")
        #expect(screen.code == 2 && screen.all.contains("'x' is the name of a screen"), "\(screen.all)")
        let nothing = try await stage.way("why", "2g")
        #expect(nothing.code == 2 && nothing.all.contains("the id of no command"), "\(nothing.all)")
      }
    }

    @Test(
      "without a coordinator the past can be read in a file, and the usual one is named", arguments: ["why", "history"])
    func noCoordinator(_ command: String) async throws {
      try await Stage.empty { stage in
        let end = try await stage.way(command)
        #expect(end.code == 4 && end.all.contains("name its file with --journal FILE"), "\(end.all)")
        #expect(end.all.contains("journal.sqlite  no such file"), "\(end.all)")
        let json = try await stage.way(command, "--format", "json")
        #expect(
          try JSONValue(json: json.output.joined()).at("error", "code") == .string("noCoordinator"), "\(json.all)")
      }
    }

    @Test("where the coordinator keeps no journal, or has only begun, that is said")
    func nothing() async throws {
      try await Stage.empty { stage in
        let daemon = try stage.start("waykeeperd", ["--journal", "none"])
        _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
        for words in [["why"], ["history"]] {
          let end = try await stage.start("way", words).end()
          #expect(end.code == 3 && end.all.contains("keeps no journal"), "\(end.all)")
        }
      }
      try await Stage.run { stage in
        let why = try await stage.way("why")
        #expect(why.code == 3 && why.all.contains("knows nothing of scene 'main'"), "\(why.all)")
        let history = try await stage.way("history")
        #expect(history.code == 0 && history.output.isEmpty && history.all.contains("no command yet"), "\(history.all)")
      }
    }

    @Test("history tells commands with their end, of all kinds or some, and ends by itself")
    func history() async throws {
      try await visit { stage, _ in
        let all = try await stage.way("history")
        #expect(
          bare(all.output) == [
            "TIME  1  home  start home · installer handled (kiosk) · way (pid N) · ID",
            "TIME  3  home / list  show list · @0 home handled (kiosk) · way (pid N) · ID",
            "TIME  5  home / list / exhibit?id=7  show exhibit · @1 list handled (kiosk) · way (pid N) · \"home key\" · ID",
          ]
            + Array(
              repeating: "TIME  !  vetoed  back  by @2 exhibit (exhibits): unsaved notes · way (pid N) · ID", count: 3)
            + ["TIME  !  unhandled  show nothing  nobody handles 'show nothing' · way (pid N) · ID"], "\(all.all)")
        func count(_ words: String...) async throws -> Int {
          let end = try await stage.start("way", ["history", "--format", "json"] + words).end()
          #expect(end.code == 0, "\(end.all)")
          return end.output.count
        }
        #expect(try await count("-n", "2") == 2)
        #expect(try await count("--failed") == 4)
        #expect(try await count("--since", "1") == 6)
        #expect(try await count("--until", "3") == 2)
        #expect(try await count("--since", "1h") == 7)
        #expect(try await count("--until", "1h") == 0)
        // Three appearances, and a dry run.
        #expect(try await count("--all") == 11)
        #expect(try await count("--element", "@1") == 2)
        #expect(try await count("--element", "@1", "--all") == 3)
        #expect(try await count("--element", "@2", "--failed") == 3)
        let line = try #require(try await stage.way("history", "-n", "1", "--format", "json").output.first)
        let object = try JSONValue(json: line)
        #expect(object["verb"] == .string("show nothing") && object["at"] != nil && object["row"] != nil)
        let minor = try await stage.way("history", "--all", "--format", "json").output.filter {
          $0.hasPrefix(#"{"commit":{"#)
        }
        #expect(minor.count == 3)
      }
    }

    @Test("the past of a watch has the form of its help, counts, and can be all")
    func watch() async throws {
      try await visit { stage, _ in
        let some = try await stage.way("watch", "--since", "0", "--count", "2", "--format", "json")
        #expect(some.code == 0 && some.output.count == 2, "\(some.all)")
        for line in some.output {
          guard case .members(let members) = try JSONValue(json: line) else { throw POSIXError(.EINVAL) }
          #expect(members.map(\.key) == ["past"])
        }
        let first = try JSONValue(json: some.output[0])
        #expect(
          first.at("past", "cause", "verb") == .string("start home") && first.at("past", "revision") == .integer(1))
        #expect(try await stage.way("watch", "--since", "0", "--no-follow").output.count == 3)
        #expect(try await stage.way("watch", "--since", "0", "--no-follow", "--all").output.count == 6)
        #expect(try await stage.way("watch", "--since", "1h", "--no-follow").output.count == 3)
        let last = try await stage.way("watch", "--since", "3", "--no-follow").output
        #expect(last.count == 1 && last[0].contains("\"home key\"") && last[0].contains("pid"), "\(last)")
      }
    }

    @Test("a watch that has told the past goes on where its journal is gone, and revisions begin anew")
    func anew() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        for words in [["start", "home"], ["show", "list"]] {
          #expect(try await stage.start("way", words).end().code == 0)
        }
        let watch = try stage.start("way", ["watch", "--since", "0", "--format", "json"])
        _ = try await watch.output.next("the past") { $0.contains(#"{"past":"#) && $0.contains("show list") }
        daemon.signal(SIGTERM)
        _ = try await daemon.end()
        try FileManager.default.removeItem(atPath: "\(stage.folder)/state")
        _ = try await stage.startCoordinator()
        _ = try await watch.output.next("the next epoch") { $0.contains(#"{"epoch":"#) }
        #expect(try await stage.way("wait", "--workers", "kiosk", "--timeout", "30s").code == 0)
        #expect(try await stage.way("start", "home").code == 0)
        _ = try await watch.output.next("the first update") { $0.contains(#"{"update":"#) && $0.contains("start home") }
      }
    }

    @Test("a copy of a journal tells the same, with its log, and stays as it is")
    func copies() async throws {
      try await visit { stage, daemon in
        let questions = [
          ["why"], ["why", "@1"], ["why", "3"], ["history", "--all"], ["history", "--failed", "--format", "json"],
        ]
        var live: [[String]] = []
        for words in questions { live.append(try await stage.start("way", words).end().output) }
        let file = try await stage.copyJournal(leftBy: daemon, to: "\(stage.folder)/copy")
        let bytes = FileManager.default.contents(atPath: file)
        for (words, live) in zip(questions, live) {
          let copied = try await stage.start("way", words + ["--journal", file]).end()
          #expect(copied.code == 0 && copied.output == live, "\(copied.all)\n\(live)")
        }
        #expect(FileManager.default.contents(atPath: file) == bytes)
      }
    }

    @Test(
      "a copy where nothing may be written is read all the same, with its log and without, and nothing is left behind",
      .enabled(if: User.areAtHand, User.obstacle))
    func readOnly() async throws {
      try await visit { stage, daemon in
        let folder = try User(0).folder("backup", of: stage, mode: 0o755)
        let temporary = try User(4141).folder("temporary", of: stage)
        let file = try await stage.copyJournal(leftBy: daemon, to: folder)
        // An ended coordinator leaves no log. One that runs could be moving it, and its file alone is half old and half new then.
        let next = try await stage.startCoordinator()
        next.signal(SIGTERM)
        _ = try await next.end()
        let alone = "\(folder)/alone.sqlite"
        try FileManager.default.copyItem(atPath: "\(stage.folder)/state/journal.sqlite", toPath: alone)
        #expect(chmod(alone, 0o644) == 0)
        for copy in [file, alone] {
          let end = try await User(4141).run("way", ["why", "--journal", copy], ["TMPDIR": temporary], on: stage)
          #expect(end.code == 0 && end.output.first == "exhibit?id=7 is on top of main because", "\(end.all)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
            "alone.sqlite", "journal.sqlite", "journal.sqlite-wal",
          ])
      }
    }
  }
}
