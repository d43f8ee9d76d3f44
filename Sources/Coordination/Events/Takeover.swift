// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// A live worker has lost its name to another process of its user; for the log.
package struct Takeover: Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  package enum Reason: String, Hashable, Sendable {
    /// The newer process asked for it.
    case asked
    /// The older process did not answer a PING.
    case hung
  }

  /// A process.
  package struct Process: Hashable, Sendable, CustomStringConvertible {
    /// Its process id, 0 where the socket does not say.
    package var pid: Int32
    /// The name of its program, empty where unknown.
    package var command: String

    /// `pid 50 (kiosk)`
    package var description: String {
      guard pid != 0 else { return "another process" }
      return command.isEmpty ? "pid \(pid)" : "pid \(pid) (\(command))"
    }
  }

  /// The name.
  package var worker: WorkerName
  /// The process that lost it.
  package var older: Process
  /// The process that has it now.
  package var newer: Process
  /// The reason.
  package var reason: Reason

  /// `kiosk: pid 50 (kiosk) → pid 60 (kiosk), asked`
  package var description: String { "\(worker): \(older) → \(newer), \(reason.rawValue)" }
}
