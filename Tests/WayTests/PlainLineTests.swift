// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import way

@Suite("Command lines that are read without the parser") struct PlainLineTests {
  @Test(
    "A plain line gives what the parser makes of it",
    arguments: [
      [], ["status"], ["path"], ["back"], ["show", "list"], ["show", "list", "exhibit"], ["hide", "list"],
      ["show", "help"], ["--runtime-dir", "/run/x"], ["path", "--scene", "left", "--format", "json"],
      ["path", "--runtime-dir=/run/a=b", "--timeout=200ms"], ["back", "--timeout", "3s", "--format=text"],
      ["show", "--scene=left", "list", "--runtime-dir", "x", "exhibit"], ["hide", "--format", "json", "list"],
    ])
  func same(line: [String]) async throws {
    let plain = try #require(PlainLine.command(line))
    // The description tells each value, and of an option without one that it has none.
    #expect("\(plain)" == "\(try await Way.asyncParseAsRoot(line))")
    #expect(!"\(plain)".contains("*definition*"))
  }

  @Test(
    "Everything else is the parser's",
    arguments: [
      ["--help"], ["path", "--help"], ["path", "-h"], ["--version"], ["help", "path"], ["journal"],
      ["status", "--watch"],
      ["path", "home"], ["back", "--to-presenter"], ["back", "--animated"], ["show"], ["show", "1"], ["show", ""],
      ["hide", "list", "exhibit"], ["hide", "--atomic", "list"], ["show", "--", "list"], ["path", "--scene", "1"],
      ["path", "--scene"], ["path", "--scene="], ["path", "--scene", "--format", "json"], ["path", "--format", "yaml"],
      ["path", "--timeout", "0s"], ["path", "--scene", "a", "--scene", "b"], ["path", "--sce", "a"], ["path", "-"],
      ["path", "--generate-completion-script", "bash"], ["---completion", "path"],
    ])
  func others(line: [String]) { #expect(PlainLine.command(line) == nil) }
}
