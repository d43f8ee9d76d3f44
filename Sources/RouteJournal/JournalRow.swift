// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel
import WireProtocol

/// A row that somebody may have edited: each value is checked when it is read.
struct JournalRow {
  private let row: Row
  private let table: String

  init(_ row: Row, of table: String) {
    self.row = row
    self.table = table
  }

  /// A damaged table may have columns of other names, and GRDB traps on a name that it does not know.
  private func stored(_ column: String) throws(RowFault) -> DatabaseValue {
    guard let value = row[column] as DatabaseValue? else { throw fault(column, "is missing") }
    return value
  }

  func integer(_ column: String) throws(RowFault) -> Int64 {
    guard let value = try optionalInteger(column) else { throw fault(column, "is NULL") }
    return value
  }

  func optionalInteger(_ column: String) throws(RowFault) -> Int64? {
    switch try stored(column).storage {
    case .null: return nil
    case .int64(let value): return value
    default: throw fault(column, "is no integer")
    }
  }

  func text(_ column: String) throws(RowFault) -> String {
    guard let text = try optionalText(column) else { throw fault(column, "is NULL") }
    return text
  }

  func optionalText(_ column: String) throws(RowFault) -> String? {
    switch try stored(column).storage {
    case .null: return nil
    case .string(let text): return text
    default: throw fault(column, "is no text")
    }
  }

  /// What `read` makes of a text.
  func value<Value>(_ column: String, _ read: (String) throws -> Value) throws(RowFault) -> Value {
    let text = try text(column)
    do { return try read(text) } catch { throw fault(column, ": \(error)") }
  }

  /// A name that a text spells.
  func name<Name>(_ column: String, _ make: (String) -> Name?) throws(RowFault) -> Name {
    let text = try text(column)
    guard let name = make(text) else { throw fault(column, "'\(text)' is no name") }
    return name
  }

  /// The error for a value of this row.
  func fault(_ column: String, _ problem: String) -> RowFault {
    let key = row.hasColumn("seq") ? row["seq"] as DatabaseValue : row.databaseValues.first ?? .null
    return RowFault(table: table, key: "\(key)", problem: "\(column) \(problem)")
  }
}

/// A value of the journal that cannot be used.
struct RowFault: Error, CustomStringConvertible {
  /// Its table.
  var table: String
  /// The primary key of its row.
  var key: String
  /// Its column, and the problem.
  var problem: String

  var description: String { "row \(key) of \(table): \(problem)" }
}
