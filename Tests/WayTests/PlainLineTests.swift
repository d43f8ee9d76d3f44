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
    let plain = try #require(PlainLine(line))
    switch (plain, try await Way.asyncParseAsRoot(line)) {
    case (.status(let options), let command as Status):
      #expect(!command.watch)
      Self.expectSame(options, command.global)
    case (.path(let options), let command as PathCommand): Self.expectSame(options, command.global)
    case (.verb(let verb, let options), let command as any VerbCommand):
      #expect(try command.verb == verb)
      Self.expectSame(PlainLine.Submission(global: options), command.options)
    case (_, let command): Issue.record("\(plain) where the parser has \(command)")
    }
  }

  private static func expectSame(_ options: PlainLine.Options, _ parsed: GlobalOptions) {
    #expect(options.scene == parsed.scene)
    #expect(options.format == parsed.format)
    #expect(options.timeout == parsed.timeout)
    #expect(options.runtimeDir == parsed.runtimeDir)
  }

  private static func expectSame(_ options: PlainLine.Submission, _ parsed: VerbOptions) {
    #expect(options.animated == parsed.animated)
    #expect(options.context == parsed.context)
    #expect(options.expecting == parsed.expecting)
    #expect(options.ifBusy == parsed.ifBusy)
    #expect(options.until == parsed.until)
    #expect(options.deadline == parsed.deadline)
    #expect(options.because == parsed.because)
    #expect(options.skipGuards == parsed.skipGuards)
    #expect(options.stepwise == parsed.stepwise)
    expectSame(options.global, parsed.global)
  }

  @Test("A verb has no option that a plain line does not know")
  func options() async throws {
    let back = try #require(try await Way.asyncParseAsRoot(["back"]) as? Back)
    let parsed = Mirror(reflecting: back.options).children.compactMap(\.label)
    let plain = Mirror(reflecting: PlainLine.Submission(global: PlainLine.Options())).children.compactMap(\.label)
    #expect(parsed.map { $0.trimmingPrefix("_") }.map(String.init) == plain)
  }

  @Test("Another command that a plain line runs has no option that it passes over")
  func otherOptions() async throws {
    // A new one goes to `tell`, which the plain line calls as `run()` does. `--watch` is the parser's.
    func options(_ command: some ParsableCommand) -> [String] {
      Mirror(reflecting: command).children.compactMap(\.label).sorted()
    }
    let path = try #require(try await Way.asyncParseAsRoot(["path"]) as? PathCommand)
    let status = try #require(try await Way.asyncParseAsRoot(["status"]) as? Status)
    #expect(options(path) == ["_global"])
    #expect(options(status) == ["_global", "_watch"])
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
  func others(line: [String]) { #expect(PlainLine(line) == nil) }
}
