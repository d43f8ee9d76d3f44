// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("What programs say of their screens", .enabled(if: Python.path != nil, "needs python3"))
  struct ProgramReportTests {
    /// Says of each film that it gets under an id that the one before could not be shown, and that this one has appeared.
    private static let slow = #"""
      import json, sys

      def say(kind, **fields): print(json.dumps({kind: fields}), flush=True)

      say("register", worker="slow", routables={"home": {}, "film": {"onDeath": "pop"}})
      films = {}
      for line in sys.stdin:
          kind, body = next(iter(json.loads(line).items()))
          for element in body["elements"] if kind == "state" else []:
              id, film = element["id"], element.get("content")
              if films.get(id, film) != film:
                  say("cannotShow", element=id, message="no such film", revision=body["revision"] - 1)
                  say("appeared", id=id, revision=body["revision"])
              elif element["screen"] == "home" and not element["hasAppeared"]:
                  say("appeared", id=id)
              films[id] = film
      """#

    @Test("What it says of the content that a screen had before, as the revision tells, is not about the present one")
    func outdated() async throws {
      try await Stage.run { stage in
        let worker = try await ProgramTests.start(stage, Self.slow)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        #expect(try await stage.outcome("replace", "home/film?id=1").isAsAsked)
        let second = try await stage.outcome("replace-content", "@1", "film?id=2", "--until", "appeared")
        #expect(second.isAsAsked && second.appeared == true)
        #expect(try await stage.path.contains("film?id=2"))
      }
    }

    /// Says thrice of an element of a scene that it is not for that it has appeared, and then what it hears.
    private static let astray = #"""
      import json, sys

      def say(kind, **fields): print(json.dumps({kind: fields}), flush=True)

      say("register", worker="astray", routables={"home": {}})
      for id in range(3): say("appeared", scene="nowhere", id=id)
      for line in sys.stdin:
          kind, body = next(iter(json.loads(line).items()))
          if kind == "error":
              sys.stderr.write("heard " + body["code"] + "\n")
          for element in body["elements"] if kind == "state" else []:
              if not element["hasAppeared"]: say("appeared", id=element["id"])
      """#

    @Test("What it says of elements of a scene that it was told nothing of is void, which it is told once")
    func void() async throws {
      try await Stage.run { stage in
        let worker = try await ProgramTests.start(stage, Self.astray)
        _ = try await worker.errors.next("what is wrong") { $0 == "heard unknownScene" }
        #expect(try await stage.outcome("replace", "home", "--until", "appeared").appeared == true)
        worker.signal(SIGTERM)
        let end = try await worker.end()
        #expect(end.errors.count { $0.contains("of scene 'nowhere' it was told no state") } == 1, "\(end.all)")
        #expect(end.errors.count { $0 == "heard unknownScene" } == 1, "\(end.all)")
      }
    }

    /// Says at once of each bad screen that it cannot be shown, and not at which revision.
    private static let quick = #"""
      import json, sys

      def say(kind, **fields): print(json.dumps({kind: fields}), flush=True)

      say("register", worker="quick", routables={"home": {}, "film": {"onDeath": "pop"}, "poster": {"onDeath": "pop"}})
      for line in sys.stdin:
          kind, body = next(iter(json.loads(line).items()))
          for element in body["elements"] if kind == "state" else []:
              if (element.get("content") or {}).get("bad"):
                  say("cannotShow", element=element["id"], message="it is bad")
      """#

    @Test("What it says at once of another content, or of another screen under the id, is heard each time")
    func atOnce() async throws {
      try await Stage.run { stage in
        let worker = try await ProgramTests.start(stage, Self.quick)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        for round in 0..<20 {
          let good = try #require(try await stage.outcome("replace", "home/film?id=1").tip).id
          let bad = round.isMultiple(of: 2) ? "film?bad=true" : "poster?bad=true"
          #expect(try await stage.outcome("replace-content", "\(good)", bad).isAsAsked)
          let waited = try await stage.way("wait", "home", "--timeout", "20s")
          try #require(waited.code == 0, "\(round): \(waited.all)")
        }
      }
    }
  }
}
