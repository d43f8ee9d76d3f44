// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB

/// How the journal is cut at its old end, a bite at a time.
extension Journal {
  /// Rows that a bite deletes, a few more at most.
  static let biteRows = 512
  /// Pages of deleted rows with which a bite ends: rows may be large.
  static let biteFreedPages = 1024

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

  /// Deletes such floors, where they are due to be looked for.
  ///
  /// - Returns: How many there were; where it is a whole bite, there may be more.
  private func deleteOldFloors(_ db: Database, at time: JournalTime) throws -> Int {
    guard floorSearch.isDue(at: time) else { return 0 }
    try db.cachedStatement(sql: Self.oldFloors)
      .execute(arguments: ["up": time.bootMs, "window": Limits.windowMs, "limit": Self.biteRows])
    let count = db.changesCount
    floorSearch.ended(at: time, hasMore: count == Self.biteRows)
    return count
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
      let mayBeAged = agedSearch.isDue(at: time)
      let spare = try spareRows(db, isTooLarge: isTooLarge, mayBeAged: mayBeAged, &cut.landmarks)
      // Behind the last spare row there may be old ones; so may outcomes among which none is spare.
      let looksForAged = mayBeAged && !spare.hasOutcomes
      let aged = looksForAged ? try agedRows(db, at: time, isTooMuch: isTooMuch, besides: spare) : []
      let oldFloors = try deleteOldFloors(db, at: time)
      // A number is given once, also where the newest row goes.
      if !spare.runs.isEmpty || !aged.isEmpty || oldFloors > 0 {
        try db.run("UPDATE start SET seq = ?") { $0.add(seq) }
      }
      let isFull = try delete(spare, aged, db, &cut)
      cut.hasMore = isFull || !spare.runs.isEmpty || oldFloors == Self.biteRows
      return .commit
    }
    landmarks = cut.landmarks
    return cut
  }

  /// Rows that go however young they are, where the journal is too large. The index of revisions takes over all commits, where the
  /// cut may need those behind it.
  private func spareRows(
    _ db: Database, isTooLarge: Bool, mayBeAged: Bool, _ landmarks: inout Landmarks
  ) throws -> SpareRows {
    let spare = isTooLarge ? try SpareRows(db, atMost: Self.biteRows, &landmarks) : SpareRows()
    // Each time a landmark for each scene is added: while enough may go the commits can wait for that.
    guard spare.count < Self.biteRows, isTooLarge || mayBeAged, landmarks.indexed < seq else { return spare }
    try landmarks.takeOver(db, to: seq)
    return isTooLarge ? try SpareRows(db, atMost: Self.biteRows, &landmarks) : spare
  }

  /// Rows that may go for their age, and are not spare.
  private func agedRows(
    _ db: Database, at time: JournalTime, isTooMuch: Bool, besides spare: SpareRows
  ) throws -> [OldRow] {
    var aged = try Row.fetchAll(
      db.cachedStatement(sql: Self.aged),
      arguments: [
        "up": time.bootMs, "window": Limits.windowMs, "too_much": isTooMuch, "bound": retention.ageMs,
        "boot": boot, "now": time.wallMicros, "limit": Self.biteRows,
      ]
    ).map { OldRow(seq: $0["seq"], isOutcome: $0["is_outcome"]) }
    agedSearch.ended(at: time, hasMore: !aged.isEmpty)
    // Its commits are among the spare ones already.
    if !spare.runs.isEmpty { aged.removeAll { !$0.isOutcome } }
    return aged
  }

  /// Deletes rows until a bite is full.
  ///
  /// - Returns: Whether it is.
  private func delete(_ spare: SpareRows, _ aged: [OldRow], _ db: Database, _ cut: inout Cut) throws -> Bool {
    let freeAtFirst = try Self.freePages(db)
    func isFull() throws -> Bool { try Self.freePages(db) - freeAtFirst >= Self.biteFreedPages }
    let isFullOfSpare = try delete(spare, atMost: Self.biteRows - aged.count, db, &cut, isFull)
    if isFullOfSpare { return true }
    if aged.contains(where: { !$0.isOutcome }) { cut.landmarks.forgetExtents() }
    let outcome = try db.cachedStatement(sql: "DELETE FROM outcomes WHERE seq = ?")
    let commit = try RevisionIndex.Deletion(db)
    for (index, row) in aged.enumerated() {
      if row.isOutcome {
        try db.run(outcome) { $0.add(row.seq) }
        cut.outcomes += 1
      } else {
        try commit.run(row.seq, db)
        cut.commits += 1
      }
      if index % 8 == 7, try isFull() { return true }
    }
    return spare.count + aged.count >= Self.biteRows
  }

  /// Deletes spare rows, and the landmarks of those that were one.
  ///
  /// - Returns: Whether so much room has come free that the bite is full.
  private func delete(
    _ spare: SpareRows, atMost limit: Int, _ db: Database, _ cut: inout Cut, _ isFull: () throws -> Bool
  ) throws -> Bool {
    let outcomes = try db.cachedStatement(sql: "DELETE FROM outcomes WHERE seq BETWEEN ? AND ?")
    let commits = try db.cachedStatement(sql: "DELETE FROM commits WHERE seq BETWEEN ? AND ?")
    var newest: [String: (revision: Int64, row: Int64)] = [:]
    var (count, isFullOfThem) = (0, false)
    for run in spare.runs where count < limit && !isFullOfThem {
      try db.run(run.isOutcome ? outcomes : commits) { range in
        range.add(run.first)
        range.add(run.last)
      }
      if run.isOutcome { cut.outcomes += run.count } else { cut.commits += run.count }
      count += run.count
      for (scene, revision, row) in run.commits {
        newest[scene] = (newest[scene].map { max($0.revision, revision) } ?? revision, row)
      }
      isFullOfThem = try isFull()
    }
    for (scene, last) in newest { try cut.landmarks.delete(of: scene, upTo: last.revision, row: last.row, db) }
    return isFullOfThem
  }

  /// The bytes of the rows, without pages that wait to be written again.
  private static func usedBytes(_ db: Database) throws -> Int64 {
    let pages = try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA page_count")) ?? 0
    let size = try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA page_size")) ?? 0
    return try (pages - Int64(freePages(db))) * size
  }
}

/// A row that may go for its age.
private struct OldRow {
  var seq: Int64
  var isOutcome: Bool
}

/// A search for what has become old, which is made anew some time after one that left nothing.
struct OldSearch {
  /// How long after a search that left nothing the next one is made, in ms.
  static let intervalMs: Int64 = 10_000

  private var lastMs: Int64?

  /// Whether it may find something.
  func isDue(at time: JournalTime) -> Bool {
    lastMs.map { !(0..<Self.intervalMs).contains(time.bootMs - $0) } ?? true
  }

  /// - Parameter hasMore: Whether the next one probably finds something again.
  mutating func ended(at time: JournalTime, hasMore: Bool) { lastMs = hasMore ? nil : time.bootMs }
}
