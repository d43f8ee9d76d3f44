// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The end of a journal that is missing: the mark beside it has seen more.
struct LostEnd {
  /// How far the journal once was.
  let mark: Watermark.Level
  /// Rows that are missing, at the least.
  let rows: Int64

  /// Nil where the journal has all that the mark has seen.
  init?(_ mark: Watermark.Level?, seq: Int64, epoch: Int64) {
    guard let mark, mark.seq > seq || Int64(mark.epoch) > epoch else { return nil }
    self.mark = mark
    rows = max(0, mark.seq - seq)
  }

  /// A revision that was not given to the scene whose last known one is `revision`: each missing row may have been one.
  func revision(above revision: Int64) -> Int64 {
    rows == 0 ? revision : min(revision + rows, max(revision, Int64(mark.revision))) + 1
  }

  /// What gives the last commit of a scene the revision `:raised`, in SQL. The route has gone back to it, so whoever
  /// expects a later one of before has seen another route.
  static let raising = """
    major_revision = CASE WHEN revision < :raised THEN :raised ELSE major_revision END, revision = :raised
    """

  /// What is missing, in words.
  var what: String { rows == 0 ? "the last start" : "the newest \(rows) rows or more" }

  /// What people hear of it who repair the journal.
  var note: String {
    "its end is lost, \(what), which the mark beside it has seen; that is written down as a gap, and revisions go on above"
      + " all that were given"
  }

  /// What the gap says that stands for it in a repaired journal.
  var reason: String { "\(Self.repairedWords), \(what), when the journal was repaired" }

  /// What a gap says that a start has written for a lost end.
  private static let words = "has lost its end"
  /// What a gap says that a repair has written for one.
  private static let repairedWords = "its end was lost"

  /// Whether a gap stands for a lost end.
  static func isTold(by reason: String) -> Bool { reason.contains(words) || reason.hasPrefix(repairedWords) }

  /// What the gap tells of the newest lost end; nil where a commit is behind it, or there is none. The start that has written the
  /// gap may have failed behind that.
  static func last(_ db: Database) throws -> String? {
    try Row.fetchOne(
      db,
      sql: """
        SELECT reason FROM gaps WHERE seq > coalesce((SELECT max(seq) FROM commits), 0) AND instr(reason, ?) > 0
        ORDER BY seq DESC LIMIT 1
        """, arguments: [words]
    ).map { try JournalRow($0, of: "gaps").text("reason") }
  }

  /// What people hear of it at a start.
  func message(_ file: String) -> String {
    "the journal \(file) \(Self.words), \(what), to a damaged disk, an exchanged file, or an end while it could not be"
      + " written; the route goes on from what is left, and revisions above all that were given: look at what shows, and at the disk"
  }
}
