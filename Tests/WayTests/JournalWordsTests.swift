// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import way

@Suite("What is said of journals") struct JournalWordsTests {
  @Test("A table that is gone is told as such")
  func missingTable() {
    let text = "the journal old.sqlite is damaged (no such table: commits), and nothing of it can be read"
    #expect(
      text.plainOfTables
        == "the journal old.sqlite is damaged (the file has no table 'commits'), and nothing of it can be read")
    #expect("no such column: starts".plainOfTables == "the file has no column 'starts'")
    #expect("malformed page 7".plainOfTables == "malformed page 7")
  }

  @Test("A pipe and the standard input are read once, a file again and again")
  func readOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}\n", "lines.jsonl")
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(ReplaySource.isReadOnce("-") && ReplaySource.isReadOnce(folder.file("pipe")))
    for name in ["lines.jsonl", "nothing", ""] { #expect(!ReplaySource.isReadOnce(folder.file(name)), "\(name)") }
  }

  @Test("An export is replayed from the standard input, which no command can have")
  func pipe() async throws {
    try await Stage.empty { stage in
      _ = try await stage.startOpenCoordinator()
      #expect(try await stage.way("replace", "home/list").code == 0)
      let way = "'\(Program.folder.appending(path: "way").path)'"
      func shell(_ line: String) async throws -> Program.End { try await stage.start("/bin/sh", ["-c", line]).end() }
      let told = try await shell("\(way) journal export | \(way) journal replay - --at 1")
      #expect(told.code == 0 && told.output.first?.hasPrefix("main 1 ") == true, "\(told.all)")
      #expect(told.output.last == "path   home/list")
      let listed = try await shell("\(way) journal export | \(way) journal replay /dev/stdin")
      #expect(listed.code == 0 && listed.output.count == 1, "\(listed.all)")
      let command = try await shell("\(way) journal export | \(way) journal replay - -- true")
      #expect(command.code == 2)
      #expect(
        command.errors.first == "way: the standard input can be read once, and a command needs what it says again")
      let other = try await shell("echo nothing | \(way) journal replay -")
      #expect(other.code == 2 && other.errors.first?.hasPrefix("way: the standard input:1: ") == true, "\(other.all)")
    }
  }

  @Test("A journal that is to be a file is not the standard input")
  func standardInput() {
    for command in ["verify", "export"] {
      let error = #expect(throws: (any Error).self) { try Way.parseAsRoot(["journal", command, "-"]) }
      #expect(error.map { Way.message(for: $0) } == "a journal is read as a file, and the standard input is none")
    }
  }
}
