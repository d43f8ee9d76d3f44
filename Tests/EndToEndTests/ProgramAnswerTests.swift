// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Answers of programs", .enabled(if: Python.path != nil, "needs python3")) struct ProgramAnswerTests {
    @Test("One that cannot be read fails the ask, and the program and whoever commands are told why")
    func unreadable() async throws {
      let text = #"""
        import json, sys

        def say(kind, **fields): print(json.dumps({kind: fields}), flush=True)

        say("register", worker="w", routables={"home": {"handles": ["show main"], "askMs": 60000}, "main": {}})
        for line in sys.stdin:
            kind, body = next(iter(json.loads(line).items()))
            if kind == "ask": say("answer", token=body["token"], push="main{a=x}")
            elif kind == "error": sys.stderr.write("heard: " + body["message"] + "\n")
        """#
      try await Stage.run { stage in
        let worker = try await ProgramTests.start(stage, text)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        #expect(try await stage.outcome("replace", "home").isAsAsked)
        let outcome = try await stage.outcome("show", "main")
        let why = "answer, push: no branches are wanted here"
        #expect(outcome.word == "failed" && outcome.message?.contains(why) == true, "\(outcome)")
        _ = try await worker.errors.next("the error") { $0.hasPrefix("heard: \(why)") }
      }
    }
  }
}
