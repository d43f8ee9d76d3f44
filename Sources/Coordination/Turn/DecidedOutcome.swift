// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// An outcome that is decided. Shared: an outcome is large, and goes to the ledger, the journal and the client.
final class DecidedOutcome: Sendable {
  /// The outcome as its client gets it, so that none is copied to be told.
  let message: Message
  /// What it takes in the exactly-once window besides the fixed part of a row, in bytes.
  let bytes: Int
  /// What is asked of each outcome: whoever looks into one copies all of it.
  let word: String
  let ms: Double
  let isAsAsked: Bool
  let changedNothing: Bool
  let revisions: [Revision]

  /// The outcome, copied.
  var outcome: Outcome {
    guard case .outcome(let outcome) = message else { preconditionFailure("\(word) is told by another message") }
    return outcome
  }

  /// - Parameter measured: A path that was measured, and most probably is that of the outcome.
  init(_ outcome: consuming Outcome, _ measured: MeasuredPath? = nil) {
    bytes = outcome.variableByteCount(measured)
    (word, ms) = (outcome.word, outcome.ms)
    (isAsAsked, changedNothing) = (outcome.isAsAsked, outcome.changedNothing)
    revisions = outcome.revisions
    message = .outcome(outcome)
  }
}
