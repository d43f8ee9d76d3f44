// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Resume: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Lets a parked command go on.",
    discussion: """
      Its sender's user may do so, and root, and the worker whose gate parked it. The parked command tells its own outcome to whoever \
      sent it; `way outcome` tells it to all.
      """)

  @Argument(
    help: "The parked command's id, or an ending of it with at least four characters.", completion: LiveNames.parked)
  var command: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try global.check(reference: command) }

  func run() async throws {
    let navigator = try global.navigator()
    let outcome = try await navigator.attemptResume(try await navigator.commandID(command))
    guard global.format == .text, outcome.kind == .unchanged(.same), let message = outcome.message else {
      return try OutcomeReport(format: global.format, typed: nil).tell(outcome)
    }
    // Its own outcome, unchanged, says nothing to people: another command goes on.
    Output.line(Palette.standard("resumed  ", .good) + "  \(message)")
    OutcomeReport.warn(of: outcome)
  }
}
