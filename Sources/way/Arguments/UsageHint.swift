// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandLines
import RouteModel

/// What is said in place of the parser's words, where it is known what somebody wanted, and of words that are too long.
enum UsageHint {
  /// The problem of a command line that could not be parsed; nil where the parser says it best.
  ///
  /// - Parameter told: What the parser says.
  static func message(of arguments: [String], told: String) -> String? {
    let options = Array(arguments.prefix { $0 != "--" })
    return triedFirst(options) ?? misspelt(options, told) ?? dashed(options, told)
  }

  /// The text with what was typed at length cut amid: what is said of it has to be seen.
  static func brief(_ text: String, typed arguments: [String]) -> String {
    // The value of an option may stand behind '='.
    let words: [Substring] = arguments.flatMap { [$0[...]] + $0.split(separator: "=", maxSplits: 1).dropFirst() }
    let long = words.filter { $0.width > typedMax }.map(String.init).sorted { $0.count > $1.count }
    return long.reduce(text) { $0.replacing($1, with: $1.leavingOutMiddle(in: typedMax)) }
  }

  /// The most columns in which a word is shown that was typed.
  private static let typedMax = 80

  private static func triedFirst(_ arguments: [String]) -> String? {
    guard let command = arguments.first, command != RouteTo.configuration.commandName, Way.names.contains(command),
      arguments.contains("--dry-run")
    else { return nil }
    return "`way \(command)` has no --dry-run; `way resolve` tells where a URL, a path or a drive would lead, and "
      + "`way route DESTINATION --dry-run` what it would do"
  }

  /// An option that the command does not have, where the parser blames something else first: its value, which counts as one more name,
  /// or what is missing.
  private static func misspelt(_ arguments: [String], _ told: String) -> String? {
    guard !told.hasPrefix("Unknown option"), let first = arguments.first, Way.names.contains(first) || isOption(first)
    else { return nil }
    let options = NamedOption.all(of: RepeatedOption.command(of: arguments))
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard isOption(word) else { continue }
      let name = String(word.prefix { $0 != "=" })
      if let option = options.first(where: { $0.names.contains(name) }) {
        if option.takesValue, name == word { _ = rest.popFirst() }
      } else if !everywhere.contains(name) {
        let meant = Spelling.nearest(to: name, among: options.flatMap(\.names).filter { $0.hasPrefix("--") })
        return "Unknown option '\(name)'" + (meant.map { ". Did you mean '\($0)'?" } ?? "")
      }
    }
    return nil
  }

  /// What the parser takes with every command, and tells of none.
  private static let everywhere = [
    "--help", "-h", "--version", "--help-hidden", "--generate-completion-script", "--experimental-dump-help",
  ]

  /// Whether a word is an option, or meant as one: `--name`, or `-n`. What begins with a dash and a digit is a number.
  private static func isOption(_ word: String) -> Bool {
    if word.hasPrefix("--") { return word.count > 2 && !word.hasPrefix("---") }
    return word.count == 2 && word.hasPrefix("-") && word.last?.isLetter == true
  }

  /// What begins with a dash, as a number below 0, is taken for an option, and not for the value of the one before.
  private static func dashed(_ arguments: [String], _ told: String) -> String? {
    guard told.hasPrefix("Missing value for '"),
      let index = arguments.indices.dropLast().last(where: { told.hasPrefix("Missing value for '\(arguments[$0]) ") }),
      arguments[index + 1].hasPrefix("-"), !arguments[index + 1].hasPrefix("--")
    else { return nil }
    return "\(told); one that begins with '-' follows '=': \(arguments[index])=\(arguments[index + 1])"
  }
}
