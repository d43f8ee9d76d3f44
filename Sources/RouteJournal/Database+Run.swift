// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

/// The statements of a transaction, by SQLite's own calls: GRDB makes a list of values for each, and prepares BEGIN and COMMIT
/// anew each time, which cost as much as SQLite itself.
extension Database {
  /// Runs a statement that returns no rows. It is prepared once.
  func run(_ sql: String, _ set: (inout Parameters) -> Void = { _ in }) throws {
    try run(cachedStatement(sql: sql), set)
  }

  /// Runs a statement that returns no rows, and that a caller found before: to find a long one costs as much as to set it.
  func run(_ statement: Statement, _ set: (inout Parameters) -> Void) throws {
    let statement = statement.sqliteStatement
    defer { sqlite3_reset(statement) }
    var parameters = Parameters(statement)
    set(&parameters)
    guard parameters.code == SQLITE_OK, sqlite3_step(statement) == SQLITE_DONE else {
      let message = sqliteConnection.map { String(cString: sqlite3_errmsg($0)) }
      throw DatabaseError(
        resultCode: ResultCode(rawValue: sqlite3_extended_errcode(sqliteConnection)), message: message)
    }
  }

  /// Lets `writer` write as one transaction, of which nothing stays where `body` throws.
  func writing(_ writer: inout RecordWriter, _ body: (inout RecordWriter) throws -> Void) throws {
    try run(statement("BEGIN IMMEDIATE", &writer.statements.begin)) { _ in }
    do {
      try body(&writer)
      try run(statement("COMMIT", &writer.statements.end)) { _ in }
    } catch {
      // SQLite may have ended it already.
      if isInsideTransaction { try? run("ROLLBACK") }
      throw error
    }
  }
}

/// The parameters of a statement, which are set in their order.
struct Parameters {
  private let statement: SQLiteStatement
  private var index: Int32 = 1
  /// What the first failed setting returned.
  private(set) var code = SQLITE_OK

  init(_ statement: SQLiteStatement) { self.statement = statement }

  mutating func add(_ number: Int64) { note(sqlite3_bind_int64(statement, index, number)) }

  mutating func add(_ number: UInt64) { add(Int64(bitPattern: number)) }

  mutating func add(_ number: UInt32?) {
    if let number { add(Int64(number)) } else { addNothing() }
  }

  mutating func add(_ text: String) {
    var text = text
    note(text.withUTF8 { set($0) })
  }

  mutating func add(_ text: String?) {
    if let text { add(text) } else { addNothing() }
  }

  /// Text as its UTF-8.
  mutating func add(_ utf8: [UInt8]) { note(utf8.withUnsafeBufferPointer { set($0) }) }

  private mutating func addNothing() { note(sqlite3_bind_null(statement, index)) }

  private func set(_ utf8: UnsafeBufferPointer<UInt8>) -> Int32 {
    // Without an address the value would be NULL.
    guard let start = utf8.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, nil) }
    return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
      sqlite3_bind_text64(statement, index, $0, sqlite3_uint64(utf8.count), Self.isCopied, UInt8(SQLITE_UTF8))
    }
  }

  /// `SQLITE_TRANSIENT`: the text lives no longer than the call.
  private static let isCopied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private mutating func note(_ result: Int32) {
    index += 1
    if code == SQLITE_OK { code = result }
  }
}
