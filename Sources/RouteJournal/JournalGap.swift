// SPDX-License-Identifier: Apache-2.0

/// A time in which the route goes on without the journal.
public struct JournalGap: Hashable, Sendable {
  /// When the first transaction failed, in µs of the wall clock.
  public var fromMicros: Int64
  /// The error of that transaction.
  public var error: JournalError

  /// A gap that began at `fromMicros`.
  public init(fromMicros: Int64, error: JournalError) {
    self.fromMicros = fromMicros
    self.error = error
  }
}
