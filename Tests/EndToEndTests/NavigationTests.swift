// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

/// Everything here starts the built programs, lets them speak over real sockets, and kills some of them. One test at a
/// time: several say how soon something has to happen.
@Suite("End to end", .serialized, .timeLimit(.minutes(20))) enum EndToEnd {}

extension EndToEnd {
  @Suite("Navigation") struct NavigationTests {
    @Test("start, show through a chain with a decline, hide and back lead where they say")
    func verbs() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        _ = try await stage.startWorker("exhibits", Museum.exhibits)
        let start = try await stage.outcome("start", "home")
        #expect(start.kind == .committed)
        #expect(start.asked.map(\.request) == ["install home"])
        #expect(try await stage.outcome("show", "list").isAsAsked)
        #expect(try await stage.outcome("show", "exhibit", "--context", #"{"id":7}"#).isAsAsked)
        #expect(try await stage.path == "home/list/exhibit?id=7")

        let map = try await stage.outcome("show", "map")
        #expect(map.asked.map(\.screen) == ["exhibit", "list", "home"])
        #expect(map.asked.map(\.answer) == [.declined, .declined, .push])
        #expect(map.asked.map(\.worker) == ["exhibits", "kiosk", "kiosk"])
        #expect(map.path.path.description == "home/list/exhibit?id=7/map")

        #expect(try await stage.outcome("back").path.path.description == "home/list/exhibit?id=7")
        #expect(try await stage.outcome("hide", "exhibit", "--skip-guards").path.path.description == "home/list")
        #expect(try await stage.outcome("go", "map?floor=1", "sheet:map", "--on", "home").isAsAsked)
        #expect(try await stage.path == "home/map?floor=1/sheet:map")
        #expect(try await stage.outcome("replace", "home").isAsAsked)
        #expect(try await stage.outcome("back").kind == .unchanged(.atRoot))
      }
    }

    @Test("A guard vetoes Back with exit code 3, and steps aside when it is skipped")
    func guards() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        _ = try await stage.startWorker("exhibits", Museum.exhibits)
        _ = try await stage.way("replace", "home/exhibit?id=7")
        let back = try await stage.way("back")
        #expect(back.code == 3, "\(back.all)")
        #expect(back.output.first?.hasPrefix("vetoed  by @1 exhibit (exhibits): unsaved notes") == true, "\(back.all)")
        #expect(back.output.contains("  nothing changed: home / exhibit?id=7"), "\(back.all)")
        #expect(back.output.contains { $0.contains("`way back --skip-guards`") }, "\(back.all)")
        #expect(try await stage.path == "home/exhibit?id=7")
        let skipped = try await stage.way("back", "--skip-guards")
        #expect(skipped.code == 0, "\(skipped.all)")
        #expect(try await stage.path == "home")
      }
    }

    @Test("To withdraw what has ended says that nothing was, and a dry run without an answer that nothing was to be")
    func tooLate() async throws {
      try await Stage.run { stage in
        let outcome = try await stage.outcome("replace", "home")
        let late = try await stage.way("cancel", outcome.id.description)
        #expect(late.code == 3 && late.output.first?.hasPrefix("rejected") == true, "\(late.all)")
        #expect(late.errors == ["way: nothing was cancelled: the command had ended as above"])
      }
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        daemon.signal(SIGSTOP)
        let dry = try await stage.way("resolve", "home", "--timeout", "200ms")
        #expect(dry.code == 5 && dry.errors == ["way: no answer in time; nothing was to be carried out"], "\(dry.all)")
      }
    }

    @Test("A redirect parks a command, shows what comes first, and resume lets it go on")
    func redirect() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker(
          "kiosk",
          """
          worker: kiosk
          screens:
            home: { handles: { show login: push } }
            exhibit: { guard: { redirect: show login, within: 30s } }
            login: {}
          """)
        _ = try await stage.way("replace", "home/exhibit")
        let watch = try await stage.startWatch()
        let replace = try stage.start("way", ["--format", "json", "replace", "home"])
        let id = try await replace.parkedID()
        _ = try await watch.output.next("the login") { $0.contains(#""verb":"show login""#) }
        #expect(try await stage.path == "home/exhibit/login")
        let status = try await stage.way("outcome", id)
        #expect(status.code == 5 && status.output.first?.hasPrefix("parked") == true, "\(status.all)")
        let told = try await stage.way("status").output
        let ending = id.dropFirst("way-".count + 22)
        #expect(
          told.contains {
            $0.hasPrefix("  parked   'replace home' of way (pid ")
              && $0.hasSuffix("kiosk wants something else first; `way resume \(ending)` lets it go on")
          }, "\(told)")
        #expect(try await stage.way("why", String(ending)).all.contains("is parked: 'replace home' of way"))
        let resume = try await stage.way("resume", String(ending))
        #expect(resume.code == 0 && resume.output == ["resumed    \(id) goes on"], "\(resume.all)")
        let end = try await replace.end()
        #expect(end.code == 0, "\(end.all)")
        #expect(try await stage.path == "home")
      }
    }

    @Test("A parked command does not hold up the next line of a run, and tells its outcome when it has one")
    func parkedRun() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker(
          "kiosk",
          """
          worker: kiosk
          screens:
            home: { handles: { show login: push } }
            exhibit: { guard: { redirect: show login, within: 30s } }
            login: {}
          """)
        let run = try stage.start("way", ["run", "-"])
        try run.say(#"{"verb":"replace","screens":["home","exhibit"]}"#)
        #expect(try JSONLine.outcome(try await run.output.next("the first outcome")).isAsAsked)
        try run.say(#"{"verb":"replace","screens":["home"],"commandId":"away"}"#)
        try run.say(#"{"verb":"go","screens":["login"],"on":"exhibit"}"#)
        let go = try JSONLine.outcome(try await run.output.next("the outcome after the parked one"))
        #expect(go.isAsAsked && go.path.path.description == "home/exhibit/login")
        #expect(try await stage.way("resume", "away").code == 0)
        let replace = try JSONLine.outcome(try await run.output.next("the parked one's outcome"))
        #expect(replace.id.description == "away" && replace.isAsAsked)
        try run.sayNothingMore()
        #expect(try await run.end().code == 0)
      }
    }
  }
}
