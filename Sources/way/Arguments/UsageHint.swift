// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// What is said in place of the parser's words, where it is known what somebody wanted.
enum UsageHint {
  /// The problem of a command line that could not be parsed; nil where the parser says it best.
  static func message(of arguments: [String]) -> String? {
    let options = arguments.prefix { $0 != "--" }
    guard let command = arguments.first, command != RouteTo.configuration.commandName, Way.names.contains(command),
      options.contains("--dry-run")
    else { return nil }
    return "`way \(command)` has no --dry-run; `way resolve` tells where a URL, a path or a drive would lead, and "
      + "`way route DESTINATION --dry-run` what it would do"
  }
}
