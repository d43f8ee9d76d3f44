// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite
import RouteModel

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
    // The texts lie in memory that ends with this call.
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    let code = ByteWriter.lend { texts in
      var parameters = Parameters(statement, texts)
      set(&parameters)
      texts = parameters.texts
      parameters.bindTexts()
      return parameters.code == SQLITE_OK ? sqlite3_step(statement) : parameters.code
    }
    guard code == SQLITE_DONE else { throw failure }
  }

  /// What SQLite says of the call that failed last.
  var failure: DatabaseError {
    let message = sqliteConnection.map { String(cString: sqlite3_errmsg($0)) }
    return DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(sqliteConnection)), message: message)
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
  private var count = 0
  /// What the first failed setting returned.
  private(set) var code = SQLITE_OK
  /// All texts, one behind the other.
  private(set) var texts: ByteWriter
  /// Where the text of each parameter begins; -1 for one that is none. No statement has more parameters.
  private var starts = InlineArray<16, Int>(repeating: -1)

  init(_ statement: SQLiteStatement, _ texts: ByteWriter) {
    self.statement = statement
    self.texts = texts
  }

  mutating func add(_ number: Int64) { note(sqlite3_bind_int64(statement, next(), number)) }

  mutating func add(_ number: UInt64) { add(Int64(bitPattern: number)) }

  mutating func add(_ number: UInt32?) {
    if let number { add(Int64(number)) } else { addNothing() }
  }

  mutating func add(_ text: String) { add { $0.append(text) } }

  mutating func add(_ text: String?) {
    if let text { add(text) } else { addNothing() }
  }

  /// The text that `write` appends.
  mutating func add(_ write: (inout ByteWriter) -> Void) {
    starts[Int(next()) - 1] = texts.count
    write(&texts)
  }

  private mutating func addNothing() { note(sqlite3_bind_null(statement, next())) }

  /// Hands the texts to SQLite, which reads them where they are: none may be added after that.
  mutating func bindTexts() {
    let all = texts.written()
    var end = all.count
    for place in (0..<count).reversed() where starts[place] >= 0 {
      let (start, length) = (all.baseAddress.map { $0 + starts[place] }, end - starts[place])
      end = starts[place]
      // Without an address the value would be NULL; the memory has one, also that of a text without bytes.
      let text = UnsafeRawPointer(start)?.assumingMemoryBound(to: CChar.self)
      note(
        sqlite3_bind_text64(
          statement, Int32(place + 1), text, sqlite3_uint64(length), Self.isStatic, UInt8(SQLITE_UTF8)))
    }
  }

  /// `SQLITE_STATIC`: SQLite copies nothing.
  private static let isStatic: sqlite3_destructor_type? = nil

  private mutating func next() -> Int32 {
    count += 1
    return Int32(count)
  }

  private mutating func note(_ result: Int32) { if code == SQLITE_OK { code = result } }
}
