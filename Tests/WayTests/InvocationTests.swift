// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import way

@Suite("Command lines before they are parsed") struct InvocationTests {
  @Test(
    "Global options before the command are moved behind it",
    arguments: [
      ([], []),
      (["path"], ["path"]),
      (["--scene", "x", "path"], ["path", "--scene", "x"]),
      (["--scene=x", "--format", "json", "show", "list"], ["show", "--scene=x", "--format", "json", "list"]),
      (["--timeout", "5s"], ["--timeout", "5s"]),
      (["show", "--because", "--scene"], ["show", "--because", "--scene"]),
      (["--version", "--scene", "x"], ["--version", "--scene", "x"]),
      (["help", "show"], ["help", "show"]),
    ])
  func globals(given: [String], parsed: [String]) {
    #expect(Invocation(given, commands: Way.names) == .command(parsed))
  }

  @Test("The version alone needs no parser")
  func version() { #expect(Invocation(["--version"], commands: Way.names) == .version) }

  @Test("Help is ours at the top, and the parser's for a command")
  func help() {
    for words in [["--help"], ["-h"], ["help"], ["--scene", "x", "--help"]] {
      #expect(Invocation(words, commands: Way.names) == .help)
    }
    #expect(Invocation(["help", "verbs"], commands: Way.names) == .verbs)
  }

  @Test(
    "An unknown command is answered with the nearest one",
    arguments: [("shwo", "show"), ("stauts", "status"), ("dismis", "dismiss"), ("go_back", "go-back"), ("frob", nil)])
  func unknown(word: String, nearest: String?) {
    #expect(Invocation([word], commands: Way.names) == .unknown(word, nearest: nearest))
  }

  @Test("Only a branch can be made empty")
  func emptyPath() throws {
    let error = #expect(throws: (any Error).self) { try Way.parseAsRoot(["replace", ""]) }
    #expect(error.map { Way.fullMessage(for: $0) }?.contains("a path has one screen at least") == true)
    #expect(throws: Never.self) { try Way.parseAsRoot(["replace", "", "--in", "@3{detail}"]) }
  }
}
