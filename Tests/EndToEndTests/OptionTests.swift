// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Options of way that somebody else sees", .enabled(if: Python.path != nil, "needs python3")) struct OptionTests
  {
    /// A worker that tells what it is asked with.
    private static let teller = #"""
      import json, sys

      def say(kind, **fields): print(json.dumps({kind: fields}), flush=True)

      say("register", worker="teller", routables={"home": {"handles": ["show details"]}, "details": {}})
      for line in sys.stdin:
          kind, body = next(iter(json.loads(line).items()))
          if kind == "ask":
              print("asked", body["animated"], json.dumps(body["context"]), file=sys.stderr, flush=True)
              say("answer", token=body["token"], push=True)
      """#

    @Test("Who is asked gets the animation and the context of a verb, also where neither is typed")
    func asked() async throws {
      try await Stage.run { stage in
        let file = "\(stage.folder)/teller.py"
        try Self.teller.write(toFile: file, atomically: true, encoding: .utf8)
        let worker = try stage.start("way", ["worker", "--format", "json", "--", try #require(Python.path), file])
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        let options = ["--animated", "--context", #"{"id":7}"#]
        for (words, told) in [(options, #"asked True {"id": 7}"#), ([], "asked False null")] {
          #expect(try await stage.outcome("replace", "home").isAsAsked)
          let end = try await stage.start("way", ["show", "details"] + words).end()
          #expect(end.code == 0, "\(end.all)")
          #expect(try await worker.errors.next("the question") { $0.hasPrefix("asked ") } == told)
        }
      }
    }

    @Test("An id that nobody has seen is sealed only where that is typed, and stays so")
    func seal() async throws {
      try await Stage.run { stage in
        let id = "way-0000000000000G000000000002-1"
        let unseen = try await stage.way("outcome", id)
        #expect(unseen.code == 5 && unseen.output.first?.hasPrefix("notSeen ") == true, "\(unseen.all)")
        for words in [[id, "--seal"], [id]] {
          let sealed = try await stage.start("way", ["outcome", "--format", "json"] + words).end()
          #expect(sealed.code == 3 && sealed.output.first?.contains(#""reason":"lost""#) == true, "\(sealed.all)")
        }
      }
    }

    /// The processors that what is started here may run on, as the kernel lists them: `0-3,8`.
    private static let processors =
      (try? processFile("/proc/self/status"))?.firstMatch(of: /Cpus_allowed_list:\t([-,0-9]+)/)
      .map { String($0.output.1) } ?? ""

    @Test(
      "A load and its coordinator stay on the processor that is named",
      .enabled(if: processors.contains { $0 == "-" || $0 == "," }, "needs two processors"))
    func pin() async throws {
      let processor = String(Self.processors.prefix { $0.isNumber })
      try await Stage.empty { stage in
        let bench = try stage.start("way", ["bench", "--pin", processor, "--duration", "10s", "--format", "json"])
        try eventually("both of them on one processor") {
          let pinned = stage.processes.filter { pid in
            (try? processFile("/proc/\(pid)/status"))?.contains("Cpus_allowed_list:\t\(processor)\n") == true
          }
          return pinned.count >= 2
        }
        let end = try await bench.end()
        #expect(end.code == 0 && end.output.last?.contains(#""pin":\#(processor)"#) == true, "\(end.all)")
      }
    }
  }
}
