// SPDX-License-Identifier: Apache-2.0

public import RouteJournal
import ZeroMQ

/// Why a coordinator cannot start or go on: what, where and what to do, and the exit code that says so to the system.
public struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of obstacle (specification, section "Exit codes").
  public enum Code: Int32, Hashable, Sendable, CaseIterable {
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
  public var code: Code
  /// For people.
  public var message: String

  /// An obstacle.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The journal's own.
  public init(_ error: JournalError) {
    self.init(Code(rawValue: error.exitCode) ?? .inputOutput, error.message)
  }

  init(_ error: ZeroMQError) { self.init(.cannotCreate, error.description) }

  /// How the daemon exits.
  public var exitCode: Int32 { code.rawValue }

  /// The message.
  public var description: String { message }
}
