// SPDX-License-Identifier: Apache-2.0

import Coordination
import Waykeeper

/// Commands that the coordinator has forgotten for their age, or that their clients have acknowledged: the journal reaches back further.
extension Navigator {
  /// How a command ended, as the journal tells it, where the coordinator has answered that it does not know it; or that more than
  /// one fits. Nil where it knows it, and where the journal knows nothing or there is none.
  ///
  /// - Parameter status: What the coordinator says of an id, or of an ending of one.
  func recorded(_ status: Waykeeper.Status) async throws -> Finding? {
    switch status.state {
    case .notSeen, .outsideWindow: break
    case .pending, .parked, .ambiguous: return nil
    }
    let text = CommandID.meant(by: status.id)
    guard Self.shortness(of: text) == nil else { return nil }
    let isWhole = CommandID(text).map { !$0.mayBeEnding } ?? false
    let source = PastSource.coordinator(self)
    var past = Inspect.Past()
    past.command = text
    var rows = PastRows<PastCommand>(Inspect(.history, past: past), from: source)
    var found: PastCommand?
    do {
      while found?.outcome.id.description != text, let command = try await rows.next() {
        // Another id may end with a whole one.
        guard command.outcome.id.description == text || !isWhole else { continue }
        guard found == nil else { return .status(Waykeeper.Status(id: text, state: .ambiguous)) }
        found = command
      }
    } catch let error as NavigatorError where error.refusal?.code == .unsupported {
      // It keeps no journal.
      return nil
    }
    guard let found else { return nil }
    return .outcome(try await source.completed(found).outcome)
  }
}

extension PastSource {
  /// A command with the path that it led to. Long paths are not remembered with the outcomes of some commands, and those of the
  /// coordinator's own never are.
  func completed(_ command: PastCommand) async throws -> PastCommand {
    guard command.outcome.kind == .committed, command.outcome.elements.isEmpty else { return command }
    let search = ExplanationSearch(source: self, scene: command.outcome.scene)
    guard let commit = try await search.commit(upTo: command.outcome.revision),
      commit.revision == command.outcome.revision
    else { return command }
    var command = command
    command.outcome.path = PlacedPath(commit.path)
    if command.outcome.asked.isEmpty { command.outcome.asked = commit.cause.asked }
    return command
  }
}
