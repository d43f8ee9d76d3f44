// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import Foundation
import RouteModel
import Waykeeper

struct Why: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Says why this screen is here, or is not, from the journal.",
    discussion: """
      Alone, how the screen came on top that is there: who sent what, from which path, who was asked and what each answered, \
      how long it took, when it appeared; what was tried since and not done; and what is under way now. With --at \
      how the one came that was there then. Where the journal cannot be written, that comes first: what follows is older then.

      @ID: why this element stands where it does, or stood. REVISION: why that revision came to be. COMMAND, an id or an \
      ending of one with at least four characters: how it ended, and why. Without --scene it is about main. --at takes \
      \(MomentText.form). Ends with 3 where the journal knows nothing of what was asked. As JSON {"why":{…}}.
      """)

  @Argument(
    help: ArgumentHelp("What to explain; without it what lies on top.", valueName: "@id|command|revision"),
    completion: LiveNames.puzzles)
  var subject: String?

  @Option(help: ArgumentHelp("What lay on top then.", valueName: "time"), transform: Parse.moment)
  var at: Date?

  @OptionGroup var past: PastOptions

  func validate() throws {
    if at != nil, subject != nil {
      throw ValidationError("--at is about what lay on top; leave out '\(subject ?? "")'")
    }
    guard let subject else { return }
    if subject.hasPrefix("@") {
      _ = try Parse.element(subject)
    } else if Revision(subject) != nil {
      _ = try Parse.revision(subject)
    } else if subject.utf8.count < Limits.endingBytesMin, CommandID(subject) == nil {
      throw ValidationError(Self.useless(subject))
    }
  }

  private static func useless(_ subject: String) -> String {
    "'\(subject)' is no element such as @3, no revision, the id of no command, and too short to be the ending of one"
  }

  func run() async throws {
    try await past.read { source in
      let search = ExplanationSearch(source: source, scene: past.global.sceneOrMain)
      var explanation = try await explanation(search)
      try await search.add(await source.present(), to: &explanation)
      switch past.global.format {
      case .json: Output.json(explanation.json)
      case .text: for line in WhyText(explanation).lines { Output.line(line) }
      }
    }
  }

  private func explanation(_ search: ExplanationSearch) async throws -> Explanation {
    guard let subject else { return try await search.top(at: at) }
    if subject.hasPrefix("@") { return try await search.element(try Parse.element(subject)) }
    if let revision = Revision(subject) { return try await search.revision(revision) }
    // A text that is too short for an ending is a whole id, or none.
    if subject.utf8.count < Limits.endingBytesMin, try await !search.knows(commandID: subject) {
      throw try await search.screen(subject) ?? CommandFailure(Self.useless(subject), .usage)
    }
    return try await search.command(subject)
  }
}
