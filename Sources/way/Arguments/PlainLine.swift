// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

/// A command line that is read without the parser: one of those that scripts and panels type most, with global options alone.
///
/// The parser finds the options of a command by reflection, and for each type of an option the runtime goes through all
/// conformances of the program: most of what a short command does. A line with anything else in it, a mistake or a call for
/// help among that, is the parser's, so that there is one place that explains.
enum PlainLine {
  /// The command as the parser would make it; nil: ask the parser.
  static func command(_ arguments: [String]) -> (any AsyncParsableCommand)? {
    guard let (global, words) = read(arguments) else { return nil }
    switch (words.first, words.count) {
    case (nil, _), ("status", 1): return Status(global)
    case ("path", 1): return PathCommand(global)
    case ("back", 1): return Back(global)
    case ("show", 2...):
      guard let names = try? words.dropFirst().map(Parse.screenName) else { return nil }
      return Show(names, global)
    case ("hide", 2):
      guard let name = try? Parse.screenName(words[1]) else { return nil }
      return Hide(name, global)
    default: return nil
    }
  }

  /// The global options of a line, and its other words; nil where it has another option, or one twice.
  private static func read(_ arguments: [String]) -> (GlobalOptions, words: [String])? {
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
    guard let global = try? GlobalOptions(values) else { return nil }
    return (global, words)
  }
}

extension GlobalOptions {
  /// The values of these options, by their names on the command line.
  fileprivate init?(_ values: [(name: String, value: String)]) throws {
    func value(_ name: String) -> String? { values.first { $0.name == name }?.value }
    self.init()
    scene = try value("--scene").map(Parse.scene)
    timeout = try value("--timeout").map(Parse.patience)
    runtimeDir = value("--runtime-dir")
    guard let format = OutputFormat(rawValue: value("--format") ?? OutputFormat.text.rawValue) else { return nil }
    self.format = format
  }
}

extension VerbOptions {
  /// Each at its default but the global ones.
  fileprivate init(_ global: GlobalOptions) {
    self.init()
    (animated, context, expecting, ifBusy, until) = (false, .null, nil, .queue, .committed)
    (deadline, because, skipGuards, stepwise) = (nil, nil, false, false)
    self.global = global
  }
}

extension Status {
  fileprivate init(_ global: GlobalOptions) {
    self.init()
    (watch, self.global) = (false, global)
  }
}

extension PathCommand {
  fileprivate init(_ global: GlobalOptions) {
    self.init()
    self.global = global
  }
}

extension Back {
  fileprivate init(_ global: GlobalOptions) {
    self.init()
    (toPresenter, options) = (false, VerbOptions(global))
  }
}

extension Show {
  fileprivate init(_ names: [ScreenName], _ global: GlobalOptions) {
    self.init()
    (self.names, options) = (names, VerbOptions(global))
  }
}

extension Hide {
  fileprivate init(_ name: ScreenName, _ global: GlobalOptions) {
    self.init()
    (self.name, atomic, options) = (name, false, VerbOptions(global))
  }
}
