// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import TestSupport
import Testing

@Suite("A process that is started and waited for", .timeLimit(.minutes(20)))
struct ChildTests {
  private func shell(_ script: String) throws -> Child {
    try Child(ChildProcess(words: ["/bin/sh", "-c", script], input: ChildProcess.nothing))
  }

  @Test("tells its exit code, or the signal that ended it, to all who wait")
  func ends() async throws {
    let exiting = try shell("exit 3")
    async let awaited = exiting.ended()
    #expect(exiting.wait().exitCode == 3)
    #expect(await awaited.exitCode == 3)
    #expect(exiting.end?.text == "exit 3")
    let killed = try Child(ChildProcess(words: ["sleep", "600"]))
    #expect(killed.end == nil)
    killed.signal(SIGKILL)
    #expect(killed.wait().exitCode == 128 + SIGKILL)
    // Its id may be that of another by now.
    killed.signal(SIGKILL)
  }

  @Test("ends with what it has started, where its group is signalled")
  func group() throws {
    let output = try #require(ProcessPipe())
    let child = try Child(
      ChildProcess(words: ["/bin/sh", "-c", "sleep 600 & echo; wait"], output: output.writing))
    close(output.writing)
    // The pipe ends with the last process that has it.
    output.readLines { _ in child.signalGroup(SIGTERM) }
    #expect(child.wait().exitCode == 128 + SIGTERM)
    child.signalGroup(SIGTERM)
  }

  @Test("tells why it cannot be started")
  func noProgram() {
    let error = #expect(throws: ChildProcess.Failure.self) {
      _ = try Child(ChildProcess(words: ["/no/such/program"]))
    }
    #expect(error?.exitCode == 127)
    #expect(error.map { "\($0)" } == "No such file or directory")
  }

  @Test("hands on its lines, the last also without its end, and no other child keeps the pipe open")
  func lines() throws {
    let output = try #require(ProcessPipe())
    let other = try shell("exec sleep 600")
    let child = try Child(ChildProcess(words: ["/bin/sh", "-c", #"printf 'one\n\ntwo'"#], output: output.writing))
    close(output.writing)
    var lines: [String] = []
    output.readLines { lines.append($0) }
    #expect(lines == ["one", "", "two"])
    #expect(child.wait().exitCode == 0)
    other.signal(SIGKILL)
    other.wait()
  }

  @Test("has a descriptor of ours that exec does not close only where it inherits them", arguments: [false, true])
  func descriptors(inherits: Bool) throws {
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    let words = ["/bin/sh", "-c", "test -e /proc/self/fd/\(descriptor)"]
    #expect(try Child(ChildProcess(words: words, inherits: inherits)).wait().exitCode == (inherits ? 0 : 1))
  }

  @Test(
    "has our environment, or one of its own, but for what is changed",
    arguments: [nil, ["OWN": "1", "GONE": "1"]] as [[String: String]?])
  func environment(own: [String: String]?) throws {
    let output = try #require(ProcessPipe())
    let changes: [String: String?] = ["SET": "a=b", "GONE": nil]
    let child = try Child(
      ChildProcess(words: ["env", "-0"], environment: own, changes: changes, output: output.writing))
    close(output.writing)
    let said = String(decoding: output.readToEnd(), as: UTF8.self).split(separator: "\0").map(String.init)
    #expect(child.wait().exitCode == 0)
    var expected = own ?? ProcessInfo.processInfo.environment
    expected["SET"] = "a=b"
    expected["GONE"] = nil
    #expect(said.sorted() == expected.map { "\($0.key)=\($0.value)" }.sorted())
  }

  @Test(
    "is heard of where whoever started this program ignores the ends of children",
    .enabled(if: Python.path != nil, "needs python3"))
  func ignoredEnds() async throws {
    let script = """
      import os, signal, sys
      signal.signal(signal.SIGCHLD, signal.SIG_IGN)
      os.execv(sys.argv[1], sys.argv[1:])
      """
    try await Stage.empty { stage in
      let way = Program.folder.appending(path: "way").path
      let words = ["-c", script, way, "sandbox", "--quiet", "--", "/bin/sh", "-c", "exit 3"]
      let end = try await stage.start(try #require(Python.path), words).end()
      #expect(end.code == 3, "\(end.all)")
    }
  }
}
