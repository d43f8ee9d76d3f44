// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import way

@Suite("Paths with nothing in them, as of a variable that is not set") struct EmptyPathTests {
  @Test(
    "An empty path changes nothing, and leads nowhere",
    arguments: [
      ["go", "", "--on", "home"], ["go", "", "", "--on", "home"], ["go", "list", "", "--on", "home"],
      ["go", "--path", " ", "--on", "home"], ["resolve", ""], ["resolve", " "], ["resolve", "", "home"],
      ["insert-branch", "", "--in", "main"], ["insert-branch", " ", "--in", "main", "--at", "0"],
    ])
  func refused(line: [String]) {
    #expect(PlainLine(line) == nil)
    let error = #expect(throws: (any Error).self) { try Way.parseAsRoot(line) }
    let message = error.map { Way.message(for: $0) } ?? ""
    let isBranch = line[0] == "insert-branch"
    let words = isBranch ? "a branch that holds nothing yet needs a name" : "a path has one screen at least"
    #expect(message.hasPrefix(words), "\(message)")
  }

  @Test(
    "What says what it is about is taken",
    arguments: [
      ["go", "list", "--on", "home"], ["go", "list", "exhibit?id=7", "--on", "home"], ["resolve", "home", "list"],
      ["resolve", "museum://exhibit/7"], ["insert-branch", "shelves", "--in", "main"],
      ["insert-branch", "", "--in", "main", "--named", "tab"],
    ])
  func taken(line: [String]) { #expect(throws: Never.self) { try Way.parseAsRoot(line) } }
}
