// SPDX-License-Identifier: Apache-2.0

/// The size of a journal.
public struct JournalStatistics: Hashable, Sendable {
  /// Commits that are kept.
  public var commits: Int
  /// Ended commands that are kept.
  public var outcomes: Int
  /// Times when the journal could not be written and the route went on without it.
  public var gaps: Int
  /// The size of its files, in bytes.
  public var bytes: Int64
}
