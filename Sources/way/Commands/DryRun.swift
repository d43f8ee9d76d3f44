// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

/// A command that is not carried out: tells what it would do, and exits with 3 where it would not get there.
struct DryRun {
  let navigation: Navigation
  let format: OutputFormat
  /// What people read of its outcome.
  let lines: (Outcome) -> [Printed]

  func run(by navigator: Navigator) async throws {
    let outcome: Outcome
    do throws(NavigatorError) {
      outcome = try await navigator.dryRun().attempt(navigation)
    } catch {
      guard error.code == .noAnswer else { throw error }
      throw CommandFailure("no answer in time; nothing was to be carried out", .noAnswer)
    }
    switch format {
    case .json: Output.json(JSONLine.text(outcome))
    case .text: for line in lines(outcome) { Output.line(line) }
    }
    guard outcome.kind == .unchanged(.dryRun) else { throw ExitCode(ExitStatus.notAsAsked.rawValue) }
  }
}
