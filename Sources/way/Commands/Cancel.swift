// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Cancel: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Withdraws a command that has not ended yet, and tells its outcome.",
    discussion: "Exits with 0 if it is cancelled. It may have been committed before.")

  @Argument(help: "A command id, or an ending of one with at least four characters.", completion: LiveNames.unended)
  var command: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try global.check(reference: command) }

  func run() async throws {
    let navigator = try global.navigator()
    let outcome = try await outcome(by: navigator)
    OutcomeReport(format: global.format, typed: nil).show(outcome)
    guard outcome.kind != .cancelled else { return }
    Output.error("way: nothing was cancelled: the command had ended as above")
    throw ExitCode(ExitStatus.notAsAsked.rawValue)
  }

  /// The outcome of the command. One that has ended so long ago that only the journal knows it is not withdrawn: it has its outcome.
  private func outcome(by navigator: Navigator) async throws -> Outcome {
    if case .status(let status) = try await navigator.findOutcome(idEnding: command), status.state != .ambiguous,
      let recorded = try await navigator.recorded(status)
    {
      guard case .outcome(let outcome) = recorded else { throw CommandFailure.ambiguous(command) }
      return outcome
    }
    return try await navigator.cancel(try await navigator.commandID(command))
  }
}
