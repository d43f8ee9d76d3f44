// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// An outcome that is decided. Shared: an outcome is large, and goes to the ledger, the journal and the client.
final class DecidedOutcome: Sendable {
  let outcome: Outcome
  /// What it takes in the exactly-once window besides the fixed part of a row, in bytes.
  let bytes: Int

  /// - Parameter measured: A path that was measured, and most probably is that of the outcome.
  init(_ outcome: consuming Outcome, _ measured: MeasuredPath? = nil) {
    bytes = outcome.variableByteCount(measured)
    self.outcome = outcome
  }
}
