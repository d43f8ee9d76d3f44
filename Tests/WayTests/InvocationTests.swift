// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandLines
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
      (["--scene", "x", "--format=json", "help", "show"], ["help", "show"]),
      (["help", "--format", "json", "show", "--scene=x"], ["help", "show"]),
    ])
  func globals(given: [String], parsed: [String]) {
    #expect(Invocation(given, commands: Way.names) == .command(parsed))
  }

  @Test(
    "An option that takes one value and stands twice is refused by its name",
    arguments: [
      (["path", "--scene", "a", "--scene", "b"], "--scene"), (["path", "--scene=a", "--scene=a"], "--scene"),
      (["--format", "json", "--format=text"], "--format"), (["--timeout", "1s", "--timeout", "2s"], "--timeout"),
      (["history", "-n", "5", "--number", "6"], "--number"),
      (["bench", "--workers", "1", "--workers", "2"], "--workers"),
      (["journal", "replay", "a", "--at", "1", "--at", "2"], "--at"),
      (["sandbox", "--config", "a", "--config", "b", "--", "bash"], "--config"),
      (["wait", "--workers", "a", "--workers", "b"], nil), (["workers", "--clear", "a", "--clear", "b"], nil),
      (["watch", "--all", "--all"], nil), (["path", "--scene", "a", "--format", "json"], nil),
      (["sandbox", "--", "way", "path", "--scene", "a", "--scene", "b"], nil),
      (["worker", "--scene", "a", "--", "program", "--scene", "b", "--scene", "c"], nil),
      (["show", "list", "--because=--scene", "--scene", "a"], nil), (["run", "-", "-"], nil),
      (["path", "--scene", "a", "--scene", "b", "--help"], nil), (["path", "--scnee", "a", "--scnee", "b"], nil),
    ] as [([String], String?)])
  func repeated(words: [String], name: String?) {
    let repeated = RepeatedOption(in: words)
    #expect(repeated?.name == name)
    #expect(repeated.map { $0.failure.status == .usage && $0.failure.message.contains($0.name) } ?? true)
  }

  @Test("The version alone needs no parser")
  func version() { #expect(Invocation(["--version"], commands: Way.names) == .version) }

  @Test("Help is ours at the top, and the parser's for a command")
  func help() {
    for words in [
      ["--help"], ["-h"], ["help"], ["--scene", "x", "--help"], ["help", "--help"], ["help", "-h"], ["help", "help"],
      ["help", "--format", "json"],
    ] {
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

  @Test("A word that was typed at length is cut amid where something is said of it")
  func brief() {
    let word = String(repeating: "x", count: 200) + "end"
    for typed in [word, "--on=\(word)"] {
      let text = UsageHint.brief("The value '\(word)' is invalid for '--on'", typed: ["go", typed])
      #expect(text.hasPrefix("The value 'xxx") && text.hasSuffix("xend' is invalid for '--on'") && text.count < 120)
    }
    let wide = String(repeating: "漢", count: 60)
    #expect(UsageHint.brief("'\(wide)' is invalid", typed: ["go", wide]).width < 100)
    #expect(UsageHint.brief("'list' is invalid", typed: ["go", "list"]) == "'list' is invalid")
  }

  @Test("Only a branch can be made empty")
  func emptyPath() throws {
    let error = #expect(throws: (any Error).self) { try Way.parseAsRoot(["replace", ""]) }
    #expect(error.map { Way.fullMessage(for: $0) }?.contains("a path has one screen at least") == true)
    #expect(throws: Never.self) { try Way.parseAsRoot(["replace", "", "--in", "@3{detail}"]) }
  }

  @Test(
    "So is an unknown command within another one, and the options before it go behind both",
    arguments: [
      (["journal", "verfy"], .unknown("journal verfy", nearest: "journal verify")),
      (["--format", "json", "journal", "exprot", "x"], .unknown("journal exprot", nearest: "journal export")),
      (["journal", "frob"], .unknown("journal frob", nearest: nil)),
      (["help", "journal", "repiar"], .unknown("journal repiar", nearest: "journal repair")),
      (["help", "journal", "repair"], .command(["help", "journal", "repair"])),
      (["--scene", "x", "journal", "verify"], .command(["journal", "verify", "--scene", "x"])),
      (["journal"], .command(["journal"])), (["journal", "--help"], .command(["journal", "--help"])),
      (["journal", "help", "verify"], .command(["journal", "help", "verify"])),
    ] as [([String], Invocation)])
  func nested(words: [String], wanted: Invocation) {
    #expect(Invocation(words, commands: Way.names) == wanted)
  }

  @Test(
    "A verb that is to be tried first leads to what tells where it would lead",
    arguments: [
      (["show", "--dry-run"], true), (["replace", "home", "--dry-run"], true), (["route", "--dry-run"], false),
      (["show"], false), (["sandbox", "--", "way", "--dry-run"], false), (["frob", "--dry-run"], false),
      (["--generate-completion-script", "nosuch"], false),
    ])
  func dryRun(words: [String], isHinted: Bool) {
    let message = UsageHint.message(of: words, told: "it is wrong")
    #expect((message != nil) == isHinted)
    #expect(message?.hasPrefix("`way \(words[0])` has no --dry-run; `way resolve` tells where") ?? true)
  }

  private static let many = (0...256).map { "n\($0)" }
  private static let context = "\"" + String(repeating: "x", count: 16_383) + "\""
  private static let url = "x:" + String(repeating: "y", count: 65_535)

  private static let limits: [([String], String)] = [
    (["show"] + many, "257 screens are named, and 256 are the most"),
    (["navigate"] + many, "257 screens are named, and 256 are the most"),
    (["go", "--on", "@1"] + many, "257 screens are named, and 256 are the most"),
    (["show", "list", "--context", context], "this has 16385 octets, and 16384 are the most"),
    (["open", url], "this URL has 65537 octets, and 65536 are the most"),
    (["journal", "replay", "a", "--at", "9223372036854775808"], "'9223372036854775808' is no revision such as 8412"),
    (["why", "9223372036854775808"], "'9223372036854775808' is no revision such as 8412"),
    (["back", "--expecting", "9223372036854775808"], "a revision such as 8412 or an element such as @3 is expected"),
  ]

  @Test("What a message cannot hold is refused as it is typed", arguments: limits)
  func beyondLimits(words: [String], expected: String) {
    let error = #expect(throws: (any Error).self) { try Way.parseAsRoot(words) }
    let message = error.map { Way.message(for: $0) } ?? ""
    #expect(message.contains(expected), "\(message.suffix(200))")
    #expect(PlainLine(words) == nil)
  }

  @Test(
    "An element has a number that a message can hold, and nobody is asked on a command line",
    arguments: [
      (["go-back", "@9223372036854775808"], "an element's number up to 9223372036854775807"),
      (["dismiss", "@self"], "@self is the element that is asked, and nobody is asked here"),
      (["go", "list", "--on", "@self"], "nobody is asked here"),
      (["drive-to", "list", "--from", "@self"], "nobody is asked here"),
      (["appeared", "@9223372036854775808"], "an element's id is expected, such as @3"),
      (["back", "--expecting", "@9223372036854775808"], "a revision such as 8412 or an element such as @3"),
    ])
  func elements(words: [String], expected: String) {
    let error = #expect(throws: (any Error).self) { try Way.parseAsRoot(words) }
    let message = error.map { Way.message(for: $0) } ?? ""
    #expect(message.contains(expected), "\(message)")
  }
}
