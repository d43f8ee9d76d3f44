// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel
import WireProtocol

extension JournalCopy {
  /// The rows of the past in their order: commits, commands that have ended, and gaps.
  private static let query = """
    SELECT seq, 'commits' AS place FROM commits WHERE seq > :row AND seq <= :last
    UNION ALL SELECT seq, 'outcomes' FROM outcomes WHERE seq > :row AND seq <= :last AND state <> :open
    UNION ALL SELECT seq, 'gaps' FROM gaps WHERE seq > :row AND seq <= :last
    ORDER BY seq
    """

  private static func arguments(behind row: UInt64, upTo last: UInt64) -> StatementArguments {
    [
      "row": Int64(clamping: row), "last": Int64(clamping: last), "open": JournalSchema.State.open.rawValue,
    ]
  }

  /// Calls `body` with the past as it is in one moment, row by row, until it has heard enough. The log of whoever writes the journal
  /// cannot begin anew until then, so nobody is waited for in it.
  package func forEachLine(_ body: (JournalLine) -> Bool) throws(JournalError) {
    try translating(file) { try database.inDatabase { try Self.forEachLine(in: $0, behind: 0, upTo: .max, body) } }
  }

  /// The rows behind one, up to another, as they are now.
  func lines(behind row: UInt64, upTo last: UInt64) throws(JournalError) -> [JournalLine] {
    try translating(file) {
      try database.inDatabase { db in
        var lines: [JournalLine] = []
        try Self.forEachLine(in: db, behind: row, upTo: last) {
          lines.append($0)
          return true
        }
        return lines
      }
    }
  }

  /// Calls `body` with the numbers of all rows up to one, as they are in one moment.
  func forEachRow(upTo last: UInt64, _ body: (UInt64) -> Void) throws(JournalError) {
    try translating(file) {
      try database.inDatabase { db in
        let rows = try Int64.fetchCursor(db, sql: Self.query, arguments: Self.arguments(behind: 0, upTo: last))
        while let row = try rows.next() { body(UInt64(clamping: row)) }
      }
    }
  }

  private static func forEachLine(
    in db: Database, behind row: UInt64, upTo last: UInt64, _ body: (JournalLine) -> Bool
  ) throws {
    // Of one moment: each row is looked for by itself.
    try db.beginTransaction(.deferred)
    defer { try? db.rollback() }
    let rows = try Row.fetchCursor(db, sql: query, arguments: arguments(behind: row, upTo: last))
    while let found = try rows.next() {
      let row = JournalRow(found, of: "commits")
      let line = try Self.line(row.integer("seq"), in: row.text("place"), db)
      if let line, !body(line) { return }
    }
  }

  private static func line(_ seq: Int64, in place: String, _ db: Database) throws -> JournalLine? {
    let row = UInt64(clamping: seq)
    switch place {
    case "commits":
      let statement = try db.cachedStatement(
        sql: "SELECT at, \(JournalRow.commitColumns) FROM commits WHERE seq = ?")
      guard let stored = try Row.fetchOne(statement, arguments: [seq]).map({ JournalRow($0, of: place) }) else {
        return nil
      }
      return JournalLine(row: row, .commit(try stored.commit(), at: try stored.integer("at")))
    case "outcomes":
      let statement = try db.cachedStatement(
        sql: "SELECT at, \(JournalRow.lastingOutcomeColumns), NULL AS owner FROM outcomes WHERE seq = ?")
      guard let stored = try Row.fetchOne(statement, arguments: [seq]).map({ JournalRow($0, of: place) }) else {
        return nil
      }
      var record = try stored.decided()
      (record.isDryRun, record.skippedGuards) = try stored.value("outcome", StoredJSON.marks)
      return JournalLine(row: row, .command(record, at: try stored.integer("at")))
    default:
      let statement = try db.cachedStatement(sql: "SELECT seq, from_at, to_at, reason FROM gaps WHERE seq = ?")
      guard let stored = try Row.fetchOne(statement, arguments: [seq]).map({ JournalRow($0, of: place) }) else {
        return nil
      }
      return JournalLine(
        row: row,
        .gap(
          from: try stored.integer("from_at"), to: try stored.integer("to_at"), reason: try stored.text("reason")))
    }
  }
}
