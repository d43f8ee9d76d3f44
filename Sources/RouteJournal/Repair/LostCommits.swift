// SPDX-License-Identifier: Apache-2.0

/// What a repair has left out of the table of commits, as far as it matters to what is given next: the newest revision of a scene
/// may be among it.
struct LostCommits {
  /// Whether pages cannot be read: then any commit may be missing.
  var arePagesDamaged = false
  /// The last row that is left out, as far as rows have numbers that can be read; 0 for none.
  private(set) var lastRow: Int64 = 0

  /// Notes a row that is left out.
  mutating func add(_ fault: JournalFault) {
    guard fault.table == "commits" else { return }
    if let row = fault.row.flatMap({ Int64($0) }) { lastRow = max(lastRow, row) } else { arePagesDamaged = true }
  }

  /// Whether there may have been a commit behind a row.
  func mayLie(behind row: Int64) -> Bool { arePagesDamaged || lastRow > row }
}
