// SPDX-License-Identifier: Apache-2.0

public import RouteJournal
import ZeroMQ

/// Why the coordinator cannot start or go on, and the exit code that says so (specification, section "Exit codes").
public struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// 65: a journal of another version, or a corrupt one · 73: a folder, lock or socket that cannot be had · 74: a
  /// journal that cannot be read or written.
  public var exitCode: Int32
  /// What, where, and what to do.
  public var message: String

  /// An error.
  public init(exitCode: Int32, _ message: String) {
    self.exitCode = exitCode
    self.message = message
  }

  /// The journal's own.
  public init(_ error: JournalError) { self.init(exitCode: error.exitCode, error.message) }

  init(_ error: ZeroMQError) { self.init(exitCode: 73, "\(error)") }

  /// The message.
  public var description: String { message }
}
