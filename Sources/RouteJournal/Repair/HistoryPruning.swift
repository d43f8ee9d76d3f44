// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel
import WireProtocol

/// Leaves out commits and commands that do not fit together, and writes down as gaps what is missing then.
struct HistoryPruning {
  private(set) var dropped: [JournalFault] = []
  private let db: Database

  /// Works on this database, inside the caller's transaction.
  init(_ db: Database) { self.db = db }

  /// - Parameters:
  ///   - lostEnd: What came behind all rows that are left.
  ///   - lostCommits: What is left out before.
  ///   - mark: How far the mark beside the journal has seen it come.
  mutating func run(_ lostEnd: LostEnd?, _ lostCommits: LostCommits, _ mark: Watermark.Level?) throws {
    var isCut = false
    for name in try String.fetchAll(db, sql: "SELECT DISTINCT scene FROM commits ORDER BY scene") {
      let before = dropped.count
      try dropStrangers(name)
      try prune(name)
      var lost = lostCommits
      for fault in dropped[before...] { lost.add(fault) }
      // Above the mark first: the next number behind those of commands may be one that it has seen.
      if let mark { isCut = try raise(name, above: mark, lost) || isCut }
      isCut = try raise(name) || isCut
    }
    isCut = try raiseFloors(lostCommits, mark) || isCut
    // Before the others: it explains the numbers that were raised.
    if let lostEnd {
      try write(lostEnd)
    } else if isCut {
      try writeLastGap(above: JournalFile.newest(db), Self.reason)
    }
    for name in try String.fetchAll(db, sql: "SELECT DISTINCT scene FROM commits ORDER BY scene") {
      try writeGaps(name)
    }
  }

  private mutating func drop(_ row: Int64, of table: String, _ scene: String, _ revision: Revision?, _ problem: String)
    throws
  {
    try db.execute(sql: "DELETE FROM \(table) WHERE seq = ?", arguments: [row])
    dropped.append(
      JournalFault(table: table, row: "\(row)", scene: SceneName(scene), revision: revision, problem))
  }

  /// A commit that its own command tells otherwise is not what was committed.
  private mutating func dropStrangers(_ scene: String) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT commits.seq AS seq, commits.revision AS revision, route, outcome FROM outcomes
        JOIN commits ON commits.scene = outcomes.scene AND commits.revision = outcomes.revision
        WHERE outcomes.scene = ? ORDER BY commits.seq
        """, arguments: [scene])
    var strangers: [(row: Int64, revision: Revision, difference: String)] = []
    while let row = try rows.next().map({ JournalRow($0, of: "commits") }) {
      let outcome = try row.value("outcome") { try StoredJSON.outcome($0) }
      let route = try row.value("route") { try StoredJSON.route($0) }
      guard outcome.kind == .committed, !outcome.path.path.elements.isEmpty,
        let difference = CommitSuccession.difference(of: route, from: Route(root: outcome.path.path))
      else { continue }
      strangers.append((try row.integer("seq"), UInt64(bitPattern: try row.integer("revision")), difference))
    }
    for stranger in strangers {
      try drop(
        stranger.row, of: "commits", scene, stranger.revision,
        "route is not what its command tells: \(stranger.difference)")
    }
  }

  /// Commits that are left out one by one; beyond these the older part goes as a whole.
  private static let singlesMax = 200

  private mutating func prune(_ scene: String) throws {
    var walk = try PruningWalk(db, scene, goingBack: Self.singlesMax)
    for _ in 0..<Self.singlesMax {
      guard let fault = try walk.nextFault() else { return }
      try drop(fault.row, of: "commits", scene, fault.revision, fault.problem)
    }
    while let fault = try walk.nextFault() {
      // Another row of its revision may lie behind it, and is looked at next.
      try db.execute(
        sql: """
          DELETE FROM commits
          WHERE scene = :scene AND (revision < :revision OR revision = :revision AND seq <= :row)
          """, arguments: ["scene": scene, "revision": Int64(bitPattern: fault.revision), "row": fault.row])
      walk.forgetWhatFits()
      dropped.append(
        JournalFault(
          table: "commits", scene: SceneName(scene), revision: fault.revision,
          "this and all before it do not fit what follows"))
    }
  }

  /// Where commands tell of later revisions than are left, the last commit takes a number above them, so that none is given
  /// again; a start does the same where the end of a journal is lost.
  ///
  /// - Returns: Whether it did.
  private func raise(_ scene: String) throws -> Bool {
    let before = db.totalChangesCount
    try db.execute(
      sql: """
        UPDATE commits SET (revision, major_revision) =
          (SELECT 1 + max(revision), 1 + max(revision) FROM outcomes WHERE scene = :scene)
        WHERE scene = :scene AND revision = (SELECT max(revision) FROM commits WHERE scene = :scene)
          AND revision < (SELECT max(revision) FROM outcomes WHERE scene = :scene)
        """, arguments: ["scene": scene])
    return db.totalChangesCount > before
  }

  /// The same above all that the mark has seen, where the newest commit of the scene may be among what is left out.
  ///
  /// - Returns: Whether it did.
  private func raise(_ scene: String, above mark: Watermark.Level, _ lost: LostCommits) throws -> Bool {
    let newest = try Row.fetchOne(
      db, sql: "SELECT seq, revision FROM commits WHERE scene = ? ORDER BY revision DESC LIMIT 1", arguments: [scene]
    ).map { JournalRow($0, of: "commits") }
    guard let newest, lost.mayLie(behind: try newest.integer("seq")), try newest.integer("revision") < mark.revision
    else { return false }
    try lift(newest.integer("seq"), to: Int64(mark.revision) + 1, mark)
    return true
  }

  /// Gives a commit this revision, and its scene no id that the mark has seen.
  private func lift(_ row: Int64, to revision: Int64, _ mark: Watermark.Level) throws {
    try db.execute(
      sql: "UPDATE commits SET \(LostEnd.raising), next_id = max(next_id, :next) WHERE seq = :seq",
      arguments: ["raised": revision, "next": Int64(mark.nextID), "seq": row])
  }

  private func liftFloors(revision: Int64, nextID: Int64) throws {
    try db.execute(
      sql: "UPDATE start SET floor_revision = max(floor_revision, ?), floor_id = max(floor_id, ?)",
      arguments: [revision, nextID])
  }

  /// Scenes of which no commit is left begin above all that commands and the mark tell of.
  ///
  /// - Returns: Whether there are such scenes.
  private func raiseFloors(_ lost: LostCommits, _ mark: Watermark.Level?) throws -> Bool {
    let told = try Int64.fetchOne(
      db, sql: "SELECT max(revision) FROM outcomes WHERE scene NOT IN (SELECT scene FROM commits)")
    let isCommitLeftOut = lost.mayLie(behind: 0)
    guard isCommitLeftOut || (told ?? 0) > 0 else { return false }
    try liftFloors(revision: max(told ?? 0, Int64(mark?.revision ?? 0)), nextID: Int64(mark?.nextID ?? 0))
    return (told ?? 0) > 0
  }

  // ── gaps ───────────────────────────────────────────────────────────────────────────────────────

  private static let reason = "not to be read, or not fitting, when the journal was repaired"

  private mutating func writeGaps(_ scene: String) throws {
    let holes = try JournalHoles(db)
    let rows = try Row.fetchAll(
      db, sql: "SELECT seq, at, revision FROM commits WHERE scene = ? ORDER BY revision", arguments: [scene]
    ).map { JournalRow($0, of: "commits") }
    for (index, row) in rows.enumerated().dropFirst() {
      let older = rows[index - 1]
      let (first, last) = (try older.integer("revision") + 1, try row.integer("revision") - 1)
      guard first <= last else { continue }
      let next = index + 1 < rows.count ? try rows[index + 1].integer("seq") : nil
      let (above, number) = try (older.integer("seq"), row.integer("seq"))
      guard holes.reason(above: above, before: number, below: next) == nil else { continue }
      var free = try freeNumber(above: above, below: next)
      if free == nil { free = try dropMisnamed(first...last, of: scene, above: above, below: next) }
      guard let place = free else { continue }
      try writeGap(place, from: try older.integer("at"), to: try row.integer("at"), Self.reason)
    }
  }

  /// Drops the commit of a missing revision that lies between two commits of its scene under the name of another one. A scene of
  /// that name begins above it, in case that there was one.
  ///
  /// - Returns: Its number, which is free then; nil where there is none.
  private mutating func dropMisnamed(
    _ missing: ClosedRange<Int64>, of scene: String, above older: Int64, below next: Int64?
  ) throws -> Int64? {
    // A commit that a command of its own scene tells of, or that has others beside it, is less likely to be the one.
    let found = try Row.fetchOne(
      db,
      sql: """
        SELECT seq, scene, revision, next_id FROM commits
        WHERE seq > :older AND (:next IS NULL OR seq < :next) AND scene <> :scene AND revision BETWEEN :first AND :last
        ORDER BY
          EXISTS (SELECT 1 FROM outcomes WHERE outcomes.scene = commits.scene AND outcomes.revision = commits.revision),
          (SELECT count(*) FROM commits AS others WHERE others.scene = commits.scene), seq
        LIMIT 1
        """,
      arguments: [
        "older": older, "next": next, "scene": scene, "first": missing.lowerBound, "last": missing.upperBound,
      ]
    ).map { JournalRow($0, of: "commits") }
    guard let found else { return nil }
    let (row, revision) = try (found.integer("seq"), found.integer("revision"))
    try drop(
      row, of: "commits", try found.text("scene"), UInt64(bitPattern: revision),
      "lies where revision \(revision) of \(scene) is missing, and seems to be that one")
    try liftFloors(revision: revision, nextID: found.integer("next_id"))
    return row
  }

  /// The number of a row that is gone; behind the last row every number is free. Nil where all are taken.
  private func freeNumber(above older: Int64, below next: Int64?) throws -> Int64? {
    var number = older + 1
    let used = Set(
      try Int64.fetchAll(
        db,
        sql: """
          SELECT seq FROM (
            SELECT seq FROM commits UNION SELECT seq FROM outcomes UNION SELECT seq FROM gaps UNION SELECT seq FROM floors
          ) WHERE seq > :older AND (:next IS NULL OR seq < :next)
          """, arguments: ["older": older, "next": next]))
    while used.contains(number) { number += 1 }
    return next.map { number < $0 } ?? true ? number : nil
  }

  private func writeGap(_ number: Int64, from: Int64, to: Int64, _ reason: String) throws {
    try db.execute(
      sql: "INSERT INTO gaps (seq, from_at, to_at, reason) VALUES (?, ?, ?, ?)",
      arguments: [number, from, max(from, to), reason])
    try db.execute(sql: "UPDATE start SET seq = max(seq, ?)", arguments: [number])
  }

  /// A gap behind all rows, for what came last and cannot be read.
  private func writeLastGap(above row: Int64, _ reason: String) throws {
    let at = try Int64.fetchOne(
      db, sql: "SELECT max(at) FROM (SELECT at FROM commits UNION ALL SELECT at FROM outcomes)")
    guard let number = try freeNumber(above: row, below: nil) else { return }
    try writeGap(number, from: at ?? 0, to: at ?? 0, reason)
  }

  /// Does what a start does where the end of a journal is lost: nothing that may have been given is given again, and a gap
  /// says so. It takes a row above all that the mark has seen, so that nothing is missing any more.
  private func write(_ lostEnd: LostEnd) throws {
    let mark = lostEnd.mark
    let newest = try Row.fetchAll(db, sql: "SELECT seq, max(revision) AS revision FROM commits GROUP BY scene")
      .map { JournalRow($0, of: "commits") }
    for row in newest { try lift(row.integer("seq"), to: lostEnd.revision(above: row.integer("revision")), mark) }
    try db.execute(sql: "UPDATE start SET epoch = max(epoch, ?)", arguments: [Int64(mark.epoch)])
    try liftFloors(revision: Int64(mark.revision), nextID: Int64(mark.nextID))
    try writeLastGap(above: max(JournalFile.newest(db), mark.seq), lostEnd.reason)
  }
}
