// SPDX-License-Identifier: Apache-2.0

/// A time in which the route goes on without the journal.
package struct JournalGap: Hashable, Sendable {
  /// When the first transaction failed, in µs of the wall clock.
  package var fromMicros: Int64
  /// The error of that transaction.
  package var error: JournalError

  /// A gap that began at `fromMicros`.
  package init(fromMicros: Int64, error: JournalError) {
    self.fromMicros = fromMicros
    self.error = error
  }
}
