// SPDX-License-Identifier: Apache-2.0

package import RouteJournal
import ZeroMQ

/// Why a coordinator cannot start or go on: what, where and what to do, and the exit code that says so to the system.
package struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of obstacle (specification, section "Exit codes").
  package enum Code: Int32, Hashable, Sendable, CaseIterable {
    /// The journal is of another version, or damaged.
    case badData = 65
    /// A folder, lock or socket cannot be had, or another daemon holds it.
    case cannotCreate = 73
    /// The journal cannot be read or written.
    case inputOutput = 74
    /// The configuration asks for what cannot be.
    case configuration = 78
  }

  /// What kind of obstacle.
  package var code: Code
  /// For people.
  package var message: String

  /// An obstacle.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The journal's own.
  package init(_ error: JournalError) {
    let code: Code =
      switch error.code {
      case .otherVersion, .corrupt, .foreign: .badData
      case .locked, .folder: .cannotCreate
      case .inaccessible, .full: .inputOutput
      }
    self.init(code, error.message)
  }

  init(_ error: ZeroMQError) { self.init(.cannotCreate, error.description) }

  /// How the daemon exits.
  package var exitCode: Int32 { code.rawValue }

  /// The message.
  package var description: String { message }
}
