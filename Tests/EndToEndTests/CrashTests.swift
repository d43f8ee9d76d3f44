// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Crashes and restarts") struct CrashTests {
    @Test("A worker killed while it is asked counts as dead, long before the deadline, and the next handler is asked")
    func workerKilled() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        // Long deadlines: only the death can end the ask so soon.
        let slow = "show slow: { after: 30s, working: 30s, then: declined }"
        let exhibits = try await stage.startWorker(
          "exhibits", Museum.exhibits.replacing("show slow: hang", with: slow))
        _ = try await stage.way("replace", "home/exhibit?id=7")
        let run = try stage.start("way", ["run", "-"])
        try run.say(#"{"verb":"show","names":["slow"],"deadlineMs":30000}"#)
        _ = try await exhibits.output.next("the ask") { $0.contains(#"{"ask":"#) }
        exhibits.signal(SIGKILL)
        let outcome = try JSONLine.outcome(try await run.output.next("the outcome"))
        #expect(outcome.kind == .committed)
        #expect(outcome.asked.map(\.answer) == [.died, .push])
        #expect(outcome.asked.map(\.worker) == ["exhibits", "kiosk"])
        #expect(outcome.path.path.description == "home/exhibit?id=7/slow")
      }
    }

    @Test("A coordinator killed between commands comes back with every acknowledged commit, and the others carry on")
    func coordinatorKilled() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        let worker = try await stage.startWorker("kiosk", Museum.kiosk)
        _ = try await stage.way("start", "home")
        _ = try await stage.way("show", "list")
        let last = try await stage.outcome("go", "map?floor=2", "--on", "list")
        let watch = try await stage.startWatch()
        daemon.signal(SIGKILL)
        _ = try await daemon.end()
        _ = try await stage.startCoordinator()
        _ = try await worker.output.next("the worker's return") { $0.contains(#"{"welcome":"#) }
        _ = try await watch.output.next("the observer's return") { $0.contains(#"{"epoch":"#) }

        #expect(try await stage.path == "home/list/map?floor=2")
        #expect(try await stage.outcome("outcome", last.id.description) == last)
        // Asked again, the handlers answer as before.
        #expect(try await stage.outcome("show", "slow").asked.map(\.answer) == [.push])
        let update = try await watch.output.next("the update after it") { $0.contains(#"{"update":"#) }
        #expect(update.contains(#""verb":"show slow""#))
      }
    }

    @Test("A command that was parked when the coordinator was killed is redirected anew, since nobody has resumed it")
    func killedWhileParked() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        let worker = try await stage.startWorker("kiosk", Museum.gated)
        #expect(try await stage.outcome("replace", "home").isAsAsked)
        let show = try stage.start("way", ["--format", "json", "show", "admin", "--timeout", "30s"])
        _ = try await show.errors.next("the parking") { $0.contains("parked as ") }
        let first = try await worker.output.next("the first answer") { $0.contains(#"{"answer":"#) }
        daemon.signal(SIGKILL)
        _ = try await daemon.end()
        _ = try await stage.startCoordinator()
        // The client sends its command again.
        let second = try await worker.output.next("the second answer") { $0.contains(#"{"answer":"#) }
        #expect(first.contains("redirect") && second.contains("redirect"), "\(first)\n\(second)")
        #expect(show.isRunning)
      }
    }

    @Test("A coordinator killed during commands loses nothing that it acknowledged, and applies nothing twice")
    func coordinatorKilledMeanwhile() async throws {
      try await Stage.empty { stage in
        var daemon = try await stage.startCoordinator()
        let worker = try await stage.startWorker(
          "kiosk",
          """
          worker: kiosk
          root: [home]
          screens:
            home: { handles: { show step: { after: 100ms, then: push } } }
            step: {}
          """)
        _ = try await stage.way("start", "home")
        let watch = try await stage.startWatch()
        let run = try stage.start("way", ["run", "-", "--timeout", "60s"])
        var outcomes: [Outcome] = []
        for step in 0..<10 {
          try run.say(Self.show(step))
          if step.isMultiple(of: 3) {
            // Killed while the worker thinks about it: the command is sent again, and asked again.
            _ = try await worker.output.next("ask \(step)") { $0.contains(#"{"ask":"#) && $0.contains("step-\(step)") }
            daemon.signal(SIGKILL)
            _ = try await daemon.end()
            daemon = try await stage.startCoordinator()
          }
          outcomes.append(try JSONLine.outcome(try await run.output.next("outcome \(step)")))
        }
        // Each adds one element: a command that is lost or applied twice changes the height.
        let path = "home/" + (0..<10).map { "step?n=\($0)" }.joined(separator: "/")
        #expect(outcomes.map(\.kind) == Array(repeating: .committed, count: 10))
        #expect(outcomes.last?.path.path.description == path)

        // The same ids again get the same outcomes, and change nothing.
        for step in 0..<10 {
          try run.say(Self.show(step))
          #expect(try JSONLine.outcome(try await run.output.next("the retry of \(step)")) == outcomes[step])
        }
        #expect(try await stage.path == path)
        try run.sayNothingMore()
        #expect(try await run.end().code == 0)
        // An observer that is back only after that commit hears of it by the state.
        _ = try await watch.output.next("the last commit") {
          $0.contains(#"{"update":"#) && $0.contains("step-9") || $0.contains(#"{"state":"#) && $0.contains(#""n":9"#)
        }
      }
    }

    private static func show(_ step: Int) -> String {
      #"{"verb":"show","names":["step"],"context":{"n":\#(step)},"commandId":"step-\#(step)"}"#
    }

    @Test("A planned restart of a worker is no crash: its elements are leaving, then attended again")
    func plannedRestart() async throws {
      try await Stage.run { stage in
        let worker = try await stage.startWorker("kiosk", Museum.kiosk, ["--restarting", "20s"])
        _ = try await stage.way("start", "home")
        let watch = try await stage.startWatch()
        worker.signal(SIGTERM)
        #expect(try await worker.end().code == 0)
        let leaving = try await watch.output.next("the leaving") { $0.contains(#""presence":"leaving""#) }
        #expect(try JSONValue(json: leaving).at("presence", "restartingMs") == .integer(20_000))
        _ = try await stage.startWorker("kiosk", Museum.kiosk.replacing("1.4", with: "1.5"))
        let attended = try await watch.output.next("the return") { $0.contains(#""presence":"attended""#) }
        #expect(try JSONValue(json: attended).at("presence", "version") == .string("1.5"))
      }
    }

    @Test("A worker whose name a newer process takes over ends with exit code 3, and the log says so")
    func replaced() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        let older = try await stage.startWorker("kiosk", Museum.kiosk)
        let newer = try await stage.startWorker("kiosk", Museum.kiosk, ["--takeover"])
        #expect(try await older.end().code == 3)
        let line = try await daemon.errors.next("the notice") { $0.contains("a worker's name was taken over") }
        #expect(line.contains(" notice ") && line.contains("worker=kiosk") && line.contains("reason=asked"), "\(line)")
        #expect(line.contains("\(older.pid)") && line.contains("\(newer.pid)"), "\(line)")
        newer.signal(SIGINT)
        #expect(try await newer.end().code == 0)
      }
    }

    @Test("A second worker of a name waits, and says who holds it; it comes in when that one ends, however it does")
    func waits() async throws {
      for end in [SIGTERM, SIGKILL] {
        try await Stage.run { stage in
          let older = try await stage.startWorker("kiosk", Museum.kiosk)
          let newer = try stage.start("way", ["worker", "\(stage.folder)/kiosk.yaml"])
          let refusal = try await newer.errors.next("the refusal")
          #expect(
            refusal
              == "way: the worker name 'kiosk' is held by pid \(older.pid) (way), which is live; end that one, or let "
              + "this one take over (way worker --takeover; in Swift takeover: true); trying again")
          #expect(older.isRunning)
          older.signal(end)
          _ = try await newer.output.next("the welcome") { $0.contains("connected") }
          #expect(newer.errors.all.count == 1, "the same reason is told once")
        }
      }
    }

    @Test("A quiet worker answers, and prints only what keeps it from its work")
    func quiet() async throws {
      try await Stage.run { stage in
        let older = try await stage.startWorker("kiosk", Museum.kiosk)
        let quiet = try stage.start("way", ["worker", "--quiet", "\(stage.folder)/kiosk.yaml"])
        _ = try await quiet.errors.next("the refusal") { $0.contains("is held by") }
        older.signal(SIGTERM)
        _ = try await older.end()
        #expect(try await stage.way("wait", "--workers", "kiosk").code == 0)
        #expect(try await stage.way("replace", "home").code == 0)
        let shown = try await stage.way("show", "list", "--format", "json")
        #expect(shown.code == 0 && shown.all.contains(#""worker":"kiosk""#), "\(shown.all)")
        quiet.signal(SIGINT)
        let end = try await quiet.end()
        #expect(end.code == 0 && end.output.isEmpty, "\(end.all)")
      }
    }

    @Test("A hung worker is replaced by the next process of its name, and ends when it wakes up")
    func hung() async throws {
      try await Stage.run { stage in
        let older = try await stage.startWorker("kiosk", Museum.kiosk)
        older.signal(SIGSTOP)
        _ = try await stage.startWorker("kiosk", Museum.kiosk)
        older.signal(SIGCONT)
        #expect(try await older.end().code == 3)
      }
    }

    @Test("On SIGHUP a worker does what its file says now")
    func reload() async throws {
      try await Stage.run { stage in
        let worker = try await stage.startWorker("kiosk", Museum.kiosk)
        _ = try await stage.way("start", "home")
        #expect(try await stage.outcome("show", "cellar").kind == .unhandled)
        try Museum.kiosk.replacing("show slow: push", with: "show cellar: { push: slow }")
          .write(toFile: "\(stage.folder)/kiosk.yaml", atomically: true, encoding: .utf8)
        worker.signal(SIGHUP)
        _ = try await worker.output.next("the change") { $0.contains(#"{"registered":"#) }
        #expect(try await stage.outcome("show", "cellar").path.path.description == "home/slow")
      }
    }
  }
}
