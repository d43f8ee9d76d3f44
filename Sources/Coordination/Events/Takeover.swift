// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// A live worker has lost its name to another process of its user.
package struct Takeover: Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  package enum Reason: String, Hashable, Sendable {
    /// The newer process asked for it.
    case asked
    /// The older process did not answer a PING.
    case hung
  }

  /// The name.
  package var worker: WorkerName
  /// The process that lost it.
  package var older: WorkerProcess
  /// The process that has it now.
  package var newer: WorkerProcess
  /// The reason.
  package var reason: Reason

  /// A name that changed hands.
  package init(worker: WorkerName, older: WorkerProcess, newer: WorkerProcess, reason: Reason) {
    (self.worker, self.older, self.newer, self.reason) = (worker, older, newer, reason)
  }

  /// `kiosk: pid 50 (kiosk) → pid 60 (kiosk), asked`
  package var description: String { "\(worker): \(older) → \(newer), \(reason.rawValue)" }
}
