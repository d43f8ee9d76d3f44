// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper

@testable import way

@Suite("How many columns a line may take") struct TerminalWidthTests {
  @Test(
    "A terminal has columns, and COLUMNS comes first; whatever is no terminal takes any number",
    arguments: [
      (true, 100, [:], 100), (true, 100, ["COLUMNS": "60"], 60), (true, nil, ["COLUMNS": "60"], 60),
      (true, nil, [:], 80), (true, 0, [:], 80), (true, 12, [:], 40), (true, 100, ["COLUMNS": "3"], 40),
      (true, 100, ["COLUMNS": "many"], 100), (true, 100, ["COLUMNS": "-1"], 100), (true, 100, ["COLUMNS": ""], 100),
      (false, 100, [:], nil), (false, nil, ["COLUMNS": "60"], nil),
    ] as [(Bool, Int?, [String: String], Int?)])
  func width(isTerminal: Bool, columns: Int?, environment: [String: String], width: Int?) {
    #expect(TerminalWidth(isTerminal: isTerminal, columns: columns, environment: .init(environment)).columns == width)
  }

  @Test(
    "Text is folded at spaces; a word is never cut, and what is indented stays so",
    arguments: [
      ("short", ["short"]), ("  one two", ["  one two"]),
      (
        "  hint: `way back --skip-guards` leaves all the same",
        ["  hint: `way back --skip-guards` leaves", "    all the same"]
      ),
      (
        "names   in   columns stay apart as far as they fit",
        ["names   in   columns stay apart as far as", "    they fit"]
      ),
      (String(repeating: "x", count: 50) + " y", [String(repeating: "x", count: 50), "    y"]),
      ("y " + String(repeating: "x", count: 50), ["y", "    " + String(repeating: "x", count: 50)]),
    ])
  func folding(text: String, lines: [String]) {
    #expect(TerminalWidth(columns: 41).folded(text, hanging: 4) == lines)
    #expect(TerminalWidth.unlimited.folded(text, hanging: 4) == [text])
  }

  @Test("Pieces flow onto as many lines as they need, and colours take no columns")
  func flowing() {
    let palette = Palette(isColoured: true)
    let pieces = ["Waykeeper 0.1.0", "up 3 min", "start 1", "/run/waykeeper"].map { palette($0, .strong) }
    let lines = TerminalWidth(columns: 40).flowed(pieces, separator: "   ", hanging: 2)
    #expect(lines.map(\.width) == [36, 16])
    #expect(TerminalWidth.unlimited.flowed(pieces, separator: "   ", hanging: 2).map(\.width) == [53])
  }

  @Test("Usage is folded between its options, which keep their values")
  func usage() {
    let line = "USAGE: way history [--all] [--number <n>] [--since <time|rev>] [<file> ...]"
    #expect(TerminalWidth(columns: 80).foldedUsage(line) == [Printed(line)])
    #expect(TerminalWidth.unlimited.foldedUsage(line) == [Printed(line)])
    #expect(
      TerminalWidth(columns: 40).foldedUsage(line)
        == [
          "USAGE: way history [--all]", "         [--number <n>]", "         [--since <time|rev>]",
          "         [<file> ...]",
        ])
    #expect(
      TerminalWidth(columns: 41).foldedUsage("       way sandbox [--quiet] -- <command> [<argument> ...]")
        == ["       way sandbox [--quiet] -- <command>", "         [<argument> ...]"])
  }

  @Test("A page is folded beneath its second column", arguments: [60, 80])
  func pages(width: Int) {
    for page in [HelpText.top, HelpText.verbs] {
      for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
        let lines = TerminalWidth(columns: width).foldedInColumns(line)
        #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
        #expect(lines.map(\.trimmedLeft).joined(separator: " ").words == line.words)
      }
    }
    #expect(
      TerminalWidth(columns: 60).foldedInColumns(
        "  outcome COMMAND     how a command ended, also after a crash, for ever")
        == ["  outcome COMMAND     how a command ended, also after a", "                      crash, for ever"])
    #expect(
      TerminalWidth(columns: 40).foldedInColumns("  history   past commands   [--failed] [-n 20]")
        == ["  history   past commands   [--failed]", "            [-n 20]"])
  }
}

extension String {
  fileprivate var trimmedLeft: Substring { drop { $0 == " " } }
  fileprivate var words: [Substring] { split(separator: " ") }
}
