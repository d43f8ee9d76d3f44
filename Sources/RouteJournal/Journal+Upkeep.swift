// SPDX-License-Identifier: Apache-2.0

import CJournalFile
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
        // Whoever else writes has no business there, but is let in.
        defer { waykeeper_journal_file_leave_locks(db.sqliteConnection) }
        let cut = try cut(db, at: time)
        counts.commits -= cut.commits
        counts.outcomes -= cut.outcomes
        // Pages are kept while there is something left to cut, and given back at the end.
        let isCutting = cut.isWhole
        if !isCutting { try db.execute(sql: "PRAGMA incremental_vacuum(\(Self.bitePages))") }
        let state = state(db, counts)
        if state != mark.state { try mark.write(level, state, .none) }
        let isMoving = checkpointer?.isMoving ?? false
        // Under a load the room of the log is wanted again at once.
        let isBusy = upkeptSeq != seq
        upkeptSeq = seq
        if !isMoving, try move(db, at: time, among: Self.windowRows) {
          ids.synced = ids.told
          if !isBusy, try JournalFile.shrinkLog(file, db) {
            places.noteNewLog()
            try mark.write(level, self.state(db, counts), .none)
          }
          try mark.sync()
        }
        let isLogLarge = JournalFile.logBytes(file) > JournalFile.logKeptBytes
        return try isCutting || isMoving || isBusy && isLogLarge || Self.freePages(db) >= Self.bitePages
      }
    }
  }

  /// Moves the log into the file while the thread does not, and notes how far the window has gone on.
  ///
  /// - Returns: Whether all of it was moved.
  private func move(_ db: Database, at time: JournalTime, among rows: Int?) throws -> Bool {
    var isWhole = false
    try seal.moving {
      isWhole = try JournalFile.checkpoint(db, .passive)
      bounds.window = max(bounds.window, checkpointer?.window ?? 0)
      _ = try bounds.advance(db, upTo: seq, among: rows, bootMs: time.bootMs)
      return knownBounds
    }
    return isWhole
  }

  /// The same under a load.
  func move(at time: JournalTime) throws { _ = try database.inDatabase { try move($0, at: time, among: nil) } }

  /// Outcomes among which a bite looks for the beginning of the window.
  static let windowRows = 4096
  /// Rows that a bite deletes at most.
  static let biteRows = 256
  /// Pages of deleted rows with which a bite ends: rows may be large.
  static let biteFreedPages = 1024
  /// How long after a search for old rows that found none the next one is made, in ms.
  static let agedIntervalMs: Int64 = 10_000
  /// Pages that a bite gives back at most.
  static let bitePages = 128
  /// The newest commits, which stay while they are young: their causes name the asks whose verdict a worker may still want.
  static let commitsKept = 64

  /// Rows that go first where the journal is too large, oldest first, however young: those that no retry asks for, which are
  /// acknowledged commands, and commits that a later one of their scene has replaced, but the newest.
  ///
  /// Only columns before the long texts are read, and not with `*`: behind a text of 200 KiB lie fifty pages. Only the oldest
  /// rows of each table are looked at, so that a bite stays a bite; among them are fewer that must stay (a scene's last commit,
  /// an open command) than are looked at.
  private static let spare = """
    SELECT seq, is_outcome FROM (
      SELECT seq, 0 AS is_outcome FROM (SELECT seq, scene, revision FROM commits ORDER BY seq LIMIT 1024) AS c
      WHERE seq < (SELECT min(seq) FROM (SELECT seq FROM commits ORDER BY seq DESC LIMIT \(commitsKept)))
        AND revision < (SELECT max(revision) FROM commits WHERE scene = c.scene)
      UNION ALL
      SELECT seq, 1 AS is_outcome FROM (SELECT seq, state FROM outcomes ORDER BY seq LIMIT 1024)
      WHERE state = \(JournalSchema.State.acknowledged.rawValue)
    ) ORDER BY seq LIMIT :limit
    """

  /// Rows that may go for their age, oldest first: replaced commits and commands that have ended, older than the exactly-once
  /// window and, where `:too_much` is not set, than the bound. For that bound the wall clock counts too, where a row comes from
  /// another boot: it also ran while the machine was off. The age lies behind the long texts, so the search is slow where these
  /// are long.
  private static let aged = """
    SELECT seq, is_outcome FROM (
      SELECT seq, at, is_outcome, boot, \(Boots.age) AS age FROM (
        SELECT seq, at, boot, up, 0 AS is_outcome
        FROM (SELECT seq, at, boot, up, scene, revision FROM commits ORDER BY seq LIMIT 1024) AS c
        WHERE revision < (SELECT max(revision) FROM commits WHERE scene = c.scene)
        UNION ALL
        SELECT seq, at, boot, up, 1 AS is_outcome
        FROM (SELECT seq, at, boot, up, state FROM outcomes ORDER BY seq LIMIT 1024) WHERE state <> 0
      )
    ) WHERE age > :window AND (:too_much OR age > :bound OR (boot <> :boot AND (:now - at) / 1000 > :bound))
    ORDER BY seq LIMIT :limit
    """

  /// Notes how far the client of a row that goes has acknowledged: a late copy of that command must not run again.
  private static let keepFloor = """
    INSERT INTO floors (seq, at, client, sequence, boot, up, owner)
    SELECT seq, at, client, sequence, boot, up, owner FROM outcomes WHERE seq = ?
    ON CONFLICT (client) DO UPDATE SET
      seq = excluded.seq, at = excluded.at, sequence = max(sequence, excluded.sequence), boot = excluded.boot,
      up = excluded.up, owner = excluded.owner
    """

  /// Floors that no copy can need any more, among the oldest.
  private static let oldFloors = """
    DELETE FROM floors WHERE seq IN (
      SELECT seq FROM (SELECT seq, at, boot, up FROM floors ORDER BY seq LIMIT :limit) WHERE \(Boots.age) > :window
    )
    """

  /// - Returns: Whether there may be more of them.
  private func deleteOldFloors(_ db: Database, at time: JournalTime) throws -> Bool {
    try db.cachedStatement(sql: Self.oldFloors)
      .execute(arguments: ["up": time.bootMs, "window": Limits.windowMs, "limit": Self.biteRows])
    return db.changesCount == Self.biteRows
  }

  /// What a bite has deleted.
  private struct Cut {
    var commits = 0
    var outcomes = 0
    /// Whether more is probably left.
    var isWhole = false
  }

  private func cut(_ db: Database, at time: JournalTime) throws -> Cut {
    let bytes = try Self.usedBytes(db)
    let isTooLarge = bytes > retention.bytes
    let isTooMuch = counts.commits > retention.commits || counts.outcomes > retention.commits || isTooLarge
    isFarTooMuch = max(counts.commits, counts.outcomes) / 2 > retention.commits || bytes / 2 > retention.bytes
    var cut = Cut()
    try db.inTransaction(.immediate) {
      lookForOthers(db)
      var rows: [Row] = []
      if isTooLarge {
        rows = try Row.fetchAll(db.cachedStatement(sql: Self.spare), arguments: ["limit": Self.biteRows])
      }
      // Behind the last spare row there may be old ones.
      let hasSpare = !rows.isEmpty
      let mayBeAged = agedMissed.map { !(0..<Self.agedIntervalMs).contains(time.bootMs - $0) } ?? true
      if rows.isEmpty, mayBeAged {
        rows = try Row.fetchAll(
          db.cachedStatement(sql: Self.aged),
          arguments: [
            "up": time.bootMs, "window": Limits.windowMs, "too_much": isTooMuch, "bound": retention.ageMs,
            "boot": boot, "now": time.wallMicros, "limit": Self.biteRows,
          ])
        agedMissed = rows.isEmpty ? time.bootMs : nil
      }
      let hasOldFloors = mayBeAged ? try deleteOldFloors(db, at: time) : false
      if hasOldFloors { agedMissed = nil }
      // A number is given once, also where the newest row goes.
      if !rows.isEmpty { try db.execute(sql: "UPDATE start SET seq = ?", arguments: [seq]) }
      let free = try Self.freePages(db)
      var isFull = false
      for row in rows where !isFull {
        let isOutcome: Bool = row["is_outcome"]
        // What goes for its age is too old for a copy.
        if isOutcome, hasSpare {
          try db.cachedStatement(sql: Self.keepFloor).execute(arguments: [row["seq"] as Int64])
        }
        try db.cachedStatement(sql: "DELETE FROM \(isOutcome ? "outcomes" : "commits") WHERE seq = ?")
          .execute(arguments: [row["seq"] as Int64])
        if isOutcome { cut.outcomes += 1 } else { cut.commits += 1 }
        let hasFreed = try Self.freePages(db) - free >= Self.biteFreedPages
        isFull = hasFreed || cut.commits + cut.outcomes == Self.biteRows
      }
      cut.isWhole = isFull || hasSpare || hasOldFloors
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
