// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

/// Tells an outcome, and ends accordingly.
struct OutcomeReport {
  let format: OutputFormat
  /// What was typed, for hints; nil where it did not send the command.
  var typed: [String]? = Array(CommandLine.arguments.dropFirst())

  /// Tells it.
  func show(_ outcome: Outcome) {
    switch format {
    case .json: Output.json(JSONLine.text(outcome))
    case .text: for line in OutcomeText(outcome: outcome, typed: typed).lines { Output.line(line) }
    }
    Self.warn(of: outcome)
  }

  /// Says where a crash would lose it.
  static func warn(of outcome: Outcome) {
    if !outcome.durable, outcome.isAsAsked {
      Output.error("way: not durable: a crash of the coordinator would forget this; its journal is off or fails")
    }
  }

  /// Tells it, and throws the exit code unless the route is as asked.
  func tell(_ outcome: Outcome) throws {
    show(outcome)
    guard outcome.isAsAsked else { throw ExitCode(ExitStatus(outcome).rawValue) }
  }
}
