// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel

/// Copies rows of a damaged journal into a new one: those that can be read, and that hold what they must.
struct RowCopy {
  private(set) var dropped: [JournalFault] = []
  /// What of commits is left out.
  private(set) var lostCommits = LostCommits()
  /// For people: what could not be read.
  private(set) var notes: [String] = []
  /// The tables of which not everything could be read.
  private(set) var unread: Set<String> = []
  private let target: Database

  /// Copies into this database, inside the caller's transaction.
  init(_ target: Database) { self.target = target }

  /// - Parameter isLaidOutAnew: Whether tables are looked for where a new journal has them. Floors count for ten minutes, so a journal
  ///   goes without them rather than with what else may lie there.
  mutating func take(from db: Database, _ mark: Watermark.Level?, isLaidOutAnew: Bool) throws {
    var salvage = Salvage(db, mark: mark)
    try salvage.forEach("commits") { try take($0, of: "commits") { _ = try $0.commit() } }
    try salvage.forEach("outcomes") { try take($0, of: "outcomes") { _ = try $0.wholeDecided() } }
    try salvage.forEach("gaps") { try take($0, of: "gaps") { _ = try $0.text("reason") } }
    try salvage.forEachUnnumbered("workers") { try take($0, of: "workers") { _ = try $0.worker() } }
    if try isLaidOutAnew ? JournalCheck.holdsFloors(db) : db.tableExists("floors") {
      try salvage.forEach("floors") { try take($0, of: "floors") { _ = try $0.text("client") } }
    }
    try target.execute(sql: "DELETE FROM boots")
    try salvage.forEachUnnumbered("boots") { try take($0, of: "boots") { _ = try $0.text("id") } }
    try salvage.forEachUnnumbered("start") { try take($0, of: "start") { _ = try $0.integer("epoch") } }
    unread = salvage.missing.union(salvage.damaged)
    for table in salvage.missing.sorted() { notes.append("the table \(table) is missing") }
    for table in salvage.damaged.sorted() { notes.append("pages of the table \(table) cannot be read") }
    let wrong = try JournalCheck.faults(target, atMost: JournalReport.faultsMax)
    dropped += wrong.map { JournalFault($0) }
    _ = try JournalCheck.delete(target)
    try target.execute(sql: JournalSchema.floorsOfRows)
    lostCommits.arePagesDamaged = salvage.damaged.contains("commits") || salvage.missing.contains("commits")
    lostCommits.add(dropped)
    try completeStart(mark)
  }

  private mutating func take(_ row: Row, of table: String, _ check: (JournalRow) throws -> Void) throws {
    do {
      try check(JournalRow(row.withNewerColumns, of: table))
    } catch let fault as RowFault {
      dropped.append(JournalFault(table: table, row: fault.key, scene: row.scene, fault.problem))
      return
    }
    // The new journal gets an index of revisions of its own at the end of the repair.
    let values = row.filter { name, _ in table != "start" || name != "indexed" }
    let names = values.map(\.0)
    let places = names.map { _ in "?" }.joined(separator: ", ")
    let statement = try target.cachedStatement(
      sql: "INSERT OR IGNORE INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))")
    do {
      try statement.execute(arguments: StatementArguments(values.map(\.1)))
      if table == "commits", target.changesCount == 0 {
        dropped.append(
          JournalFault(
            table: table, row: "\(row["seq"] as DatabaseValue)", scene: row.scene,
            "a value is missing, or an earlier row has its revision"))
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      dropped.append(JournalFault(table: table, error.message ?? "it fits in no table"))
    }
  }

  /// The next start takes the boot for another one than the last, and so leaves out the ids that may have been told.
  private func completeStart(_ mark: Watermark.Level?) throws {
    try target.execute(
      sql: """
        INSERT OR IGNORE INTO start (id, epoch, starts, boot)
        SELECT 1, ifnull(max(epoch), 0), 0, '' FROM commits
        """)
    try target.execute(
      sql: """
        UPDATE start SET boot = '', seq = max(seq, ?), epoch = max(epoch, (SELECT ifnull(max(epoch), 0) FROM commits)),
          floor_id = max(floor_id, (SELECT ifnull(max(next_id), 1) FROM commits))
        """, arguments: [try JournalFile.newest(target)])
    try target.execute(sql: "INSERT OR IGNORE INTO boots (number, id, elapsed) VALUES (0, '', 0)")
  }
}

extension Row {
  /// The scene that it is of, where it names one.
  fileprivate var scene: SceneName? {
    hasColumn("scene") ? String.fromDatabaseValue(self["scene"]).flatMap { SceneName($0) } : nil
  }

  /// With the columns that a journal of an older version has not.
  fileprivate var withNewerColumns: Row {
    var values: [String: (any DatabaseValueConvertible)?] = [:]
    for (column, value) in self { values[column] = value }
    for column in ["owner", "uid", "sensitive", "on_death", "scenes"] where !hasColumn(column) {
      values[column] = .some(DatabaseValue.null)
    }
    return Row(values)
  }
}
