// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import Testing

@testable import way

@Suite("What a program is told") struct ProgramInputTests {
  @Test("Lines wait for a program that does not read, up to a limit, and arrive whole and in order where it does")
  func waits() throws {
    // One end of the pipe is closed while the other may be written.
    signal(SIGPIPE, SIG_IGN)
    let pipe = try #require(ProcessPipe())
    let input = ProgramInput(pipe.writing)
    let lines = (0..<40).map { "\($0) " + String(repeating: "x", count: 1 << 20) }
    let taken = lines.map { input.say($0) }
    let count = ProgramInput.bytesMax >> 20
    // Some of the first may have left for the pipe already.
    #expect(taken.prefix(count - 1).allSatisfy(\.self) && !taken.suffix(40 - count - 1).contains(true))
    // Returns, though nobody has read.
    input.end()
    let told = try #require(try FileHandle(fileDescriptor: pipe.reading, closeOnDealloc: true).readToEnd())
    let expected = zip(lines, taken).filter(\.1).map { $0.0 + "\n" }.joined()
    #expect(told == Data(expected.utf8))
  }

  @Test("A program that reads nothing more takes nothing, and holds nothing up, which is told once")
  func ended() async throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = try #require(ProcessPipe())
    close(pipe.reading)
    let input = ProgramInput(pipe.writing)
    for _ in 0..<100 { _ = input.say(String(repeating: "x", count: 100_000)) }
    var count = 0
    for await _ in input.closings {
      count += 1
      input.end()
    }
    #expect(count == 1)
    #expect(input.say("after the end"))
  }
}
