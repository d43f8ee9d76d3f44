// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The command line as a shell completes it: with the options that may also stand before the command, which ``Invocation`` moves
/// behind it before anything is parsed. It is never run.
struct CompletedWay: AsyncParsableCommand {
  static let configuration = Way.configuration

  /// The first word of a line by which a completion script asks for names.
  static let request = "---completion"

  @OptionGroup(title: "Global options") var global: GlobalOptions
}

/// A script by which a shell completes command lines: the parser's, and the words behind `way help`, for which that has nothing
/// to offer.
struct CompletionScript {
  let shell: CompletionShell

  private static let option = "--generate-completion-script"

  init(for shell: CompletionShell) { self.shell = shell }

  /// The script that a command line asks for; nil where it asks for none, or for that of a shell which the parser does not know.
  init?(wantedBy arguments: [String]) {
    let words = arguments.prefix { $0 != "--" }
    let name: String?
    if let index = words.firstIndex(of: Self.option) {
      name = words.indices.contains(index + 1) ? words[index + 1] : nil
    } else if let word = words.first(where: { $0.hasPrefix(Self.option + "=") }) {
      name = String(word.dropFirst(Self.option.count + 1))
    } else {
      return nil
    }
    guard let shell = name.map({ CompletionShell(rawValue: $0) }) ?? .autodetected() else { return nil }
    self.shell = shell
  }

  var text: String {
    let script = CompletedWay.completionScript(for: shell)
    switch shell {
    case .bash: return script + "\n" + bash
    case .fish: return script + "\n" + fish
    // It ends with a call of its first function, which has to find the others.
    default: return script.replacing(Self.zshEnd, with: zsh + "\n" + Self.zshEnd, maxReplacements: 1)
    }
  }

  private static let zshEnd = "if [[ \"${funcstack[1]}\" = _way ]]; then"

  // ── what may follow `way help` ─────────────────────────────────────────────────────────────────

  private var first: String { (Way.names + ["verbs"]).joined(separator: " ") }

  /// The commands that have others within them, with these.
  private var second: [(command: String, words: String)] {
    Way.nested.sorted { $0.key < $1.key }.map { ($0.key, $0.value.joined(separator: " ")) }
  }

  /// A later function takes the place of an earlier one of its name.
  private var bash: String {
    let nested = second.map { "    '2 \($0.command)') COMPREPLY+=($(compgen -W '\($0.words)' -- \"${cur}\")) ;;\n" }
    return """
      _way_help() {
          case "${#unparsed_words[@]} ${unparsed_words[0]}" in
          '1 '*) COMPREPLY+=($(compgen -W '\(first)' -- "${cur}")) ;;
      \(nested.joined())    esac
      }
      """
  }

  private var zsh: String {
    let nested = second.map { "    '3 \($0.command)') __way_complete \($0.words) ;;\n" }
    return """
      _way_help() {
          case "${CURRENT} ${words[2]}" in
          '2 '*) __way_complete \(first) ;;
      \(nested.joined())    *) return 1 ;;
          esac
      }

      """
  }

  private var fish: String {
    func line(_ index: Int, _ more: String, _ words: String) -> String {
      "complete -c 'way' -n '__way_should_offer_completions_for_positional \"way help\" -eq \(index)\(more)' -fa '\(words)'"
    }
    let nested = second.map { line(2, "; and test (__way_tokens -pc)[-1] = \($0.command)", $0.words) }
    return ([line(1, "", first)] + nested).joined(separator: "\n")
  }
}
