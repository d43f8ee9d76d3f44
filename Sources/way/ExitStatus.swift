// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Waykeeper

/// How `way` ends (specification, section "Exit codes").
enum ExitStatus: Int32 {
  /// The route is as asked.
  case asAsked = 0
  /// A program that is a worker did not end well.
  case programFailed = 1
  /// The command line or a file is wrong.
  case usage = 2
  /// The route is not as asked.
  case notAsAsked = 3
  /// No coordinator, or no permission to connect.
  case noCoordinator = 4
  /// No answer: what became of it is unknown.
  case noAnswer = 5
  /// A limit or a share is reached: nothing has changed.
  case full = 6
  /// The standard output cannot be written.
  case noOutput = 74

  /// Of an error that is no outcome.
  init(_ error: NavigatorError) {
    switch error.code {
    case .noCoordinator, .permissionDenied, .transport: self = .noCoordinator
    case .noAnswer: self = .noAnswer
    case .content: self = .usage
    default:
      switch error.refusal?.code {
      case .denied: self = .noCoordinator
      case .full: self = .full
      // A command line, or a file, says what no message can hold.
      case .malformed: self = .usage
      default: self = .notAsAsked
      }
    }
  }

  /// Of an outcome.
  init(_ outcome: Outcome) { self = outcome.isAsAsked ? .asAsked : .notAsAsked }
}

/// An end that has to be told, in a sentence or more.
struct CommandFailure: Error {
  /// The error, then what more there is to say of it, in lines.
  let lines: [String]
  let status: ExitStatus
  /// What programs tell it by.
  let code: String

  init(_ message: String, notes: [String] = [], _ status: ExitStatus, code: String? = nil) {
    lines = [message] + notes
    self.status = status
    self.code = code ?? (status == .usage ? "usage" : "failed")
  }

  /// All lines in one text.
  var message: String { lines.joined(separator: "\n") }
}

extension ParsableCommand {
  /// Ends the program.
  static func exit(with status: ExitStatus) -> Never {
    Output.finishNotices()
    Foundation.exit(status.rawValue)
  }
}
