// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing

@Suite("A program of the tests", .timeLimit(.minutes(20)))
struct ProgramTests {
  private static let shell = "/bin/sh"

  @Test("has ended when all that it wrote has been read")
  func output() async throws {
    let end = try await Program(Self.shell, ["-c", "echo one; echo two >&2; printf three; exit 4"], environment: [:])
      .end()
    #expect(end.code == 4 && end.signal == nil)
    #expect(end.output == ["one", "three"])
    #expect(end.errors == ["two"])
  }

  @Test("speaks English, in whatever language the tests are run")
  func language() async throws {
    let end = try await Program.run(Self.shell, ["-c", "echo $LC_ALL $LANGUAGE"])
    #expect(end.output == ["C.UTF-8"], "\(end.all)")
  }

  @Test("tells the signal that ended it from an exit code of the same number")
  func killed() async throws {
    let end = try await Program(Self.shell, ["-c", "ulimit -c 0; kill -ILL $$"], environment: [:]).end()
    #expect(end.code == 128 + SIGILL && end.signal == SIGILL)
  }

  @Test("has not ended while another process may still write what it was to write", .enabled(if: Python.path != nil))
  func openOutput() async throws {
    // What reads the input has the output of the program that started it, and none of its other files, until the input ends.
    let script = "import subprocess; subprocess.Popen(['/bin/cat']); print('started')"
    let program = try Program(try #require(Python.path), ["-c", script], environment: [:])
    let error = await #expect(throws: Overdue.self) { try await program.end(output: .milliseconds(1)) }
    #expect(error?.what == "the end of the output")
    try program.sayNothingMore()
    try await program.output.ended()
    #expect(program.output.all == ["started"])
  }

  @Test("tells what it is and what it wrote, where a test on its stage fails")
  func account() async throws {
    try await Stage.empty { stage in
      let program = try stage.start(Self.shell, ["-c", "echo one; echo two >&2"])
      _ = try await program.end()
      let told = stage.account(of: Overdue("an event")).split(separator: "\n")
      #expect(
        told == [
          "↳ what ran where this was thrown: an event did not come in time",
          "↳ /bin/sh -c echo one; echo two >&2 (process \(program.pid), ended)", "↳   out one", "↳   err two",
        ])
    }
  }
}
