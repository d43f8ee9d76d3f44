// SPDX-License-Identifier: Apache-2.0

import Coordination
import Waykeeper

/// A command line that is read and run without the parser: one of those that scripts and panels type most, with global options alone.
///
/// The parser finds the options of a command by reflection, and for the types of its options, of which each command is made, the
/// runtime goes through all conformances of the program: most of what a short command does. A line with anything else in it, a
/// mistake or a call for help among that, is the parser's, so that there is one place that explains.
enum PlainLine: Equatable {
  case status(Options)
  case path(Options)
  /// A verb with no options of its own.
  case verb(Verb, Options)

  /// The global options, as they were typed.
  struct Options: CoordinatorOptions, Equatable {
    var scene: SceneName?
    var format = OutputFormat.text
    var timeout: Duration?
    var runtimeDir: String?
  }

  /// Reads a line; nil: ask the parser.
  init?(_ arguments: [String]) {
    guard let (options, words) = Self.read(arguments) else { return nil }
    switch (words.first, words.count) {
    case (nil, _), ("status", 1): self = .status(options)
    case ("path", 1): self = .path(options)
    case ("back", 1): self = .verb(.back, options)
    case ("show", 2...Limits.listMax + 1):
      guard let names = try? words.dropFirst().map(Parse.screenName) else { return nil }
      self = .verb(.show(names), options)
    case ("hide", 2):
      guard let name = try? Parse.screenName(words[1]) else { return nil }
      self = .verb(.hide(name, atomic: false), options)
    default: return nil
    }
  }

  func run() async throws {
    switch self {
    case .status(let options): try await Status.tell(options)
    case .path(let options): try await PathCommand.tell(options)
    case .verb(let verb, let options): try await Submission(global: options).carryOut(verb)
    }
  }

  /// The global options of a line, and its other words; nil where it has another option, or one twice.
  private static func read(_ arguments: [String]) -> (Options, words: [String])? {
    // No dictionary: for its type the runtime would look through all conformances of the program.
    var values: [(name: String, value: String)] = []
    var words: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-") else {
        words.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard Invocation.globals.contains(parts[0]), !values.contains(where: { $0.name == parts[0] }),
        let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty, !value.hasPrefix("-")
      else { return nil }
      values.append((parts[0], value))
    }
    guard let options = try? Options(values) else { return nil }
    return (options, words)
  }
}

extension PlainLine.Options {
  /// The values of these options, by their names on the command line.
  fileprivate init?(_ values: [(name: String, value: String)]) throws {
    func value(_ name: String) -> String? { values.first { $0.name == name }?.value }
    scene = try value("--scene").map(Parse.scene)
    timeout = try value("--timeout").map(Parse.patience)
    runtimeDir = value("--runtime-dir")
    guard let format = OutputFormat(rawValue: value("--format") ?? OutputFormat.text.rawValue) else { return nil }
    self.format = format
  }
}

extension PlainLine {
  /// How a verb is sent: all is at its default but the global options.
  struct Submission: SubmissionOptions {
    let animated = false
    let context = JSONValue.null
    let expecting: Expectation? = nil
    let ifBusy = Contention.queue
    let until = Completion.committed
    let deadline: Duration? = nil
    let because: String? = nil
    let skipGuards = false
    let stepwise = false
    let global: PlainLine.Options
  }
}
