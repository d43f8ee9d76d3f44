// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB

extension Journal {
  /// Does a bite of the work that can wait: cuts the journal at its old end, gives room back to the disk, moves the log
  /// into the file. Call it in turns that have nothing else to do; each bite takes a few milliseconds at most.
  ///
  /// - Returns: Whether more is left to do.
  package func maintain(at time: JournalTime) throws(JournalError) -> Bool {
    try translating(file) {
      try database.inDatabase { db in
        let cut = try cut(db, at: time)
        counts.commits -= cut.commits
        counts.outcomes -= cut.outcomes
        // Pages are kept while there is something left to cut, and given back at the end.
        let isCutting = cut.commits + cut.outcomes == Self.biteRows
        if !isCutting { try db.execute(sql: "PRAGMA incremental_vacuum(\(Self.bitePages))") }
        if try JournalFile.checkpoint(db, .passive) {
          ids.synced = ids.told
          try mark.sync()
        }
        return try isCutting || Self.freePages(db) >= Self.bitePages
      }
    }
  }

  /// Rows that a bite deletes at most.
  static let biteRows = 256
  /// Pages that a bite gives back at most.
  static let bitePages = 64
  /// The newest commits, which stay while they are young: their causes name the asks whose verdict a worker may still want.
  static let commitsKept = 64

  /// Rows that may go, oldest first: commits that a later one of their scene has replaced and commands that have ended,
  /// older than the exactly-once window and, where `:too_much` is not set, than the bound. For that bound the wall clock counts
  /// too, where a row comes from another boot: it also ran while the machine was off. Where `:too_large` is set, also younger
  /// ones go that no retry asks for: acknowledged commands, and commits but the newest. Only the oldest of each table are
  /// looked at, so that a bite stays a bite; among them are fewer that must stay (a scene's last commit, an open command)
  /// than are looked at.
  private static let replaceable = """
    SELECT seq, is_outcome FROM (
      SELECT seq, at, is_outcome, is_spare, boot, \(Boots.age) AS age FROM (
        SELECT seq, at, boot, up, 0 AS is_outcome,
          seq < (SELECT min(seq) FROM (SELECT seq FROM commits ORDER BY seq DESC LIMIT \(commitsKept))) AS is_spare
        FROM (SELECT * FROM commits ORDER BY seq LIMIT 1024) AS c
        WHERE revision < (SELECT max(revision) FROM commits WHERE scene = c.scene)
        UNION ALL
        SELECT seq, at, boot, up, 1 AS is_outcome, state = \(JournalSchema.State.acknowledged.rawValue) AS is_spare
        FROM (SELECT * FROM outcomes ORDER BY seq LIMIT 1024) WHERE state <> 0
      )
    ) WHERE (:too_large AND is_spare)
      OR (age > :window AND (:too_much OR age > :bound OR (boot <> :boot AND (:now - at) / 1000 > :bound)))
    ORDER BY seq LIMIT :limit
    """

  private func cut(_ db: Database, at time: JournalTime) throws -> (commits: Int, outcomes: Int) {
    let isTooLarge = try Self.usedBytes(db) > retention.bytes
    let isTooMuch = counts.commits > retention.commits || counts.outcomes > retention.commits || isTooLarge
    var cut = (commits: 0, outcomes: 0)
    try db.inTransaction(.immediate) {
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: Self.replaceable),
        arguments: [
          "up": time.bootMs, "window": Limits.windowMs, "too_much": isTooMuch, "too_large": isTooLarge,
          "bound": retention.ageMs, "boot": boot,
          "now": time.wallMicros, "limit": Self.biteRows,
        ])
      // A number is given once, also where the newest row goes.
      if !rows.isEmpty { try db.execute(sql: "UPDATE start SET seq = ?", arguments: [seq]) }
      for row in rows {
        let isOutcome: Bool = row["is_outcome"]
        try db.cachedStatement(sql: "DELETE FROM \(isOutcome ? "outcomes" : "commits") WHERE seq = ?")
          .execute(arguments: [row["seq"] as Int64])
        if isOutcome { cut.outcomes += 1 } else { cut.commits += 1 }
      }
      return .commit
    }
    return cut
  }

  /// The bytes of the rows, without pages that wait to be written again.
  private static func usedBytes(_ db: Database) throws -> Int64 {
    let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let size = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    return try (pages - Int64(freePages(db))) * size
  }

  private static func freePages(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
  }
}
