// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("way journal") struct JournalTests {
    /// A route that went through some hands: a guard that says no, appearances, a command that nobody handles, two scenes.
    private func visit(_ body: (Stage, Program) async throws -> Void) async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        _ = try await stage.startWorker("exhibits", Museum.exhibits)
        // Each appearance is a revision, and comes before what is committed next.
        for (words, path) in [(["start", "home"], "home"), (["show", "list"], "home/list")] {
          #expect(try await stage.start("way", words).end().code == 0)
          #expect(try await stage.way("wait", path, "--appeared", "--timeout", "30s").code == 0)
        }
        _ = try await stage.way(
          "show", "exhibit", "--context", #"{"id":7}"#, "--because", "home key", "--until", "appeared")
        #expect(try await stage.way("back").code == 3)
        #expect(try await stage.way("show", "nothing").code == 3)
        #expect(try await stage.outcome("back", "--skip-guards").isAsAsked)
        try await body(stage, daemon)
      }
    }

    private func copyLeft(by daemon: Program, on stage: Stage, withMark: Bool = false) async throws -> String {
      try await stage.copyJournal(leftBy: daemon, to: "\(stage.folder)/copy", withMark: withMark)
    }

    private func verify(_ stage: Stage, _ words: String...) async throws -> (end: Program.End, report: JSONValue) {
      let end = try await stage.start("way", ["journal", "verify", "--format", "json"] + words).end()
      return (end, try #require(try JSONValue(json: end.output.joined())["verify"], "\(end.all)"))
    }

    @Test("verify reads beside the coordinator, and after kill -9, and a copy of then; a restart goes on soundly")
    func verified() async throws {
      try await visit { stage, daemon in
        let live = try await stage.way("journal", "verify")
        #expect(live.code == 0, "\(live.all)")
        #expect(live.output[0].hasSuffix("beside the coordinator (pid \(daemon.pid))"), "\(live.all)")
        #expect(
          live.output.contains { $0.hasPrefix("main       revisions 1 to ") && $0.hasSuffix("ok, and what shows") })
        let copy = try await copyLeft(by: daemon, on: stage, withMark: true)
        for file in [copy, "\(stage.folder)/state/journal.sqlite"] {
          let (end, report) = try await verify(stage, file)
          #expect(end.code == 0 && report["sound"] == .bool(true) && report["live"] == .bool(false), "\(end.all)")
        }
        let none = try await stage.way("journal", "verify")
        #expect(none.code == 4 && none.all.contains("`way journal verify FILE`"), "\(none.all)")
        #expect(none.all.contains("\(stage.folder)/state/journal.sqlite  is there"), "\(none.all)")
        _ = try await stage.startCoordinator()
        #expect(try await verify(stage).end.code == 0)
      }
    }

    @Test("A journal whose file may not grow any more fails as one on a full disk does, and does not end the daemon")
    func fileLimit() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        #expect(try await stage.outcome("replace", "home").durable)
        let script = "import resource, sys; resource.prlimit(int(sys.argv[1]), resource.RLIMIT_FSIZE, (4096, 4096))"
        let python = try #require(Python.path)
        #expect(try await stage.start(python, ["-c", script, "\(daemon.pid)"]).end().code == 0)
        let outcome = try await stage.outcome("replace", "home/list")
        #expect(outcome.isAsAsked && !outcome.durable)
        #expect(try await stage.path == "home/list")
      }
    }

    @Test("As long as the journal is not written, why and history say so and since when")
    func behind() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        #expect(try await stage.outcome("replace", "home").durable)
        #expect(try await !stage.way("why").all.contains("not being written"))
        let script = "import resource, sys; resource.prlimit(int(sys.argv[1]), resource.RLIMIT_FSIZE, (4096, 4096))"
        let python = try #require(Python.path)
        #expect(try await stage.start(python, ["-c", script, "\(daemon.pid)"]).end().code == 0)
        let outcome = try await stage.outcome("replace", "home/list")
        #expect(outcome.isAsAsked && !outcome.durable)

        let why = try await stage.way("why")
        let first = try #require(why.output.first, "\(why.all)")
        #expect(first.contains(#/^the journal is not being written since [-\d]{10} [:\d]{8}: commits and commands /#))
        #expect(first.contains("that came later are missing here (the journal \(stage.folder)/state/"), "\(first)")
        let behind = #/^main is at revision \d+ now, and the journal has revision \d+ of it; `way` shows what stands$/#
        #expect(why.output.contains { $0.contains(behind) }, "\(why.all)")
        #expect(why.output.contains("by the last that was written home is on top of main because"), "\(why.all)")
        let lines = try await stage.way("why", "--format", "json").output
        let json = try #require(try JSONValue(json: lines.joined())["why"])
        // A screen that has appeared since is a revision too.
        guard case .integer(let now)? = json.at("behind", "scenes", "main"), now >= Int64(outcome.revision),
          case .integer? = json.at("behind", "since"), case .string? = json.at("behind", "problem")
        else {
          Issue.record("\(lines)")
          return
        }
        let history = try await stage.way("history")
        #expect(history.output.last?.hasPrefix("! the journal is not being written since ") == true, "\(history.all)")
        let past = try await stage.way("history", "--format", "json").output
        #expect(try JSONValue(json: try #require(past.last)).at("behind", "scenes", "main") != nil, "\(past)")
        let watched = try await stage.way("watch", "--since", "1h", "--no-follow")
        let isTold = watched.errors.contains { $0.hasPrefix("way: the journal is not being written since ") }
        #expect(isTold, "\(watched.all)")
        // What is not found may be among what is missing.
        let unknown = try await stage.way("why", outcome.id.description)
        #expect(unknown.code == 3 && unknown.all.contains("the journal is not being written"), "\(unknown.all)")
      }
    }

    @Test("verify tells a row that was changed, and one that is missing, and what to do")
    func damaged() async throws {
      try await visit { stage, daemon in
        let file = try await copyLeft(by: daemon, on: stage)
        let python = try #require(Python.path)
        for (sql, words) in [
          ("update commits set route = replace(route, 'list', 'lost') where revision = 3", "not that of revision 3"),
          ("delete from commits where revision = 2", "revision 2 is missing"),
        ] {
          let script = "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute(sys.argv[2]); d.commit()"
          #expect(try await stage.start(python, ["-c", script, file, sql]).end().code == 0)
          let end = try await stage.way("journal", "verify", "--journal", file)
          #expect(end.code == 3 && end.all.contains(words) && end.all.contains("way journal repair"), "\(end.all)")
        }
        let repaired = try await stage.way("journal", "repair", file, "-o", "\(stage.folder)/new.sqlite")
        #expect(repaired.code == 0 && repaired.all.contains("left out: row "), "\(repaired.all)")
        #expect(try await verify(stage, "\(stage.folder)/new.sqlite").end.code == 0)
        let past = try await stage.way("why", "--journal", "\(stage.folder)/new.sqlite")
        #expect(past.code == 0 && past.output[0].hasPrefix("list is on top of main"), "\(past.all)")
      }
    }

    @Test("a coordinator starts from a repaired journal where it refuses the damaged one")
    func repaired() async throws {
      try await visit { stage, daemon in
        let refused = try await stage.way(
          "journal", "repair", "\(stage.folder)/state/journal.sqlite", "-o", "/dev/null")
        #expect(refused.code == 2 && refused.all.contains("end it first, or repair a copy"), "\(refused.all)")
        daemon.signal(SIGTERM)
        _ = try await daemon.end()
        let file = "\(stage.folder)/state/journal.sqlite"
        var data = try #require(FileManager.default.contents(atPath: file))
        data.replaceSubrange(0..<4096, with: [UInt8](repeating: 0x5A, count: 4096))
        try data.write(to: URL(filePath: file))
        #expect(try await stage.start("waykeeperd", []).end().code == 65)
        let repaired = try await stage.way("journal", "repair", file, "-o", "\(file)-repaired")
        #expect(repaired.code == 0 && repaired.all.contains("its first page was lost"), "\(repaired.all)")
        #expect(rename("\(file)-repaired", file) == 0)
        _ = try await stage.startCoordinator()
        #expect(try await stage.way("path").output == ["home/list"])
        #expect(try await verify(stage).end.code == 0)
      }
    }

    @Test("content that became sensitive since it was written is no difference, nor is what is so no more")
    func sensitive() async throws {
      try await Stage.run { stage in
        func card(_ more: String) -> String { "worker: cards\nscreens: { card: { \(more) } }\n" }
        for (number, (before, after)) in [("", "sensitive: true"), ("sensitive: true", "")].enumerated() {
          for (index, words) in [before, after].enumerated() {
            let worker = try await stage.startWorker("cards", card(words))
            if index == 0 { #expect(try await stage.outcome("replace", "card?n=\(number)").kind == .committed) }
            let (end, report) = try await verify(stage)
            #expect(end.code == 0 && report["sound"] == .bool(true), "\(before), \(words): \(end.all)")
            worker.signal(SIGTERM)
            _ = try await worker.end()
          }
        }
      }
    }

    @Test("a journal that has lost its end is repaired soundly, and a coordinator starts from it without a warning")
    func lostEnd() async throws {
      try await visit { stage, daemon in
        let file = "\(stage.folder)/state/journal.sqlite"
        daemon.signal(SIGTERM)
        _ = try await daemon.end()
        let python = try #require(Python.path)
        let script = """
          import sqlite3, sys; d = sqlite3.connect(sys.argv[1])
          for t in ('commits', 'outcomes'): d.execute(f'delete from {t} where seq > 6')
          d.commit()
          """
        #expect(try await stage.start(python, ["-c", script, file]).end().code == 0)
        let told = try await stage.way("journal", "verify", file)
        #expect(told.all.contains("its end is lost"))
        let words = "these are ok; there may be more in what is damaged"
        #expect(told.output.contains { $0.hasPrefix("commands ") && $0.hasSuffix(words) }, "\(told.all)")
        let repaired = try await stage.way("journal", "repair", file, "-o", "\(file)-repaired")
        #expect(repaired.code == 0 && repaired.all.contains("its end is lost"), "\(repaired.all)")
        let (end, report) = try await verify(stage, "\(file)-repaired")
        #expect(end.code == 0 && report["gaps"] == .integer(1), "\(end.all)")
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
        #expect(rename("\(file)-repaired", file) == 0)
        let next = try stage.start("waykeeperd", [])
        _ = try await next.errors.next("the start") {
          #expect(!$0.contains("lost its end"))
          return $0.contains("coordinator started")
        }
        let now = try await stage.outcome("replace", "home")
        #expect(now.isAsAsked && now.revision > 7, "revision 7 was given before: \(now.revision)")
        #expect(try await verify(stage).end.code == 0)
        let past = try await stage.way("journal", "replay").output
        let gap = past.firstIndex { $0.contains("  !  gap") && $0.contains("its end was lost") }
        #expect(gap.map { $0 > 0 && $0 < past.count - 1 } == true, "\(past)")
        let lines = try await stage.way("journal", "replay", "--format", "json", "--since", "\(now.revision - 1)")
        #expect(lines.output.map { $0.prefix(7) } == [#"{"gap":"#, #"{"commi"#], "\(lines.all)")
      }
    }

    @Test("what is exported holds every commit and command, and is replayed at any revision, with ids and the past")
    func replayed() async throws {
      try await visit { stage, daemon in
        let file = "\(stage.folder)/export.jsonl"
        let written = try await stage.way("journal", "export", "-o", file)
        #expect(written.code == 0, "\(written.all)")
        let lines = try await stage.way("journal", "export").output
        #expect(try String(contentsOfFile: file, encoding: .utf8) == lines.map { "\($0)\n" }.joined())
        let piped = try await stage.way("journal", "export", "-o", "-", "--format", "json")
        #expect(piped.code == 0 && piped.output == lines, "\(piped.all)")
        #expect(written.output == piped.errors.map { $0.replacing("standard output", with: file) }, "\(piped.all)")
        let objects = try lines.map { try JSONValue(json: $0) }
        #expect(objects.compactMap { $0.at("commit", "revision") } == (1...7).map { .integer($0) })
        #expect(objects.contains { $0.at("command", "outcome") == .string("vetoed") })
        #expect(try await stage.way("journal", "export", "-o", file).code == 2)

        for source in [file, try await copyLeft(by: daemon, on: stage)] {
          let script = "way path; way why; way history; echo $WAYKEEPER_SCENE $WAYKEEPER_REVISION; exit 7"
          let there = try await stage.start(
            "way", ["journal", "replay", source, "--at", "6", "--", "bash", "-c", inPath(script)]
          ).end()
          #expect(there.code == 7 && there.output.first == "home/list/exhibit?id=7", "\(there.all)")
          #expect(there.output.contains("exhibit?id=7 is on top of main because"), "\(there.all)")
          #expect(
            there.output.contains { $0.contains("\"home key\"") } && there.output.last == "main 6", "\(there.all)")
          let last = try await stage.start(
            "way", ["journal", "replay", source, "--", "bash", "-c", inPath("way path")]
          ).end()
          #expect(last.output == ["home/list"], "\(last.all)")
          let one = try await stage.way("journal", "replay", source, "--at", "5")
          #expect(one.output.contains { $0.hasPrefix("@2 exhibit   exhibit?id=7   not yet appeared") }, "\(one.all)")
          #expect(one.output.last == "path   home/list/exhibit?id=7")
          #expect(try await stage.way("journal", "replay", source).output.count == 4)
          #expect(try await stage.way("journal", "replay", source, "--all").output.count == 7)
        }
        let first = try await stage.start(
          "way", ["journal", "replay", file, "--each", "--", "bash", "-c", inPath("! way path | grep -q exhibit")]
        ).end()
        #expect(first.code == 1 && first.errors.last == "way: ended with 1 at revision 5 of main", "\(first.all)")
        #expect(first.errors.count == 4, "\(first.all)")
        // Only the stage's workers run on.
        #expect(try stage.files.filter { $0.hasPrefix("way-sandbox") }.isEmpty)
      }
    }

    /// With the built `way` before all others.
    private func inPath(_ script: String) -> String { "export PATH='\(Program.folder.path)':\"$PATH\"; \(script)" }

    @Test(
      "what cannot be is said, with what to do",
      arguments: [
        (["verify", "/etc/passwd"], 2, "/etc/passwd is no journal (it is no SQLite database); name a journal.sqlite"),
        (["verify", "/no/such"], 2, "there is no journal /no/such"),
        (["verify", "a", "--journal", "b"], 2, "name one journal"),
        (["verify", "a", "--runtime-dir", "b"], 2, "only one can tell"),
        (["export", "/etc/passwd"], 2, "is no journal"), (["replay", "/etc/passwd"], 2, "is no journal"),
        (["replay", "FILE", "--each"], 2, "--each wants a command"),
        (["replay", "FILE", "--at", "99"], 3, "revision 99 of main is not in it; it has 1 to 1"),
        (["replay", "FILE", "--scene", "other"], 3, "nothing was ever committed in scene other"),
        (["replay", "LINES"], 2, "lines.jsonl:2: 'comit' is unknown; known are commit, command and gap"),
        (["replay", "LINES", "--at", "1", "--", "true"], 2, "lines.jsonl:2"),
        (["replay", "FILE", "--at", "1", "--", "nosuchprogram"], 127, "cannot run nosuchprogram"),
        (["repair", "/etc/passwd", "-o", "new"], 2, "is no journal (it is no SQLite database); name a journal.sqlite"),
        (["verify", "/tmp"], 2, "/tmp is a folder; name a file in it, such as /tmp/journal.sqlite"),
        (["verfy"], 2, "there is no command 'journal verfy'. Did you mean 'journal verify'?"),
        (["repair", "FILE", "-o", "FILE"], 2, "is there already"),
        (["repair", "FILE", "-o", "-"], 2, "a journal is written as a file, and the standard output is none"),
        (["repair", "-", "-o", "new"], 2, "a journal is read as a file"),
        (["verify", ""], 2, "it is empty; name a file"),
      ] as [([String], Int32, String)])
    func refused(words: [String], code: Int32, message: String) async throws {
      try await Stage.empty { stage in
        let daemon = try stage.start("waykeeperd", ["--hosting", "optional"])
        _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
        #expect(try await stage.outcome("replace", "home").isAsAsked)
        let lines = try await stage.way("journal", "export").output
        try [lines[0], #"{"comit":{}}"#].joined(separator: "\n").write(
          toFile: "\(stage.folder)/lines.jsonl", atomically: true, encoding: .utf8)
        let file = try await copyLeft(by: daemon, on: stage)
        let typed = words.map { $0 == "FILE" ? file : $0 == "LINES" ? "\(stage.folder)/lines.jsonl" : $0 }
        let end = try await stage.start("way", ["journal"] + typed).end()
        #expect(end.code == code && end.all.contains(message), "\(end.code): \(end.all)")
      }
    }
  }
}
