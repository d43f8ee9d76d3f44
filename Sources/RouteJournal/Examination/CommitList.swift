// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel

/// Where each commit of a journal is, as an examination found it: about 110 bytes each, in memory. On a connection of its own: where
/// SQLite has met a damaged page, it writes nothing more in that transaction, not even to a table in memory.
struct CommitList {
  private let database: DatabaseQueue

  /// An empty list.
  init() throws {
    var configuration = Configuration()
    configuration.label = "waykeeper.journal.list"
    // One transaction for all that are added, over many calls.
    configuration.allowsUnsafeTransactions = true
    database = try DatabaseQueue(configuration: configuration)
    try database.inDatabase { db in
      try db.execute(sql: "CREATE TABLE listed (name, number, place)")
      try db.beginTransaction()
    }
  }

  /// Adds a commit. The values are as they lie in the journal, whatever they are.
  func add(scene: DatabaseValue, revision: DatabaseValue, row: DatabaseValue) throws {
    try database.inDatabase { db in
      try db.cachedStatement(sql: "INSERT INTO listed VALUES (?, ?, ?)").execute(arguments: [scene, revision, row])
    }
  }

  /// Call it when all are added.
  func close() throws {
    try database.inDatabase { db in
      try db.execute(sql: "CREATE INDEX listed_by_number ON listed (name, number, place)")
      try db.commit()
    }
  }

  /// The texts that stand where a scene's name does, in order.
  func scenes() throws -> [String] {
    try database.inDatabase {
      try String.fetchAll($0, sql: "SELECT DISTINCT name FROM listed WHERE typeof(name) = 'text' ORDER BY name")
    }
  }

  /// Calls `body` with the revision and the row of each commit of a scene, in the order of revisions.
  func forEach(in scene: SceneName, _ body: (_ revision: Int64, _ row: Int64) throws -> Void) throws {
    try database.inDatabase { db in
      let rows = try Row.fetchCursor(
        db, sql: "SELECT number, place FROM listed WHERE name = ? ORDER BY number", arguments: [scene.rawValue])
      // A number that is none is a fault of its own.
      while let row = try rows.next() { try body(Int64.fromDatabaseValue(row[0]) ?? 0, row[1]) }
    }
  }

  /// The row of a revision; nil where there is none.
  func row(of scene: SceneName, _ revision: Revision) throws -> Int64? {
    try database.inDatabase { db in
      try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT place FROM listed WHERE name = ? AND number = ?"),
        arguments: [scene.rawValue, Int64(bitPattern: revision)])
    }
  }
}
