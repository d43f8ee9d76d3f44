// SPDX-License-Identifier: Apache-2.0

/// The size of a journal.
package struct JournalStatistics: Hashable, Sendable {
  /// Commits that are kept.
  package var commits: Int
  /// Ended commands that are kept.
  package var outcomes: Int
  /// Times when the journal could not be written and the route went on without it.
  package var gaps: Int
  /// The size of its files, in bytes.
  package var bytes: Int64
}
