// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Programs as workers", .enabled(if: Python.path != nil, "needs python3")) struct ProgramTests {
    /// A screen in 16 lines.
    private static let hello = #"""
      import json, os, sys

      def say(kind, **fields): print(json.dumps({kind: fields}), flush=True)

      say("register", worker="hello", version=str(os.getpid()), root=["hello"],
          routables={"hello": {"handles": ["show details"], "guard": True}, "details": {}})
      for line in sys.stdin:
          kind, body = next(iter(json.loads(line).items()))
          if kind == "ask" and body["request"] == "show details":
              say("answer", token=body["token"], push="details?from=hello")
          elif kind == "ask" and body["request"] == "install hello":
              say("answer", token=body["token"], push=True)
          elif kind == "ask" and body["request"] == "leave":
              say("answer", token=body["token"], deny="stay a while")
          elif kind == "state":
              for element in body["elements"]:
                  if not element["hasAppeared"]: say("appeared", id=element["id"])
      """#

    /// Starts a worker whose program is a text of Python.
    static func start(_ stage: Stage, _ text: String) async throws -> Program {
      let file = "\(stage.folder)/hello.py"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      return try stage.start("way", ["worker", "--format", "json", "--", try #require(Python.path), file])
    }

    @Test("A program of a few lines shows screens, answers and guards; how it dies is told")
    func hello() async throws {
      try await Stage.run { stage in
        let worker = try await Self.start(stage, Self.hello)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        let start = try await stage.outcome("start", "hello", "--until", "appeared")
        #expect(start.isAsAsked && start.appeared == true)
        let show = try await stage.outcome("show", "details", "--until", "appeared")
        #expect(show.path.path.description == "hello/details?from=hello" && show.appeared == true)
        let replace = try await stage.outcome("replace", "details")
        #expect(replace.word == "vetoed" && replace.message == "stay a while")

        let report = try JSONValue(json: try #require(try await stage.way("workers", "--format", "json").output.first))
        guard case .string(let pid)? = report["version"], let pid = Int32(pid) else {
          Issue.record("no process in \(report)")
          return
        }
        kill(pid, SIGKILL)
        let end = try await worker.end()
        #expect(end.code == 1)
        #expect(end.errors.contains { $0.contains("hello.py was killed by signal 9 (Killed)") }, "\(end.all)")
        // The worker has died with it, and has not left in order: a crash loop counts it.
        try await eventually("the death") {
          try JSONValue(json: try #require(try await stage.way("workers", "--format", "json").output.first))
        } until: {
          $0["deaths"] == .integer(1) && $0["state"] == .string("gone")
        }
      }
    }

    @Test("An answer of a program that comes after its ask was given up is told")
    func late() async throws {
      try await Stage.run { stage in
        // Its answer waits for SIGHUP, which its worker hands on.
        let text = Self.hello.replacing(
          "os, sys", with: "os, signal, sys\nsignal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})"
        ).replacing(#""guard": True"#, with: #""guard": True, "askMs": 20000"#).replacing(
          #"== "show details":"#, with: #"== "show details":\#n        signal.sigwait({signal.SIGHUP})"#)
        let worker = try await Self.start(stage, text)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        #expect(try await stage.outcome("start", "hello").isAsAsked)
        #expect(try await stage.outcome("show", "details", "--deadline", "2s").word == "timedOut")
        _ = try await worker.output.next("the end of the ask") { $0.contains(#"{"abandoned":"#) }
        worker.signal(SIGHUP)
        let line = try await worker.errors.next("the late answer") { $0.contains("after it was given up") }
        #expect(line.contains("hello.py answered ask "), "\(line)")
      }
    }

    /// A part of the tree, and links, in any language.
    private static let atlas = #"""
      import json, sys

      def say(kind, **fields): print(json.dumps({kind: fields}), flush=True)

      say("register", worker="atlas", routables={"map": {}, "place": {}}, links={"schemes": ["atlas"], "parses": True},
          tree={"screen": "map", "nesting": {"onDismiss": "gone", "tree": {"dynamic": "known", "then": "place"}}})
      for line in sys.stdin:
          kind, body = next(iter(json.loads(line).items()))
          if kind == "ask" and body["request"] == "build":
              known = body["node"] == "known" and body["content"]["name"] != "Atlantis"
              say("answer", token=body["token"], **({"allow": True} if known else {"declined": True}))
          elif kind == "ask" and body["request"] == "open":
              say("answer", token=body["token"], path="map/place?name=" + body["url"].split("/")[-1])
          elif kind == "treeEvent":
              print(body["key"], body["event"], body["content"]["name"], file=sys.stderr, flush=True)
      """#

    @Test("What a program for another scene than main says of its elements is about that scene")
    func otherScene() async throws {
      try await Stage.run { stage in
        let text = Self.hello.replacing(#"root=["hello"],"#, with: #"root=["hello"], scenes=["sign"],"#).replacing(
          "if not element",
          with: #"""
            if element["screen"] == "details": say("cannotShow", element=element["id"], message="no film")
                        elif not element
            """#)
        let worker = try await Self.start(stage, text)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        #expect(try await stage.outcome("--scene", "sign", "start", "hello", "--until", "appeared").appeared == true)
        let show = try await stage.outcome("--scene", "sign", "show", "details", "--until", "appeared")
        #expect(show.word == "committed" && show.appeared == false)
        let status = try await stage.way("status")
        #expect(status.output.contains { $0.contains("@1 details") && $0.contains(", failed") }, "\(status.all)")
      }
    }

    @Test("A program declares a tree, decides about its nodes, reads links, and hears of dismissals")
    func tree() async throws {
      try await Stage.run { stage in
        let worker = try await Self.start(stage, Self.atlas)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        #expect(try await stage.outcome("replace", "map/place?name=Rome").isAsAsked)
        #expect(try await stage.outcome("replace", "map/place?name=Atlantis").kind == .rejected(.notInTree))
        let opened = try await stage.outcome("open", "atlas://Oslo")
        #expect(
          opened.path.path.description == "map/place?name=Oslo" && opened.asked.map(\.request) == ["open", "build"])
        #expect(try await worker.errors.next("the dismissal") == "gone dismissed Rome")
      }
    }

    /// Goes back as soon as it is covered, and says how that ended.
    private static let shy = #"""
      import json, sys

      def say(kind, **fields): print(json.dumps({kind: fields}), flush=True)
      # One write: print() makes two, and a line of the worker's can come between them.
      def tell(*words): sys.stderr.write(" ".join(map(str, words)) + "\n")

      say("register", worker="shy", scenes=["side"], wantsRoutes=True, routables={"shy": {}, "loud": {}})
      for line in sys.stdin:
          kind, body = next(iter(json.loads(line).items()))
          if kind == "state":
              for element in body["elements"][:1]:
                  tell(element["screen"], element["visibility"], "of", len(body["path"]))
                  if element["visibility"] == "beneath":
                      say("command", verb="bck")
                      say("command", commandId="mine", verb="back", expecting={"top": element["id"]})
                      say("command", verb="back")
          elif kind == "outcome":
              tell(body["outcome"], body["scene"], body["commandId"] == "mine")
          elif kind == "error":
              tell(body["code"], body["message"])
      """#

    @Test("The program of the README shows two screens, and knows which one is on top")
    func readme() async throws {
      let file = URL(filePath: #filePath).appending(path: "../../../README.md").standardizedFileURL
      let page = try String(contentsOf: file, encoding: .utf8)
      let start = try #require(page.range(of: "```python\n")?.upperBound)
      let text = try #require(page[start...].components(separatedBy: "```").first)
      try await Stage.run { stage in
        let worker = try await Self.start(stage, text)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        #expect(try await stage.outcome("start", "hello", "--until", "appeared").appeared == true)
        #expect(try await stage.outcome("show", "details", "--until", "appeared").appeared == true)
        _ = try await worker.errors.next("the cover") { $0 == "hello beneath" }
        #expect(try await worker.errors.next("what covers it") == "details top")
        #expect(try await stage.outcome("back").isAsAsked)
        _ = try await worker.errors.next("the way back") { $0 == "hello top" }
      }
    }

    @Test("A program knows whether it is covered, commands, and hears each outcome")
    func commands() async throws {
      try await Stage.run { stage in
        let worker = try await Self.start(stage, Self.shy)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        #expect(try await stage.outcome("--scene", "side", "replace", "shy").isAsAsked)
        #expect(try await worker.errors.next("the state") == "shy top of 1")
        #expect(try await stage.outcome("--scene", "side", "go", "loud", "--on", "shy").isAsAsked)
        #expect(try await worker.errors.next("the cover") == "shy beneath of 2")
        /// What the program says next; `way` tells its mistake beside that, when it comes to it.
        func next(_ what: String) async throws -> String {
          try await worker.errors.next(what) { !$0.contains("way: ") && !$0.hasPrefix("  ") }
        }
        #expect(try await next("the mistake") == "malformed command, verb: 'bck' is not a verb (did you mean 'back'?)")
        #expect(try await next("the conflict") == "conflict side True")
        let back = [try await next("the way back"), try await next("the way back")]
        #expect(back.sorted() == ["committed side False", "shy top of 1"])
      }
    }

    @Test("A program that does not want to end is killed, and that is told")
    func stubborn() async throws {
      try await Stage.run { stage in
        let text = """
          import json, signal, sys, time
          signal.signal(signal.SIGTERM, signal.SIG_IGN)
          print(json.dumps({"register": {"worker": "w"}}), flush=True)
          while True: time.sleep(60)
          """
        let worker = try await Self.start(stage, text)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        worker.signal(SIGTERM)
        let end = try await worker.end()
        #expect(
          end.code == 0 && end.errors.contains { $0.contains("was asked to end and goes on; it is killed") },
          "\(end.all)")
      }
    }

    @Test("A program that reads nothing holds up neither itself nor the end of its worker")
    func readsNothing() async throws {
      try await Stage.run { stage in
        let text = """
          import json, sys, time
          print(json.dumps({"register": {"worker": "w"}}), flush=True)
          for number in range(3000): print("no JSON", flush=True)
          # One write: print() makes two, and a line of the worker's can come between them.
          sys.stderr.write("all is said\\n")
          while True: time.sleep(60)
          """
        let worker = try await Self.start(stage, text)
        _ = try await worker.errors.next("the last line") { $0 == "all is said" }
        worker.signal(SIGTERM)
        #expect(try await worker.end().code == 0)
      }
    }

    @Test("A program that has ended ends its worker, also where another process holds its output open")
    func leavesHelper() async throws {
      try await Stage.run { stage in
        let text = """
          import json, os, subprocess, sys
          print(json.dumps({"register": {"worker": "w"}}), flush=True)
          sys.stdin.readline()
          print(subprocess.Popen(["sleep", "1000"], stderr=subprocess.DEVNULL).pid, file=sys.stderr, flush=True)
          os._exit(4)
          """
        let worker = try await Self.start(stage, text)
        let helper = try #require(Int32(try await worker.errors.next("the helper's process id") { Int32($0) != nil }))
        defer { kill(helper, SIGKILL) }
        let end = try await worker.end()
        #expect(end.code == 1 && end.errors.contains { $0.contains("ended with 4") }, "\(end.all)")
      }
    }

    @Test("What a program registers of a screen counts whole")
    func registersWhole() async throws {
      try await Stage.run { stage in
        let text = Self.hello.replacing(#""details": {}"#, with: #""details": {"instance": "single"}"#)
        let worker = try await Self.start(stage, text)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        _ = try await stage.outcome("start", "hello")
        for _ in 0..<2 {
          let show = try await stage.outcome("show", "details")
          #expect(show.path.path.description == "hello/details?from=hello")
        }
      }
    }

    @Test("A program that does not register is told of, and ends with its worker")
    func unregistered() async throws {
      try await Stage.run { stage in
        let text = """
          import os, sys, time
          print(os.getpid(), file=sys.stderr, flush=True)
          while True: time.sleep(60)
          """
        let worker = try await Self.start(stage, text)
        let pid = try #require(Int32(try await worker.errors.next("its process id") { Int32($0) != nil }))
        let hint = "still waiting for the register line of"
        try await worker.errors.wait { $0.contains { $0.contains(hint) && $0.contains("hello.py") } }
        worker.signal(SIGTERM)
        let end = try await worker.end()
        #expect(end.code == 0, "\(end.all)")
        #expect(kill(pid, 0) == -1 && errno == ESRCH, "the program goes on")
      }
    }

    @Test("While a program takes its time to end, its worker uses no processor")
    func quietEnd() async throws {
      try await Stage.run { stage in
        let text = """
          import json, os, signal, sys, time
          def used():
              with open(f"/proc/{os.getppid()}/stat") as file: fields = file.read().rsplit(")", 1)[1].split()
              return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
          # A handler would wait for the end of a sleep where the signal comes just before it.
          signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
          print(json.dumps({"register": {"worker": "w"}}), flush=True)
          signal.sigwait({signal.SIGTERM})
          before, own = used(), time.process_time()
          while time.process_time() - own < 0.2: pass
          print(used() - before, file=sys.stderr, flush=True)
          """
        let worker = try await Self.start(stage, text)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        worker.signal(SIGTERM)
        let used = try #require(Double(try await worker.errors.next("what it used, in s") { Double($0) != nil }))
        #expect(used < 0.1, "\(used) s while the program used 0.2 s")
        #expect(try await worker.end().code == 0)
      }
    }

    @Test("A program that is not there is told in one line")
    func missing() async throws {
      try await Stage.run { stage in
        let end = try await stage.start("way", ["worker", "--", "nosuchprogram"]).end()
        #expect(end.code == 2 && end.errors == ["way: there is no program nosuchprogram"], "\(end.all)")
      }
    }

    @Test("A program that ends while it is asked is told to have ended, and its worker ends with 1")
    func endsWhileAsked() async throws {
      try await Stage.run { stage in
        let text = """
          import json, sys
          print(json.dumps({"register": {"worker": "w", "links": {"schemes": ["w"], "parses": True}}}), flush=True)
          for line in sys.stdin:
              if '"ask"' in line: sys.exit(4)
          """
        let worker = try await Self.start(stage, text)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        _ = try await stage.way("open", "w://x", "--deadline", "1s")
        let end = try await worker.end()
        #expect(end.code == 1 && end.errors.contains { $0.contains("ended with 4") }, "\(end.all)")
      }
    }

    @Test("A program that speaks all the time keeps its session, and an ask that it works on")
    func talkative() async throws {
      try await Stage.run { stage in
        let text = """
          import json, sys, time
          def say(kind, **fields): print(json.dumps({kind: fields}), flush=True)
          say("register", worker="w", routables={"home": {"handles": ["show list"]}, "list": {}})
          for line in sys.stdin:
              ask = json.loads(line).get("ask")
              if not ask: continue
              # Longer than a worker waits for a word of the coordinator.
              for _ in range(20):
                  say("working", token=ask["token"], ms=2000)
                  time.sleep(0.2)
              say("answer", token=ask["token"], push=True)
          """
        let worker = try await Self.start(stage, text)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        _ = try await stage.way("replace", "home")
        let end = try await stage.way("show", "list", "--deadline", "20s")
        #expect(end.code == 0, "\(end.all)")
        worker.signal(SIGTERM)
        let all = try await worker.end()
        let welcomes = all.output.count { $0.contains(#"{"welcome":"#) }
        #expect(welcomes == 1, "\(all.all)")
      }
    }

    @Test("An interrupt ends the program and its worker well")
    func interrupted() async throws {
      try await Stage.run { stage in
        let worker = try await Self.start(stage, Self.hello)
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        worker.signal(SIGINT)
        let end = try await worker.end()
        #expect(end.code == 0, "\(end.all)")
      }
    }

    @Test(
      "A program that does not begin with its registration is told what is wrong",
      arguments: [
        ("print('hello', flush=True)", "cannot be used: line: this is no JSON"),
        (#"print('{"answer":{"token":"1.1","done":true}}', flush=True)"#, "it is not 'register'"),
        (#"print('{"register":{"worker":"9"}}', flush=True)"#, "'9'"),
        (
          #"print('{"register":{"worker":"w","routables":{"home":{"gard":true}}}}', flush=True)"#,
          "unknown member 'gard' (did you mean 'guard'?)"
        ),
        (#"import sys; sys.stdout.buffer.write(b'\xff\n'); sys.stdout.flush(); sys.stdin.read()"#, "it is not UTF-8"),
        ("pass", "ended; it has not registered"),
        ("raise SystemExit(7)", "ended with 7; it has not registered"),
      ])
    func badStart(text: String, fault: String) async throws {
      try await Stage.run { stage in
        let end = try await Self.start(stage, text).end()
        #expect(end.code == (fault.hasSuffix("it has not registered") ? 1 : 2), "\(end.all)")
        #expect(end.errors.contains { $0.contains(fault) }, "\(end.all)")
      }
    }
  }
}
