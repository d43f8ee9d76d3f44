// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  /// Four processes, each with a part of the plan:
  ///
  ///     home (kiosk) ─ list (catalogue) ─ exhibit (exhibits)
  ///                  ├ map (kiosk)
  ///                  └ help (help) ─ topic (help)
  @Suite("Drives across processes") struct DriveTests {
    static let kiosk = """
      worker: kiosk
      tree:
        screen: home
        route: home
        nesting: [{ remote: catalogue }, { screen: map, route: map }, { remote: help }]
      screens:
        home: { handles: { to child help: complete, to child *: { push: list, merge: true } } }
        map: {}
      """

    static let catalogue = """
      worker: catalogue
      parts:
        catalogue: { screen: list, route: { id: list, takes: [filter] }, nesting: { remote: exhibits } }
      screens:
        list: { handles: { to parent: { after: 30s, working: 30s, then: complete } } }
      """

    static let exhibits = """
      worker: exhibits
      parts:
        exhibits: { screen: exhibit, route: { id: exhibit, requires: [id], takes: [zoom] } }
      screens:
        exhibit: { handles: { to parent: complete, to self: { complete: done, merge: true } } }
      """

    static let help = """
      worker: help
      parts:
        help: { screen: help, route: help, nesting: { screen: topic, route: topic } }
      screens:
        help: { handles: { to child topic: decline, to parent: { complete: pop } } }
        topic: {}
      """

    /// By name. The catalogue's way up takes long, unless it is `quick`.
    private static func workers(_ stage: Stage, quick: Bool = true) async throws -> [String: Program] {
      let catalogue =
        quick ? catalogue.replacing("{ after: 30s, working: 30s, then: complete }", with: "complete") : catalogue
      var programs: [String: Program] = [:]
      for (name, yaml) in [("kiosk", kiosk), ("catalogue", catalogue), ("exhibits", exhibits), ("help", help)] {
        programs[name] = try await stage.startWorker(name, yaml)
      }
      return programs
    }

    @Test("Each step is asked of the process that the walk stands on, and seen as a revision of its own")
    func walk() async throws {
      try await Stage.run { stage in
        _ = try await Self.workers(stage)
        _ = try await stage.way("replace", "home")
        let watch = try await stage.startWatch()
        let down = try await stage.outcome("drive-to", "exhibit", "--input", #"{"id":7,"filter":"old","other":1}"#)
        #expect(down.kind == .committed && down.path.path.description == "home/list?filter=old/exhibit?id=7")
        #expect(down.revisions.count == 2)
        for path in ["home/list?filter=old", "home/list?filter=old/exhibit?id=7"] {
          let update = try await watch.output.next("the step to \(path)") { $0.contains(#"{"update":"#) }
          let names = try JSONValue(json: update).at("update", "current")
          #expect(names.map { $0.json.contains("exhibit") } == path.contains("exhibit"))
        }
        let across = try await stage.outcome("drive-to", "help")
        #expect(across.path.path.description == "home/help" && across.revisions.count == 3)
        #expect(across.asked.map(\.worker) == ["exhibits", "catalogue", "kiosk"])
        #expect(across.asked.map(\.request) == ["to parent", "to parent", "to child help"])
        #expect(try await stage.outcome("drive-parent").path.path.description == "home")
        #expect(try await stage.outcome("drive-parent").kind == .unchanged(.atRoot))
      }
    }

    @Test("Transactional, all steps are one revision; a step that is declined leaves nothing, and else what was done")
    func transactional() async throws {
      try await Stage.run { stage in
        _ = try await Self.workers(stage)
        _ = try await stage.way("replace", "home")
        let all = try await stage.outcome("drive-to", "exhibit", "--input", #"{"id":7}"#, "--transactional")
        #expect(all.kind == .committed && all.revisions.isEmpty)
        let nothing = try await stage.outcome("drive-to", "topic", "--transactional")
        #expect(nothing.kind == .unhandled && nothing.path.path.elements.map(\.id) == all.path.path.elements.map(\.id))
        #expect(nothing.asked.last.map { [$0.request, $0.screen.rawValue] } == ["to child topic", "help"])
        let some = try await stage.way("drive-to", "topic")
        #expect(some.code == 3 && some.output[0].contains("the walk ends at 'to child topic'"), "\(some.all)")
        #expect(some.output.contains { $0.contains("to parent") && $0.contains("→ complete") }, "\(some.all)")
        #expect(try await stage.path == "home/help")
      }
    }

    @Test(
      "A process killed in mid-walk ends the walk there: what was done stays, and the outcome names the step and who")
    func killed() async throws {
      try await Stage.run { stage in
        let workers = try await Self.workers(stage, quick: false)
        _ = try await stage.way("replace", "home/list/exhibit?id=7")
        let outcome = try await Self.kill(workers["catalogue"], during: ["drive-to", "help"], stage)
        #expect(outcome.kind == .failed(who: Self.list, .died, code: nil))
        #expect(outcome.message?.contains("'to parent'") == true)
        #expect(outcome.asked.map(\.answer) == [.allow, .died])
        #expect(outcome.revisions.count == 1 && outcome.path.path.description == "home/list")
        // Who is dead cannot be walked past either, but a change that asks nobody can.
        #expect(try await stage.outcome("drive-to", "map").kind == .failed(who: Self.list, .died, code: nil))
        #expect(try await stage.outcome("go-back", "home").isAsAsked)
      }
    }

    @Test("Transactional, a process killed in mid-walk leaves everything as it was")
    func killedTransactional() async throws {
      try await Stage.run { stage in
        let workers = try await Self.workers(stage, quick: false)
        let before = try await stage.outcome("replace", "home/list/exhibit?id=7", "--until", "appeared")
        let outcome = try await Self.kill(
          workers["catalogue"], during: ["drive-to", "help", "--transactional"], stage)
        #expect(outcome.kind == .failed(who: Self.list, .died, code: nil))
        #expect(outcome.path.path.elements.map(\.id) == before.path.path.elements.map(\.id))
        #expect(outcome.revisions.isEmpty)
        #expect(try await stage.path == "home/list/exhibit?id=7")
      }
    }

    private static let list = Outcome.Party(worker: "catalogue", screen: "list", element: ElementID(1))

    /// Kills the worker as soon as it is asked.
    private static func kill(_ worker: Program?, during command: [String], _ stage: Stage) async throws -> Outcome {
      let worker = try #require(worker)
      let drive = try stage.start("way", ["--format", "json"] + command + ["--deadline", "60s"])
      _ = try await worker.output.next("the ask") { $0.contains(#""request":"to parent""#) }
      worker.signal(SIGKILL)
      return try JSONLine.outcome(try #require(try await drive.end().output.last))
    }

    @Test("A sub-tree can be driven to twice, Back leads out of each, and a new coordinator still has them")
    func subTrees() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        let workers = try await Self.workers(stage)
        _ = try await stage.way("replace", "home/map")
        #expect(try await stage.outcome("drive-sub", "list").path.path.description == "home/map/list")
        let twice = try await stage.outcome("drive-sub", "list")
        #expect(twice.path.path.description == "home/map/list/list")
        #expect(twice.path.path.elements.compactMap(\.subTree?.origin) == [ElementID(1), ElementID(2)])
        #expect(try await stage.outcome("drive-to", "exhibit", "--input", #"{"id":1}"#).path.path.elements.count == 5)

        daemon.signal(SIGKILL)
        _ = try await daemon.end()
        _ = try await stage.startCoordinator()
        for (name, worker) in workers.sorted(by: { $0.key < $1.key }) {
          _ = try await worker.output.next("the return of \(name)") { $0.contains(#"{"welcome":"#) }
        }
        let plan = try await stage.way("plan")
        #expect(plan.output.contains { $0.contains("list") && $0.contains("@2 from @1, @3 from @2") }, "\(plan.all)")
        #expect(try await stage.outcome("back").path.path.description == "home/map/list/list")
        #expect(try await stage.outcome("drive-parent").path.path.description == "home/map/list")
        #expect(try await stage.outcome("back").path.path.description == "home/map")
        #expect(try await stage.outcome("drive-parent").path.path.description == "home")
      }
    }

    @Test("The plan is drawn and a walk is told beforehand, with what is missing; nobody is asked")
    func beforehand() async throws {
      try await Stage.run { stage in
        let workers = try await Self.workers(stage)
        _ = try await stage.way("replace", "home/list")
        let plan = try await stage.way("plan")
        #expect(plan.output.contains("home                                      kiosk       @0"), "\(plan.all)")
        #expect(plan.output.contains("│  └─ exhibit   requires id, takes zoom   exhibits"), "\(plan.all)")
        let objects = try await stage.way("plan", "--format", "json").output.map { try JSONValue(json: $0) }
        let routes = ["home", "list", "exhibit", "map", "help", "topic"]
        #expect(objects.compactMap { $0["route"] } == routes.map(JSONValue.string))

        let dry = try await stage.outcome("resolve", "--drive", "topic")
        #expect(dry.kind == .unchanged(.dryRun) && dry.walk.map(\.worker) == ["catalogue", "kiosk", "help"])
        let missing = try await stage.way("resolve", "--drive", "exhibit", "--from", "home")
        #expect(missing.code == 3 && missing.output[0].contains("route 'exhibit' requires id"), "\(missing.all)")
        #expect(missing.output.last?.hasSuffix("missing: id") == true, "\(missing.all)")
        let unknown = try await stage.way("resolve", "--drive", "exihbit")
        #expect(unknown.code == 3 && unknown.output.joined().contains("did you mean 'exhibit'?"), "\(unknown.all)")
        for (name, worker) in workers { #expect(!worker.output.all.contains { $0.contains(#"{"ask":"#) }, "\(name)") }
      }
    }

    @Test("Lines of a run drive as well, and a line that names no route says so")
    func lines() async throws {
      try await Stage.run { stage in
        _ = try await Self.workers(stage)
        _ = try await stage.way("replace", "home")
        let run = try stage.start("way", ["run", "-"])
        let ends = [
          (#"{"verb":"driveTo","route":"exhibit","input":{"id":7}}"#, "home/list/exhibit?id=7"),
          (#"{"verb":"driveSub","route":"help","from":{"id":0},"transactional":true}"#, "home/help"),
          (#"{"verb":"driveParent","from":"help"}"#, "home"),
        ]
        for (line, path) in ends {
          try run.say(line)
          let outcome = try JSONLine.outcome(try await run.output.next("the outcome of \(line)"))
          #expect(outcome.kind == .committed && outcome.path.path.description == path, "\(outcome)")
        }
        try run.say(#"{"verb":"driveTo","rout":"exhibit"}"#)
        let fault = try await run.output.next("the error")
        #expect(fault.contains("did you mean 'route'?"), "\(fault)")
        try run.sayNothingMore()
        #expect(try await run.end().code == 2)
      }
    }

    @Test("A worker whose routes another declares already is refused, and both places are named")
    func repeated() async throws {
      try await Stage.run { stage in
        _ = try await Self.workers(stage)
        let file = "\(stage.folder)/other.yaml"
        try "worker: other\ntree: { screen: atlas, route: map }\nscreens: { atlas: {} }".write(
          toFile: file, atomically: true, encoding: .utf8)
        let other = try stage.start("way", ["worker", "--format", "json", file])
        let refusal = try await other.output.next("the refusal") { $0.contains(#"{"error":"#) }
        #expect(refusal.contains("kiosk: home/map") && refusal.contains("other: atlas"), "\(refusal)")
      }
    }
  }
}
