// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import Waykeeper

extension Navigator {
  /// The id of the command that `text` names: a whole id, or an ending of one, of at least four
  /// letters, that fits a single command.
  ///
  /// - Throws: ``CommandFailure`` where no command that is known, or more than one, ends so.
  func commandID(_ text: String) async throws -> CommandID {
    switch try await findOutcome(idEnding: text) {
    case .outcome(let outcome): return outcome.id
    case .status(let status):
      switch status.state {
      case .pending, .parked:
        if let id = CommandID(status.id) { return id }
      case .notSeen, .outsideWindow:
        // A whole id may belong to a command that is still on its way.
        if let id = CommandID(text), id.clientName != id.client { return id }
      case .ambiguous: throw CommandFailure.ambiguous(text)
      }
      throw CommandFailure("no command that is known ends in '\(text)'\(Self.shortness(of: text) ?? "")", .notAsAsked)
    }
  }

  /// What is to be said of a text that is too short to be looked for as an ending; nil for others.
  static func shortness(of ending: String) -> String? {
    ending.utf8.count < Limits.endingBytesMin ? ": an ending takes at least four characters" : nil
  }
}

extension CommandID {
  /// The id, or the ending of one, that is meant by what somebody typed: of a client without a sequence it is that of its first command.
  static func meant(by text: String) -> String { CommandID(text)?.description ?? text }
}

extension CommandFailure {
  /// That a text names more than one command.
  static func ambiguous(_ text: String) -> CommandFailure {
    CommandFailure("more than one command ends in '\(text)'; give more of it", .usage)
  }
}

extension GlobalOptions {
  /// Refuses what finds no command: an empty id, or a scene.
  func check(reference command: String) throws {
    guard !command.isEmpty else { throw ValidationError("the id of the command is empty") }
    try refuseScene("a command is found by its id, in whichever scene it is")
  }
}
