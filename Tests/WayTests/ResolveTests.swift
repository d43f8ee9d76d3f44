// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import Testing

@testable import way

@Suite("What a link or a path would do") struct ResolveTests {
  @Test(
    "A link has its deadline before its outcome is no longer waited for",
    arguments: [(5000, 4500), (60_000, 59_500), (1000, 500), (800, 400), (1, 1)] as [(Int64, Int64)])
  func deadline(patience: Int64, deadline: Int64) {
    #expect(Resolve.linkDeadline(within: .milliseconds(patience)).ms == deadline)
  }

  @Test("What is no path is told with the usage of this command", arguments: ["home?", "home//list", "a//b"])
  func usage(word: String) {
    let error = #expect(throws: (any Error).self) { try Way.parseAsRoot(["resolve", word]) }
    let message = error.map { Way.fullMessage(for: $0) } ?? ""
    #expect(message.contains("way resolve [<words> ...]"), "\(message)")
  }

  @Test("An input, also one without members, goes with a drive", arguments: ["{}", "null", #"{"id":7}"#])
  func input(text: String) {
    let error = #expect(throws: (any Error).self) { try Way.parseAsRoot(["resolve", "home", "--input", text]) }
    #expect(error.map { Way.message(for: $0) } == "--from and --input go with --drive")
    #expect(throws: Never.self) { try Way.parseAsRoot(["resolve", "--drive", "home", "--input", text]) }
  }
}

@Suite("What the help of commands says") struct CommandHelpTests {
  @Test("Where every option may be left out brackets say so", arguments: ["back", "bench", "drive-parent"])
  func brackets(command: String) {
    let error = #expect(throws: (any Error).self) { try Way.parseAsRoot([command, "--nope"]) }
    #expect(error.map { Way.fullMessage(for: $0) }?.contains("way \(command) [<options>]") == true)
  }

  @Test("An example of a command line has room on a terminal of 80 columns, and is not broken")
  func examples() {
    let commands = Way.configuration.subcommands.flatMap { [$0] + $0.configuration.subcommands }
    let lines = commands.flatMap { $0.configuration.discussion.split(separator: "\n") }
    let examples = lines.filter { $0.trimmingPrefix(while: { $0 == " " }).hasPrefix("way ") }
    #expect(examples.count > 20)
    for example in examples { #expect(example.count <= 80, "\(example)") }
  }

  @Test(
    "Wrong branches are told as they were typed",
    arguments: [
      ("main{shop}:", "'main{shop}:', after 'main': expected '=', not '{shop}:'"),
      ("main=home{", "'main=home{', after 'main=home{': expected a branch's name, not the end"),
    ])
  func branches(text: String, message: String) {
    let error = #expect(throws: ValidationError.self) { try Parse.branches(text) }
    #expect(error?.message == message)
  }

  @Test("A time that is too long is told with the longest", arguments: ["99999d", "9999999999999999999s"])
  func longest(text: String) {
    let error = #expect(throws: ValidationError.self) { try Parse.time(text) }
    #expect(error?.message == "\(text) is longer than the longest time, 36500d")
    let bound = #expect(throws: ValidationError.self) { try Parse.bound(text) }
    #expect(bound?.message == error?.message)
    let other = #expect(throws: ValidationError.self) { try Parse.time("5x") }
    #expect(other?.message.hasPrefix("'5x' is not a time such as ") == true)
  }
}
