// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Rules of scenes") struct PolicyTests {
    private static let kiosk = """
      worker: kiosk
      root: [home]
      screens: { home: {}, list: { handles: { show video: push } }, staff: {}, video: {}, form: { guard: deny } }
      """

    /// A stage with a coordinator of this configuration, and the kiosk.
    private static func run(_ scene: String, _ body: (Stage, Program) async throws -> Void) async throws {
      try await Stage.empty { stage in
        let file = "\(stage.folder)/waykeeperd.yaml"
        try "scenes: { main: { start: home, \(scene) } }".write(toFile: file, atomically: true, encoding: .utf8)
        let daemon = try stage.start("waykeeperd", ["--config", file])
        _ = try await daemon.errors.next("the coordinator's start") { $0.contains("coordinator started") }
        let kiosk = try await stage.startWorker("kiosk", kiosk)
        _ = try await stage.way("wait", "home", "--appeared")
        try await body(stage, kiosk)
      }
    }

    private static func object(_ end: Program.End) throws -> JSONValue {
      try JSONValue(json: try #require(end.output.first, "\(end.all)"))
    }

    @Test("When nobody does anything the path comes by itself, and why, history and watch say so")
    func idle() async throws {
      try await Self.run("idle: { after: 1s, replace: home, unless: video }") { stage, _ in
        let watch = try await stage.startWatch()
        #expect(try await stage.outcome("replace", "home/list").isAsAsked)
        let update = try await watch.output.next("the idle path") { $0.contains(#""kind":"idle""#) }
        #expect(try JSONValue(json: update).at("update", "cause", "verb") == "replace home")
        let why = try await stage.way("why")
        #expect(why.output.contains { $0.contains("nobody did anything") && $0.contains("replace home") }, "\(why.all)")
        let history = try await stage.way("history")
        #expect(
          history.output.last?.contains("replace home · waykeeperd: the idle rule, after ") == true, "\(history.all)")
        let status = try await stage.way("status")
        #expect(
          status.output.contains("  idle     home after 1 s, unless video is on top: it is there already"),
          "\(status.all)")

        #expect(try await stage.outcome("replace", "home/video").isAsAsked)
        let held = try await stage.way("status")
        #expect(
          held.output.contains("  idle     home after 1 s, unless video is on top: not now, video is on top"),
          "\(held.all)")
      }
    }

    @Test("Who says active is waited for: the path comes only so long after the last word")
    func active() async throws {
      try await Self.run("idle: { after: 2s, replace: home }") { stage, _ in
        let watch = try await stage.startWatch()
        let begun = Date()
        #expect(try await stage.outcome("replace", "home/list").isAsAsked)
        var last = begun
        // On a slow machine the path may come meanwhile: then the word before it was the last.
        while Date().timeIntervalSince(begun) < 3, try await stage.path == "home/list" {
          let asked = Date()
          let status = try Self.object(try await stage.way("active", "--format", "json"))
          guard status["path"] == "home/list" else { break }
          #expect(status.at("idle", "inMs") == 2000)
          last = asked
        }
        _ = try await watch.output.next("the idle path") { $0.contains(#""kind":"idle""#) }
        let history = try await stage.way("history", "--format", "json")
        let past = try JSONValue(json: try #require(history.output.last, "\(history.all)"))
        guard past["verb"] == "replace home", case .integer(let at)? = past["at"] else {
          Issue.record("\(past) is not the idle path")
          return
        }
        #expect(Double(at) / 1_000_000 - last.timeIntervalSince1970 >= 2)
      }
    }

    @Test("A screen that guards stays, and is asked again")
    func guarded() async throws {
      try await Self.run("idle: { after: 1s, replace: home }") { stage, kiosk in
        #expect(try await stage.outcome("replace", "home/form").isAsAsked)
        for _ in 0..<2 { _ = try await kiosk.output.next("the question") { $0.contains(#""request":"leave""#) } }
        #expect(try await stage.path == "home/form")
        #expect(try await stage.outcome("replace", "home", "--skip-guards").isAsAsked)
      }
    }

    @Test("A locked scene lets nothing else in, says what and how to get out, and is open above the way out")
    func lock() async throws {
      try await Self.run("lock: { allow: [home, list], out: staff }") { stage, _ in
        for words in [["go", "video", "--on", "home"], ["replace", "home/video", "--skip-guards"]] {
          let end = try await stage.start("way", words).end()
          #expect(end.code == 3)
          let text = end.output.joined(separator: "\n")
          #expect(
            text.contains("the lock of scene main keeps 'video' out; above 'staff' every screen may stand"), "\(text)")
          #expect(
            text.contains("hint: `way status --scene main` says what its lock allows, and the way out"), "\(text)")
        }
        #expect(try await stage.outcome("replace", "home/list").isAsAsked)
        #expect(try await stage.outcome("show", "video").reason == "locked")
        #expect(
          try await stage.way("status").output.contains("  locked   to home list; above staff, every screen"))
        #expect(try await stage.outcome("go", "staff", "--on", "home").isAsAsked)
        #expect(try await stage.outcome("go", "video", "--on", "staff").isAsAsked)
        let open = try await stage.way("status", "--format", "json")
        #expect(
          open.output.joined().contains(#""lock":{"allow":["home","list"],"open":true,"out":"staff"}"#), "\(open.all)")
        #expect(try await stage.outcome("dismiss", "staff").isAsAsked)
        #expect(try await stage.outcome("go", "video", "--on", "home").reason == "locked")
        #expect(try await stage.path == "home")
      }
    }

    @Test("An unknown scene is none that somebody can be active in")
    func unknown() async throws {
      try await Self.run("restore: never") { stage, _ in
        let end = try await stage.start("way", ["active", "--scene", "mian"]).end()
        #expect(end.code == 3)
        #expect(end.errors == ["way: there is no scene 'mian'. Did you mean 'main'?", "  scenes: main"])
        let known = try await stage.way("active")
        #expect(known.output == ["main   no rule for when nobody does anything; nothing waits"], "\(known.all)")
      }
    }

    /// Says that somebody is there when it gets SIGHUP.
    private static let touched = #"""
      import json, signal, sys

      def say(kind, **fields): print(json.dumps({kind: fields}), flush=True)

      # A handler would run only after the next line where the signal comes just before Python reads its input.
      signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
      say("register", worker="panel", routables={"panel": {}})
      signal.sigwait({signal.SIGHUP})
      say("active")
      for line in sys.stdin: pass
      """#

    @Test("A program that is a worker says active", .enabled(if: Python.path != nil, "needs python3"))
    func program() async throws {
      try await Self.run("idle: { after: 1h, replace: home }") { stage, _ in
        let navigator = try Navigator.connect(.runtimeFolder(stage.runtimeFolder), name: "test")
        func remaining() async throws -> Duration {
          try #require(try await navigator.scenes("main").first?.idle?.remaining)
        }
        let file = "\(stage.folder)/panel.py"
        try Self.touched.write(toFile: file, atomically: true, encoding: .utf8)
        let panel = try stage.start("way", ["worker", "--format", "json", "--", try #require(Python.path), file])
        _ = try await panel.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        #expect(try await stage.outcome("replace", "home/panel").isAsAsked)
        let wait = "the wait's first second"
        let before = try await eventually(wait) {
          try await remaining()
        } until: {
          $0 < .seconds(3599)
        }
        // The ends of the waits are compared: what remains of the second one is more than `before` for a second only. They
        // are known to some milliseconds.
        let due = ContinuousClock.now + before + .milliseconds(100)
        panel.signal(SIGHUP)
        try await eventually("a wait that began anew") {
          let asked = ContinuousClock.now
          return try await asked + remaining()
        } until: {
          $0 > due
        }
        await navigator.close()
      }
    }
  }
}
