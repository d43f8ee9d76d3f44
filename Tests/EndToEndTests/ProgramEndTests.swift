// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("How programs as workers end", .enabled(if: Python.path != nil, "needs python3")) struct ProgramEndTests {
    /// On SIGHUP, which its worker hands on, it commands three times, with time enough for a minute each, and does what `then` says.
    private static func hasty(then: String) -> String {
      #"""
      import json, os, signal, sys

      def say(kind, **fields): print(json.dumps({kind: fields}), flush=True)

      # A handler would run only after the next line where the signal comes just before Python reads its input.
      signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
      say("register", worker="hasty", version=str(os.getpid()), routables={"home": {}})
      signal.sigwait({signal.SIGHUP})
      for _ in range(3): say("command", verb="replace", screens=["home"], deadlineMs=60000)
      # One write: print() makes two, and a line of the worker's can come between them.
      sys.stderr.write("all is said\n")
      \#(then)
      for line in sys.stdin: pass
      """#
    }

    /// A hasty program whose coordinator has stopped before it has commanded.
    private static func stopped(_ stage: Stage, then: String) async throws -> Program {
      let daemon = try await stage.startCoordinator()
      let worker = try await ProgramTests.start(stage, hasty(then: then))
      _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
      daemon.signal(SIGSTOP)
      worker.signal(SIGHUP)
      _ = try await worker.errors.next("the last command") { $0 == "all is said" }
      return worker
    }

    @Test("One that dies ends its worker at once, whatever its commands wait for")
    func dies() async throws {
      try await Stage.empty { stage in
        let worker = try await Self.stopped(stage, then: "os._exit(4)")
        let end = try await worker.end(within: .seconds(20))
        #expect(end.code == 1 && end.errors.contains { $0.contains("ended with 4") }, "\(end.all)")
      }
    }

    @Test("A signal ends it and its worker while no coordinator answers its commands")
    func interrupted() async throws {
      try await Stage.empty { stage in
        let worker = try await Self.stopped(stage, then: "sys.stderr.write(str(os.getpid()) + chr(10))")
        let pid = try #require(Int32(try await worker.errors.next("its process id") { Int32($0) != nil }))
        worker.signal(SIGTERM)
        let end = try await worker.end()
        #expect(end.code == 0 && end.signal == nil, "\(end.all)")
        #expect(kill(pid, 0) == -1 && errno == ESRCH, "the program goes on")
      }
    }

    @Test(
      "A signal that both get ends them well, though the program is the first to hear of it", arguments: [true, false])
    func sharedSignal(hasRegistered: Bool) async throws {
      try await Stage.run { stage in
        let text = """
          import json, os, sys
          \(hasRegistered ? #"print(json.dumps({"register": {"worker": "w"}}), flush=True)"# : "")
          sys.stderr.write(str(os.getpid()) + chr(10))
          for line in sys.stdin: pass
          """
        let worker = try await ProgramTests.start(stage, text)
        if hasRegistered { _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) } }
        let pid = try #require(Int32(try await worker.errors.next("its process id") { Int32($0) != nil }))
        // The worker learns of both at once, however long this process takes between them.
        worker.signal(SIGSTOP)
        kill(pid, SIGTERM)
        // A process that has ended stays until its parent, which is stopped, has learnt of it.
        try eventually("the program's end") { (try? processFile("/proc/\(pid)/stat"))?.contains(") Z") != false }
        worker.signal(SIGTERM)
        worker.signal(SIGCONT)
        let end = try await worker.end()
        #expect(end.code == 0 && !end.errors.contains { $0.contains("was killed") }, "\(end.all)")
      }
    }

    @Test("A program that somebody ends by a signal of its own ends its worker badly")
    func ownSignal() async throws {
      try await Stage.run { stage in
        let text = """
          import json, os, signal
          print(json.dumps({"register": {"worker": "w"}}), flush=True)
          input()
          os.kill(os.getpid(), signal.SIGTERM)
          """
        let worker = try await ProgramTests.start(stage, text)
        let end = try await worker.end()
        #expect(end.code == 1 && end.errors.contains { $0.contains("hello.py was killed by signal 15") }, "\(end.all)")
      }
    }

    @Test("What one that ends well has commanded last is carried out")
    func endsWell() async throws {
      try await Stage.run { stage in
        let worker = try await ProgramTests.start(stage, Self.hasty(then: "os._exit(0)"))
        _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        worker.signal(SIGHUP)
        let end = try await worker.end()
        #expect(end.code == 0, "\(end.all)")
        #expect(try await stage.path == "home")
      }
    }

    @Test("That one has closed its input is told, and it goes on")
    func closesInput() async throws {
      try await Stage.run { stage in
        let text = """
          import json, os, time
          os.close(0)
          print(json.dumps({"register": {"worker": "w"}}), flush=True)
          while True: time.sleep(60)
          """
        let worker = try await ProgramTests.start(stage, text)
        let line = try await worker.errors.next("what is told") { $0.contains("has closed its input") }
        #expect(line.contains("hello.py has closed its input: it hears nothing more"), "\(line)")
        worker.signal(SIGTERM)
        #expect(try await worker.end().code == 0)
      }
    }
  }
}
