// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import way

@Suite("What shells complete") struct CompletionScriptTests {
  /// Some lines, each with what it is completed to, in any order.
  private static let lines: [([String], Set<String>)] = [
    (["help", "jo"], ["journal"]), (["help", "ve"], ["verbs"]), (["help", "journal", "re"], ["replay", "repair"]),
    (["help", "show", ""], []), (["--format", ""], ["text", "json"]), (["--sc"], ["--scene"]),
    (["--scene", "main", "sho"], ["show"]),
    (["--runtime-dir", "/nowhere", "--timeout", "5s", "select", "--be"], ["--because"]),
    (["--scene", "main", "journal", "ver"], ["verify"]), (["--scene", "main", "dismiss", "--an"], ["--animated"]),
  ]

  /// What bash has to offer for the last of these words, in a folder with these files and with one that is called state.
  private static func offers(
    _ words: [String], of program: String = "way", files: [String] = []
  ) async throws -> Set<String> {
    var offers: Set<String> = []
    try await Stage.empty { stage in
      let script = try await stage.start(program, ["--generate-completion-script", "bash"]).end()
      #expect(script.code == 0, "\(script.all)")
      let file = "\(stage.folder)/program.bash"
      try script.output.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
      let folder = "\(stage.folder)/here"
      try FileManager.default.createDirectory(atPath: "\(folder)/state", withIntermediateDirectories: true)
      for name in files { try "".write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
      let line = ([program] + words).map { "'\($0)'" }.joined(separator: " ")
      let text = """
        source '\(file)'; cd '\(folder)'
        COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
        _\(program) \(program) "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; printf '%s\\n' "${COMPREPLY[@]}"
        """
      let end = try await stage.start("/bin/bash", ["-c", text]).end()
      #expect(end.errors.isEmpty, "\(end.all)")
      offers = Set(end.output.filter { !$0.isEmpty })
    }
    return offers
  }

  @Test("In bash: what may follow `way help`, and options before the command", arguments: lines)
  func bash(words: [String], offered: Set<String>) async throws {
    #expect(try await Self.offers(words) == offered)
  }

  @Test(
    "In bash: files, also behind --",
    arguments: [
      ("waykeeperd", ["--config", "kiosk"], ["kiosk.yaml"]), ("waykeeperd", ["--state-dir", "s"], ["state"]),
      ("waykeeperd", ["--runtime-dir", ""], ["state"]),
      ("way", ["sandbox", "--", "./kio"], ["./kiosk.sh", "./kiosk.yaml"]),
      ("way", ["sandbox", "--keep", "--", "sh", "kiosk.s"], ["kiosk.sh"]),
      ("way", ["worker", "--", "python3", "kiosk.s"], ["kiosk.sh"]),
      ("way", ["journal", "replay", "live.jsonl", "--", "./kiosk.s"], ["./kiosk.sh"]),
    ] as [(String, [String], Set<String>)])
  func files(program: String, words: [String], offered: Set<String>) async throws {
    #expect(try await Self.offers(words, of: program, files: ["kiosk.sh", "kiosk.yaml"]) == offered)
  }

  @Test("The scripts of fish and zsh have the same rules")
  func otherShells() throws {
    let fish = CompletionScript(for: .fish).text
    #expect(fish.contains("case 'way'\n        __way_parse_subcommand 0 'scene=' 'format=' 'timeout=' 'runtime-dir=' "))
    for (index, word) in [("1", "verbs"), ("2; and test (__way_tokens -pc)[-1] = journal", "verify")] {
      let rule = "'__way_should_offer_completions_for_positional \"way help\" -eq \(index)' -fa '"
      #expect(fish.split(separator: "\n").contains { $0.contains(rule) && $0.contains(word) }, "\(word)")
    }
    let zsh = CompletionScript(for: .zsh).text
    let root = try #require(zsh.range(of: "\n_way() {"))
    let first = try #require(zsh.range(of: "\n_way_status() {"))
    #expect(zsh[root.upperBound..<first.lowerBound].contains("'--scene["))
    // The script ends with a call, and the last function of a name is the one that is called.
    let help = try #require(zsh.range(of: "\n_way_help() {", options: .backwards))
    let call = try #require(zsh.range(of: "\nif [[ \"${funcstack[1]}\" = _way ]]; then"))
    #expect(zsh[help.upperBound..<call.lowerBound].contains("'3 journal') __way_complete verify export replay repair"))
  }

  @Test(
    "A script is printed where one is asked for by name",
    arguments: [
      (["--generate-completion-script", "bash"], .bash), (["--generate-completion-script=zsh"], .zsh),
      (["path", "--generate-completion-script", "fish"], .fish), (["--generate-completion-script", "tcsh"], nil),
      (["path"], nil), (["sandbox", "--", "--generate-completion-script", "bash"], nil),
    ] as [([String], CompletionShell?)])
  func wanted(words: [String], shell: CompletionShell?) {
    #expect(CompletionScript(wantedBy: words)?.shell == shell)
  }

  @Test("Names are offered behind an option that stands before the command")
  func names() async throws {
    try await Stage.empty { stage in
      _ = try await stage.startOpenCoordinator()
      let outcome = try await stage.way("--scene", "side", "replace", "home")
      #expect(outcome.code == 0, "\(outcome.all)")
      let words = ["---completion", "--", "--scene", "2", "0", "way", "--scene", ""]
      // Where the coordinator has not answered in the time that a person who types has, nothing is offered.
      try await eventually("the scene") {
        try await stage.start("way", words).end()
      } until: {
        $0.output == ["side"]
      }
    }
  }
}
