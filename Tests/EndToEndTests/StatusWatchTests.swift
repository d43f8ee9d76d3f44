// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite("The status that is drawn anew", .enabled(if: Python.path != nil, "needs python3")) struct StatusWatchTests {
    /// Runs a program as the one job of a shell on a terminal of its own. Prints what happened.
    ///
    /// - Parameters:
    ///   - shell: Says what the shell does with its job, in a function `shell`.
    ///   - typed: What is done at the terminal.
    private static func job(_ shell: String, _ typed: String) -> String {
      #"""
      import os, pty, resource, signal, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      \#(shell)
      pid, terminal = pty.fork()
      if pid == 0:
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        job = os.fork()
        if job == 0:
          os.setpgid(0, 0)
          os.tcsetpgrp(0, os.getpid())
          signal.signal(signal.SIGTTOU, signal.SIG_DFL)
          os.execv(sys.argv[1], sys.argv[1:])
        shell(job)
        os._exit(0)
      begin, end = b"\x1b[?1049h", b"\x1b[?1049l"
      heard = b""
      def hear(word):
        global heard
        while word not in heard: heard += os.read(terminal, 4096)
        before, heard = heard.split(word, 1)
        return before
      def shows_first(before): return begin not in before and before.count(end) == 1
      hear(begin)
      \#(typed)
      """#
    }

    /// Stops the program, lets it go on, and has it quit, each time as if that were typed.
    private static let stopping = job(
      #"""
      def shell(job):
        status = os.waitpid(job, os.WUNTRACED)[1]
        while os.WIFSTOPPED(status):
          os.tcsetpgrp(0, os.getpgrp())
          print("is stopped", flush=True)
          sys.stdin.readline()
          os.tcsetpgrp(0, job)
          os.killpg(job, signal.SIGCONT)
          status = os.waitpid(job, os.WUNTRACED)[1]
        print("is ended", os.waitstatus_to_exitcode(status), flush=True)
      """#,
      #"""
      os.write(terminal, b"\x1a")
      print("stopped", shows_first(hear(b"is stopped")), flush=True)
      os.write(terminal, b"go on\n")
      hear(begin)
      os.write(terminal, b"\x1c")
      print("quit", shows_first(hear(b"is ended -3")), flush=True)
      """#)

    @Test("A stop, and a quit, show the first screen of the terminal again; who goes on has the other one")
    func stop() async throws {
      try await Stage.run { stage in
        let way = Program.folder.appending(path: "way").path
        let words = ["-c", Self.stopping, way, "status", "--watch"]
        let end = try await stage.start(try #require(Python.path), words).end()
        #expect(end.output == ["stopped True", "quit True"], "\(end.all)")
      }
    }

    /// Stops the program and lets it go on in the background, from which it comes back; then again, and there it is ended.
    private static let behind = job(
      #"""
      def stopped(job):
        status = os.waitpid(job, os.WUNTRACED)[1]
        os.tcsetpgrp(0, os.getpgrp())
        print("is stopped" if os.WIFSTOPPED(status) else "is gone", flush=True)
        sys.stdin.readline()
        os.killpg(job, signal.SIGCONT)
      def shell(job):
        stopped(job)
        os.waitpid(job, os.WCONTINUED)
        os.tcsetpgrp(0, job)
        stopped(job)
        os.killpg(job, signal.SIGTERM)
        print("is ended", os.waitstatus_to_exitcode(os.waitpid(job, 0)[1]), flush=True)
      """#,
      #"""
      os.write(terminal, b"\x1a")
      hear(b"is stopped")
      os.write(terminal, b"go on\n")
      hear(begin)
      os.write(terminal, b"\x1a")
      print("stopped", shows_first(hear(b"is stopped")), flush=True)
      os.write(terminal, b"go on\n")
      before = hear(b"is ended 0")
      print("ended", begin not in before and end not in before, flush=True)
      """#)

    @Test("In the background it leaves the terminal as it is, and draws again when it comes back")
    func background() async throws {
      try await Stage.run { stage in
        let way = Program.folder.appending(path: "way").path
        let words = ["-c", Self.behind, way, "status", "--watch"]
        let end = try await stage.start(try #require(Python.path), words).end()
        #expect(end.output == ["stopped True", "ended True"], "\(end.all)")
      }
    }

    /// Runs a program with signals that it is to ignore, and sends them; then ends it. Prints whether it has left the other screen
    /// meanwhile, and its exit code.
    private static let ignoring = #"""
      import os, pty, signal, subprocess, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      ignored = [signal.SIGTSTP, signal.SIGQUIT]
      def ignore():
        for number in ignored: signal.signal(number, signal.SIG_IGN)
      terminal, other = pty.openpty()
      process = subprocess.Popen(sys.argv[1:], stdin=other, stdout=other, stderr=other, preexec_fn=ignore)
      os.close(other)
      heard, picture = b"", b"\x1b[H"
      def hear(pictures):
        global heard
        wanted = heard.count(picture) + pictures
        while heard.count(picture) < wanted: heard += os.read(terminal, 4096)
      hear(1)
      for number in ignored: process.send_signal(number)
      hear(2)
      has_left = b"\x1b[?1049l" in heard
      process.send_signal(signal.SIGTERM)
      print(has_left, process.wait())
      """#

    @Test("What whoever started it has it ignore stays ignored")
    func ignored() async throws {
      try await Stage.run { stage in
        let way = Program.folder.appending(path: "way").path
        let words = ["-c", Self.ignoring, way, "status", "--watch"]
        let end = try await stage.start(try #require(Python.path), words).end()
        #expect(end.output == ["False 0"], "\(end.all)")
      }
    }

    /// Runs a program on a terminal that takes nothing more once a picture has begun, and ends it; prints its exit code.
    private static let still = #"""
      import os, pty, signal, subprocess, sys, termios
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      terminal, other = pty.openpty()
      process = subprocess.Popen(sys.argv[1:], stdin=other, stdout=other, stderr=other)
      heard = b""
      while b"\x1b[?1049h" not in heard: heard += os.read(terminal, 4096)
      termios.tcflow(other, termios.TCOOFF)
      process.send_signal(signal.SIGTERM)
      print(process.wait())
      """#

    @Test("On a terminal that takes nothing more it is ended by a signal")
    func stalled() async throws {
      try await Stage.run { stage in
        let way = Program.folder.appending(path: "way").path
        let words = ["-c", Self.still, way, "status", "--watch"]
        let end = try await stage.start(try #require(Python.path), words).end()
        #expect(end.output == ["-15"], "\(end.all)")
      }
    }

    /// Runs a program on a terminal until it says that no coordinator is there, and ends it; prints what happened.
    private static let leaving = #"""
      import os, pty, signal, subprocess, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      terminal, other = pty.openpty()
      process = subprocess.Popen(sys.argv[1:], stdin=other, stdout=other, stderr=other)
      heard = b""
      def hear(word):
        global heard
        while word not in heard: heard += os.read(terminal, 4096)
      hear(b"\x1b[H")
      print("drawn", flush=True)
      hear(b"no coordinator.")
      process.send_signal(signal.SIGTERM)
      print("told", process.wait())
      """#

    @Test("That nobody listens any more stands over the picture, however long an answer is waited for")
    func forsaken() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        let way = Program.folder.appending(path: "way").path
        let words = ["-c", Self.leaving, way, "status", "--watch", "--timeout", "1m"]
        let watch = try stage.start(try #require(Python.path), words)
        _ = try await watch.output.next("the first picture") { $0 == "drawn" }
        daemon.signal(SIGKILL)
        _ = try await daemon.end()
        let end = try await watch.end()
        #expect(end.output.last == "told 0", "\(end.all)")
      }
    }
  }
}
