// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The version that the tables themselves tell. The numbers in a file's header are a few octets, and one bit of them can change.
extension JournalSchema {
  /// What each version has added: columns by their tables, in their order. Version 6 has the columns of version 5.
  private static let additions: [Int: [String: String]] = [
    1: [
      "start": "id epoch starts boot",
      "commits": "seq at scene revision major_revision minor epoch next_id route cause",
      "outcomes": "seq at client sequence state scene revision body_hash verb because origin outcome",
      "workers": "name",
      "gaps": "seq from_at to_at reason",
    ],
    2: [
      "start": "seq floor_revision floor_id",
      "commits": "boot up",
      "outcomes": "boot up owner",
      "workers": "uid sensitive",
      "boots": "number id elapsed",
    ],
    3: ["workers": "on_death"],
    4: ["floors": "seq at client sequence boot up owner"],
    5: ["start": "indexed", "revisions": "scene revision seq"],
    7: ["workers": "scenes"],
  ]

  /// The columns of a version, by their tables.
  static func columns(of version: Int) -> [String: [String]] {
    var columns: [String: [String]] = [:]
    for step in versions where step <= version {
      for (table, names) in additions[step] ?? [:] {
        columns[table, default: []] += names.split(separator: " ").map { String($0) }
      }
    }
    return columns
  }

  /// Columns of a table as a `SELECT` lists them, in a journal of a version: NULL for those that came later.
  static func selection(of columns: String, from table: String, in version: Int) -> String {
    let known = self.columns(of: version)[table] ?? []
    return columns.split(separator: ", ").map { known.contains(String($0)) ? "\($0)" : "NULL AS \($0)" }
      .joined(separator: ", ")
  }

  /// The versions whose tables a database has, exactly and no others; nil for those of none.
  static func versionsOfTables(_ db: Database) throws -> ClosedRange<Int>? {
    var present: [String: [String]] = [:]
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT tables.name, columns.name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table' AND tables.name NOT GLOB 'sqlite_*' ORDER BY tables.name, columns.cid
        """)
    while let row = try rows.next() {
      guard let table = String.fromDatabaseValue(row[0]), let column = String.fromDatabaseValue(row[1]) else {
        return nil
      }
      present[table, default: []].append(column)
    }
    var found: ClosedRange<Int>?
    for version in versions where columns(of: version) == present {
      found = (found?.lowerBound ?? version)...version
    }
    return found
  }

  /// Numbers in the header of a file that its tables contradict.
  struct HeaderFault {
    /// For people.
    let problem: String
    /// The version that the header should tell.
    let version: Int
  }

  /// What is wrong with the header of a file whose tables are a journal's; nil where nothing is, and where the header tells of a
  /// later version than is known, and is so far from that of the tables that another coordinator may have written it.
  static func headerFault(_ db: Database) -> HeaderFault? {
    guard let tables = try? versionsOfTables(db), let application = try? Int.fetchOne(db, sql: "PRAGMA application_id"),
      let version = try? Int.fetchOne(db, sql: "PRAGMA user_version")
    else { return nil }
    let told = tables.map { "\($0)" }.joined(separator: " or ")
    let right = tables.contains(version) ? version : tables.lowerBound
    guard application == applicationID else {
      return HeaderFault(
        problem: "its header names another program, its tables are those of version \(told)", version: right)
    }
    // Both have 32 bits, one of which is the sign.
    let isOneBitOff = tables.contains { UInt32(truncatingIfNeeded: $0 ^ version).nonzeroBitCount == 1 }
    // What a coordinator writes of a version that is known, or of one below the first, is known, too.
    guard right != version, isOneBitOff || version <= versions.upperBound else { return nil }
    return HeaderFault(
      problem: "its header says version \(version), its tables are those of version \(told)", version: right)
  }
}
