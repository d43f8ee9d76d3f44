// SPDX-License-Identifier: Apache-2.0

/// Rows that a repair leaves out: how many, and the first of them. Of a damaged column it may be all rows of a long past.
struct DroppedRows {
  /// The first so many, and why.
  private(set) var first: [JournalFault] = []
  /// All of them.
  private(set) var count = 0

  /// Notes a row.
  mutating func add(_ fault: JournalFault) {
    count += 1
    if first.count < JournalReport.faultsMax { first.append(fault) }
  }

  /// Notes rows of which nothing is told one by one.
  mutating func add(untold rows: Int) { count += rows }

  /// Notes those of another one.
  mutating func add(_ others: DroppedRows) {
    for fault in others.first { add(fault) }
    add(untold: others.count - others.first.count)
  }
}
