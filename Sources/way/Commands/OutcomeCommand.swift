// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import Waykeeper

struct OutcomeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outcome", abstract: "Tells how a command ended, also after a crash.",
    discussion: """
      What the coordinator has forgotten is looked for in its journal. The exit code is that of the command itself, or 5 where \
      its end is not known.
      """)

  @Argument(help: "A command id, or an ending of one with at least four characters.", completion: LiveNames.commands)
  var command: String

  @Flag(help: "If nobody knows it, it can never run any more. Takes the whole id then.")
  var seal = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try global.check(reference: command) }

  func run() async throws {
    let navigator = try global.navigator()
    switch try await finding(by: navigator) {
    case .outcome(let outcome): try OutcomeReport(format: global.format, typed: nil).tell(outcome)
    case .status(let status):
      switch global.format {
      case .json: Output.json(JSONLine.text(.status(status)))
      case .text:
        let unended = await unended(status, by: navigator)
        for line in Palette.standard.lines(text(status, unended)) { Output.line(line) }
      }
      throw ExitCode(ExitStatus.noAnswer.rawValue)
    }
  }

  /// What the coordinator knows, or else its journal. Only what neither knows is sealed: what has ended has its outcome.
  private func finding(by navigator: Navigator) async throws -> Navigator.Finding {
    let finding = try await navigator.findOutcome(idEnding: command)
    guard case .status(let status) = finding, status.state != .ambiguous else { return finding }
    if let recorded = try await navigator.recorded(status) { return recorded }
    return seal ? try await navigator.findOutcome(idEnding: command, seal: true) : finding
  }

  /// What is known of a command that runs or waits; nil of all others, and from a coordinator that does not tell.
  private func unended(_ status: Waykeeper.Status, by navigator: Navigator) async -> Present.Unended? {
    guard status.state == .pending else { return nil }
    return await Present(of: navigator).unended(endingIn: status.id).first
  }

  /// What is to be said of an id that nobody knows: an ending cannot be sealed.
  private static func unseen(_ text: String) -> String {
    guard let id = CommandID(text), !id.mayBeEnding else { return "no command that is known ends so" }
    return "it was never seen, or ended more than \(Limits.windowMs / 60_000) minutes ago; "
      + "what was never seen may still come, and --seal makes sure that it does not"
  }

  private func text(_ status: Waykeeper.Status, _ unended: Present.Unended?) -> String {
    let meaning =
      switch status.state {
      case .pending: unended.map { "it \($0.word): \($0.text)" } ?? "it waits or runs"
      case .parked: "something else comes first; `way resume \(status.id)` goes on"
      case .notSeen:
        Navigator.shortness(of: status.id).map { "no command is known by this\($0)" } ?? Self.unseen(status.id)
      case .outsideWindow: "it ended too long ago to be known, or never was"
      case .ambiguous: "this ending fits more than one command; give more of it"
      }
    let done =
      status.revisions.isEmpty ? "" : "; committed so far: \(status.revisions.map(String.init).joined(separator: ", "))"
    return "\(status.state.rawValue)  \(meaning)\(done)"
  }
}
