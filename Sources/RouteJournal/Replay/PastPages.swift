// SPDX-License-Identifier: Apache-2.0

/// The past of a journal, some rows at a time and in their order: commits, commands that have ended, and gaps. What is written
/// meanwhile is not waited for.
///
/// Each page is read by itself, so that a slow reader never holds up who writes the journal. That may cut rows before they are
/// read: a gap stands in their place then.
package struct PastPages {
  /// Rows of a page.
  package static let rowsMax = 256

  /// Rows that were cut before they were read.
  package private(set) var missing = 0

  private struct Page {
    /// The number of its last row.
    var last: UInt64
    /// How many rows it had as the reading began.
    var rows: Int
  }

  private let journal: JournalCopy
  private var pages: ArraySlice<Page> = []
  /// The last row that was read.
  private var row: UInt64 = 0
  /// When the last line was written; at first, now.
  private var moment: Int64
  /// Missing rows for which no gap stands yet, and the number that it is to have.
  private var hole: (row: UInt64, rows: Int)?

  /// Begins to read a journal.
  ///
  /// - Parameter last: The last row that is wanted.
  package init(_ journal: JournalCopy, upTo last: UInt64 = .max) throws(JournalError) {
    self.journal = journal
    moment = JournalTime.now.wallMicros
    var pages: [Page] = []
    try journal.forEachRow(upTo: last) { row in
      if let page = pages.last, page.rows < Self.rowsMax {
        pages[pages.count - 1] = Page(last: row, rows: page.rows + 1)
      } else {
        pages.append(Page(last: row, rows: 1))
      }
    }
    self.pages = pages[...]
  }

  /// The next lines; none at the end.
  package mutating func next() throws(JournalError) -> [JournalLine] {
    while let page = pages.popFirst() {
      let lines = try journal.lines(behind: row, upTo: page.last)
      let cut = page.rows - lines.count
      if cut > 0 {
        hole = (hole?.row ?? Self.free(behind: row, among: lines), (hole?.rows ?? 0) + cut)
        missing += cut
      }
      row = page.last
      if !lines.isEmpty { return filled(lines) }
    }
    return filled([])
  }

  /// The lowest number behind a row that none of the lines has.
  private static func free(behind row: UInt64, among lines: [JournalLine]) -> UInt64 {
    lines.reduce(row + 1) { $1.row == $0 ? $0 + 1 : $0 }
  }

  /// The lines, with a gap for the rows that are missing before or among them.
  private mutating func filled(_ lines: [JournalLine]) -> [JournalLine] {
    defer { if let last = lines.last { moment = last.entry.moment } }
    guard let hole else { return lines }
    self.hole = nil
    let place = lines.firstIndex { $0.row > hole.row } ?? lines.endIndex
    let time = place < lines.endIndex ? lines[place].entry.moment : lines.last?.entry.moment ?? moment
    let reason = "rows cut before they could be read: \(hole.rows)"
    var filled = lines
    filled.insert(JournalLine(row: hole.row, .gap(from: time, to: time, reason: reason)), at: place)
    return filled
  }
}
