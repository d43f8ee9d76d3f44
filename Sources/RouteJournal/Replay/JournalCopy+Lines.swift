// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel
import WireProtocol

extension JournalCopy {
  /// Lines of a page.
  package static let linesMax = 256

  /// The rows of the past behind one, in their order: commits, commands that have ended, and gaps. An empty page is the end.
  /// Each page is read by itself, so that a slow reader never holds up who writes the journal.
  ///
  /// - Parameter upTo: The last row that is wanted.
  package func lines(behind row: UInt64, upTo last: UInt64 = .max) throws(JournalError) -> [JournalLine] {
    try translating(file) {
      try database.inDatabase { db in
        // Of one moment: a row that is cut meanwhile would be taken for the end.
        try db.beginTransaction(.deferred)
        defer { try? db.rollback() }
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT seq, 'commits' AS place FROM commits WHERE seq > :row AND seq <= :last
            UNION ALL SELECT seq, 'outcomes' FROM outcomes WHERE seq > :row AND seq <= :last AND state <> :open
            UNION ALL SELECT seq, 'gaps' FROM gaps WHERE seq > :row AND seq <= :last
            ORDER BY seq LIMIT \(Self.linesMax)
            """,
          arguments: [
            "row": Int64(clamping: row), "last": Int64(clamping: last),
            "open": JournalSchema.State.open.rawValue,
          ]
        ).map { JournalRow($0, of: "commits") }
        return try rows.compactMap { try Self.line(try $0.integer("seq"), in: try $0.text("place"), db) }
      }
    }
  }

  /// The newest row there is.
  package func newestRow() throws(JournalError) -> UInt64 {
    try translating(file) { UInt64(clamping: try database.inDatabase { try JournalFile.newest($0) }) }
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
        sql: "SELECT at, seq, body_hash, verb, because, origin, outcome, NULL AS owner FROM outcomes WHERE seq = ?")
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
