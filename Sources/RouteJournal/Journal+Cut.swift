// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB

/// How the journal is cut at its old end, a bite at a time.
extension Journal {
  /// Rows that a bite deletes at most.
  static let biteRows = 256
  /// Pages of deleted rows with which a bite ends: rows may be large.
  static let biteFreedPages = 1024
  /// How long after a search for old rows that found none the next one is made, in ms.
  static let agedIntervalMs: Int64 = 10_000
  /// The newest commits, which stay while they are young: their causes name the asks whose verdict a worker may still want.
  static let commitsKept = 64

  /// Commits that may go where the journal is too large, oldest first: only those that the index of revisions has a later one for.
  private static let spareCommits = """
    SELECT seq, scene, revision FROM (SELECT seq, scene, revision FROM commits ORDER BY seq LIMIT \(spareAmong)) AS c
    WHERE seq < :kept AND revision < (SELECT max(revision) FROM revisions WHERE scene = c.scene)
    """

  /// The same of outcomes.
  private static let spareOutcomes = """
    SELECT seq FROM (SELECT seq, client, sequence, state FROM outcomes ORDER BY seq LIMIT \(spareAmong)) AS outcomes
    WHERE state <> \(JournalSchema.State.open.rawValue) AND \(JournalSchema.isAcknowledged)
    """

  /// Of each table only so many of the oldest rows are looked at, so that a bite stays a bite. Fewer scenes have a last commit and
  /// fewer commands are open, but more outcomes may wait for their clients' acknowledgement: their age frees them.
  private static let spareAmong = 1024

  /// Rows that go first where the journal is too large, oldest first, however young: those that no retry asks for, which are
  /// acknowledged commands, and commits that a later one of their scene has replaced, but the newest.
  ///
  /// Both tables are read row by row until there are enough. Only columns before the long texts are read: behind a text of
  /// 200 KiB lie fifty pages.
  private func spareRows(_ db: Database) throws -> [OldRow] {
    let kept = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT seq FROM commits ORDER BY seq DESC LIMIT 1 OFFSET \(Self.commitsKept - 1)"))
    let commits = try Row.fetchCursor(db.cachedStatement(sql: Self.spareCommits), arguments: ["kept": kept ?? 0])
    let outcomes = try Int64.fetchCursor(db.cachedStatement(sql: Self.spareOutcomes))
    func nextCommit() throws -> OldRow? { try commits.next().map { OldRow(seq: $0[0], scene: $0[1], revision: $0[2]) } }
    var (commit, outcome) = try (nextCommit(), outcomes.next())
    var rows: [OldRow] = []
    while rows.count < Self.biteRows {
      if let seq = outcome, seq < commit?.seq ?? .max {
        rows.append(OldRow(seq: seq, isOutcome: true))
        outcome = try outcomes.next()
      } else if let row = commit {
        rows.append(row)
        commit = try nextCommit()
      } else {
        break
      }
    }
    return rows
  }

  /// Rows that may go for their age, oldest first: replaced commits and commands that have ended, older than the exactly-once
  /// window and, where `:too_much` is not set, than the bound. For that bound the wall clock counts too, where a row comes from
  /// another boot: it also ran while the machine was off. The age lies behind the long texts, so the search is slow where these
  /// are long.
  private static let aged = """
    SELECT seq, is_outcome FROM (
      SELECT seq, at, is_outcome, boot, \(Boots.age) AS age FROM (
        SELECT seq, at, boot, up, 0 AS is_outcome
        FROM (SELECT seq, at, boot, up, scene, revision FROM commits ORDER BY seq LIMIT 1024) AS c
        WHERE revision < (SELECT max(revision) FROM revisions WHERE scene = c.scene)
        UNION ALL
        SELECT seq, at, boot, up, 1 AS is_outcome
        FROM (SELECT seq, at, boot, up, state FROM outcomes ORDER BY seq LIMIT 1024) WHERE state <> 0
      )
    ) WHERE age > :window AND (:too_much OR age > :bound OR (boot <> :boot AND (:now - at) / 1000 > :bound))
    ORDER BY seq LIMIT :limit
    """

  /// Floors that no copy can need any more, among the oldest.
  private static let oldFloors = """
    DELETE FROM floors WHERE seq IN (
      SELECT seq FROM (SELECT seq, at, boot, up FROM floors ORDER BY seq LIMIT :limit) WHERE \(Boots.age) > :window
    )
    """

  /// - Returns: How many there were; where it is a whole bite, there may be more.
  private func deleteOldFloors(_ db: Database, at time: JournalTime) throws -> Int {
    try db.cachedStatement(sql: Self.oldFloors)
      .execute(arguments: ["up": time.bootMs, "window": Limits.windowMs, "limit": Self.biteRows])
    return db.changesCount
  }

  /// What a bite has deleted.
  struct Cut {
    var commits = 0
    var outcomes = 0
    /// Whether more is probably left.
    var hasMore = false
    /// The landmarks of commits that are not taken over into the index of revisions.
    var landmarks: Landmarks
  }

  func cut(_ db: Database, at time: JournalTime) throws -> Cut {
    let bytes = try Self.usedBytes(db)
    let isTooLarge = bytes > retention.bytes
    let isTooMuch = counts.commits > retention.commits || counts.outcomes > retention.commits || isTooLarge
    isFarTooMuch = max(counts.commits, counts.outcomes) / 2 > retention.commits || bytes / 2 > retention.bytes
    var cut = Cut(landmarks: landmarks)
    try db.inTransaction(.immediate) {
      lookForOthers(db)
      if !isAlone { cut.landmarks = Landmarks(behind: landmarks.indexed) }
      let mayBeAged = agedMissed.map { !(0..<Self.agedIntervalMs).contains(time.bootMs - $0) } ?? true
      if mayBeAged { try index(db, &cut) }
      var rows = isTooLarge ? try spareRows(db) : []
      if isTooLarge, rows.isEmpty, cut.landmarks.indexed < seq {
        try index(db, &cut)
        rows = try spareRows(db)
      }
      let hasSpare = !rows.isEmpty
      // Behind the last spare row there may be old ones; so may outcomes among which none is spare.
      if mayBeAged, !rows.contains(where: \.isOutcome) {
        var aged = try agedRows(db, at: time, isTooMuch: isTooMuch)
        agedMissed = aged.isEmpty ? time.bootMs : nil
        // Its commits are among the spare ones already.
        if hasSpare { aged.removeAll { !$0.isOutcome } }
        rows = Array(rows.prefix(Self.biteRows - aged.count)) + aged
      }
      let oldFloors = mayBeAged ? try deleteOldFloors(db, at: time) : 0
      let mayHaveOldFloors = oldFloors == Self.biteRows
      if mayHaveOldFloors { agedMissed = nil }
      // A number is given once, also where the newest row goes.
      if !rows.isEmpty || oldFloors > 0 { try db.execute(sql: "UPDATE start SET seq = ?", arguments: [seq]) }
      let isFull = try delete(rows, db, &cut)
      cut.hasMore = isFull || hasSpare || mayHaveOldFloors
      return .commit
    }
    landmarks = cut.landmarks
    return cut
  }

  private func index(_ db: Database, _ cut: inout Cut) throws {
    if cut.landmarks.indexed < seq { try cut.landmarks.takeOver(db, to: seq) }
  }

  private func agedRows(_ db: Database, at time: JournalTime, isTooMuch: Bool) throws -> [OldRow] {
    try Row.fetchAll(
      db.cachedStatement(sql: Self.aged),
      arguments: [
        "up": time.bootMs, "window": Limits.windowMs, "too_much": isTooMuch, "bound": retention.ageMs,
        "boot": boot, "now": time.wallMicros, "limit": Self.biteRows,
      ]
    ).map { OldRow(seq: $0["seq"], isOutcome: $0["is_outcome"]) }
  }

  /// Deletes rows until a bite is full.
  ///
  /// - Returns: Whether it is.
  private func delete(_ rows: [OldRow], _ db: Database, _ cut: inout Cut) throws -> Bool {
    let free = try Self.freePages(db)
    let outcome = try db.cachedStatement(sql: "DELETE FROM outcomes WHERE seq = ?")
    let commit = try db.cachedStatement(sql: "DELETE FROM commits WHERE seq = ?")
    let aged = try RevisionIndex.Deletion(db)
    var newest: [String: OldRow] = [:]
    var isFull = rows.count == Self.biteRows
    for (index, row) in rows.enumerated() {
      if row.isOutcome {
        try db.run(outcome) { $0.add(row.seq) }
        cut.outcomes += 1
      } else if let scene = row.scene {
        try db.run(commit) { $0.add(row.seq) }
        let highest = newest[scene].map { max($0.revision, row.revision) } ?? row.revision
        newest[scene] = OldRow(seq: row.seq, scene: scene, revision: highest)
        cut.commits += 1
      } else {
        try aged.run(row.seq, db)
        cut.commits += 1
      }
      // To ask takes as long as to delete a short row.
      guard index % 8 == 7 else { continue }
      if try Self.freePages(db) - free >= Self.biteFreedPages {
        isFull = true
        break
      }
    }
    for (scene, row) in newest { try RevisionIndex.deleteLandmarks(of: scene, upTo: row.revision, row: row.seq, db) }
    return isFull
  }

  /// The bytes of the rows, without pages that wait to be written again.
  private static func usedBytes(_ db: Database) throws -> Int64 {
    let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let size = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    return try (pages - Int64(freePages(db))) * size
  }
}

/// A row that may go.
private struct OldRow {
  var seq: Int64
  var isOutcome = false
  /// The scene and revision of a commit that is the oldest of its scene behind those before it; none where it goes for its age.
  var scene: String?
  var revision: Int64 = 0
}
