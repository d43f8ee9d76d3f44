// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

/// The rows of a query, one after the other, by SQLite's own calls: GRDB makes an object of each.
struct Steps: ~Copyable {
  private let db: Database
  /// It ends the other one where nobody holds it.
  private let owner: Statement
  private let statement: SQLiteStatement

  /// Of a query without parameters, which is prepared once. Nobody else may run it meanwhile.
  init(_ db: Database, _ sql: String) throws {
    self.db = db
    owner = try db.cachedStatement(sql: sql)
    statement = owner.sqliteStatement
  }

  deinit { sqlite3_reset(statement) }

  /// Goes to the next row; false behind the last one.
  mutating func next() throws -> Bool {
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw db.failure }
    return code == SQLITE_ROW
  }

  /// A column of the row, counted from 0.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// A column of the row, counted from 0.
  func text(_ column: Int32) -> String {
    let bytes = sqlite3_column_text(statement, column)
    return String(
      decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))), as: UTF8.self)
  }
}
