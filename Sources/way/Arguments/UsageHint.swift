// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// What is said in place of the parser's words, where it is known what somebody wanted.
enum UsageHint {
  /// The problem of a command line that could not be parsed; nil where the parser says it best.
  ///
  /// - Parameter told: What the parser says.
  static func message(of arguments: [String], told: String) -> String? {
    let options = Array(arguments.prefix { $0 != "--" })
    return triedFirst(options) ?? misspelt(options, told) ?? dashed(options, told)
  }

  private static func triedFirst(_ arguments: [String]) -> String? {
    guard let command = arguments.first, command != RouteTo.configuration.commandName, Way.names.contains(command),
      arguments.contains("--dry-run")
    else { return nil }
    return "`way \(command)` has no --dry-run; `way resolve` tells where a URL, a path or a drive would lead, and "
      + "`way route DESTINATION --dry-run` what it would do"
  }

  /// An option that is none, where the parser blames something else first: its value, which counts as one more name, or what is missing.
  private static func misspelt(_ arguments: [String], _ told: String) -> String? {
    guard !told.hasPrefix("Unknown option") else { return nil }
    return arguments.indices.lazy.filter { arguments[$0].hasPrefix("--") }.compactMap { index in
      let name = String(arguments[index].prefix { $0 != "=" })
      // What comes behind may be its value, and is wanted where it is not; what is missing may be any name.
      let line = arguments[..<index] + [name]
      return unknown(name, line) ?? unknown(name, line + arguments.dropFirst(index + 2)) ?? unknown(name, line + ["a"])
    }.first
  }

  /// What the parser says of an option that is none; nil where it is one.
  private static func unknown(_ option: String, _ arguments: ArraySlice<String>) -> String? {
    do {
      _ = try Way.parseAsRoot(Array(arguments))
      return nil
    } catch {
      let message = Way.message(for: error)
      return message.hasPrefix("Unknown option '\(option)'") ? message : nil
    }
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
