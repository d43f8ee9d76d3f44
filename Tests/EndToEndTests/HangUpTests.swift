// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite("On a terminal that goes, interrupts or stops", .enabled(if: Python.path != nil, "needs python3"))
  struct HangUpTests {
    /// Runs a program as the leader of a session on a terminal of its own. Once it has said a word, does something with the
    /// terminal; prints the exit code of the program.
    private static let script = #"""
      import os, pty, signal, sys, termios
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      deed, word, words = sys.argv[1], sys.argv[2].encode(), sys.argv[3:]
      pid, terminal = pty.fork()
      if pid == 0:
        if deed == "tostop":
          settings = termios.tcgetattr(0)
          settings[3] |= termios.TOSTOP
          termios.tcsetattr(0, termios.TCSANOW, settings)
        os.execv(words[0], words)
      heard = b""
      def hear():
        global heard
        try:
          more = os.read(terminal, 4096)
        except OSError:
          more = b""
        heard += more
        return more
      while word not in heard and hear(): pass
      if deed == "close":
        os.close(terminal)
      else:
        if deed == "interrupt": os.write(terminal, b"\x03")
        while hear(): pass
      sys.stderr.write(heard.decode(errors="replace"))
      print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
      """#

    private static func way(
      _ stage: Stage, _ words: [String], until word: String, _ deed: String
    ) async throws -> Program.End {
      let program = [Program.folder.appending(path: "way").path] + words
      return try await stage.start(try #require(Python.path), ["-c", script, deed, word] + program).end()
    }

    @Test("A hang-up, of which a terminal tells the leader of its session alone, reaches the command of a sandbox")
    func sandbox() async throws {
      try await Stage.empty { stage in
        let command = ["bash", "-c", "trap 'exit 5' HUP; echo up; sleep 1000 & wait"]
        let end = try await Self.way(stage, ["sandbox", "--quiet", "--"] + command, until: "up", "close")
        #expect(end.output == ["5"], "\(end.all)")
        #expect(try stage.processes.isEmpty && stage.files.isEmpty)
      }
    }

    @Test("An interrupt reaches the command of a sandbox also in a process group of its own")
    func ownGroup() async throws {
      try await Stage.empty { stage in
        let command = ["timeout", "1000", "bash", "-c", "trap 'exit 3' INT; echo up; sleep 1000 & wait"]
        let end = try await Self.way(stage, ["sandbox", "--quiet", "--"] + command, until: "up", "interrupt")
        #expect(end.output == ["3"], "\(end.all)")
        #expect(try stage.processes.isEmpty && stage.files.isEmpty)
      }
    }

    @Test("A sandbox tells its errors also where a terminal stops whoever writes to it from the background")
    func background() async throws {
      try await Stage.empty { stage in
        let end = try await Self.way(stage, ["sandbox", "--quiet", "--", "nosuch"], until: "cannot run", "tostop")
        #expect(end.output == ["127"], "\(end.all)")
        #expect(try stage.processes.isEmpty && stage.files.isEmpty)
      }
    }

    @Test("A worker from a file ends with its terminal, and not by a signal: the coordinator is told")
    func worker() async throws {
      try await Stage.run { stage in
        let file = "\(stage.folder)/kiosk.yaml"
        try "worker: kiosk\nscreens: { home: {} }".write(toFile: file, atomically: true, encoding: .utf8)
        let end = try await Self.way(stage, ["worker", file], until: "connected", "close")
        #expect(end.output == ["0"], "\(end.all)")
        let workers = try await stage.way("workers", "--format", "json")
        #expect(workers.output.joined().contains(#""deaths":0"#), "\(workers.all)")
      }
    }
  }
}
