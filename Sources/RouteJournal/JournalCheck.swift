// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Looks at every number of the journal before it is used, so that none is too great to count on from it.
enum JournalCheck {
  /// The greatest number that is taken: there is room for a long life above it, and half as much again before an overflow.
  static let greatest: Int64 = 1 << 62
  private static let count = 0...greatest
  private static let micros = -greatest / 2...greatest / 2

  private static let tables: [(name: String, key: String, columns: Columns)] = [
    (
      "start", "id",
      [("epoch", count), ("starts", count), ("seq", count), ("floor_revision", count), ("floor_id", count)]
    ),
    ("boots", "number", [("number", count), ("elapsed", count)]),
    (
      "commits", "seq",
      [
        ("seq", 1...greatest), ("at", micros), ("revision", 1...greatest), ("major_revision", count), ("minor", 0...1),
        ("epoch", count), ("next_id", count), ("boot", count), ("up", count),
      ]
    ),
    (
      "outcomes", "seq",
      [
        ("seq", 1...greatest), ("at", micros), ("sequence", .min ... .max), ("state", 0...2), ("revision", count),
        ("boot", count), ("up", count), ("owner", 0...Int64(UInt32.max)),
      ]
    ),
    (
      "floors", "seq",
      [
        ("seq", 1...greatest), ("at", micros), ("sequence", .min ... .max), ("boot", count), ("up", count),
        ("owner", 0...Int64(UInt32.max)),
      ]
    ),
    ("workers", "name", [("uid", 0...Int64(UInt32.max))]),
    ("gaps", "seq", [("seq", 1...greatest), ("from_at", micros), ("to_at", micros)]),
  ]

  private static let mayBeNull: Set = ["up", "owner", "uid"]

  /// - Throws: The first value that cannot be used, with its table and row.
  static func run(_ db: Database) throws {
    for table in tables {
      if let fault = try faults(in: table, table.columns, atMost: 1, db).first { throw fault }
    }
  }

  /// Whether there are floors where a new journal has them, and nothing else: a journal of an older version has other rows there, at
  /// the worst commits, whose scenes would be clients.
  static func holdsFloors(_ db: Database) -> Bool {
    let columns = tables.filter { $0.name == "floors" }.flatMap(\.columns)
    let others = try? Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM floors
        WHERE NOT (typeof(client) = 'text' AND client NOT IN (SELECT scene FROM commits) AND \(conditions(columns)))
        """)
    return others == 0
  }

  /// The rows with a value that cannot be used, in a journal of any version, so many of each table at most.
  static func faults(_ db: Database, atMost limit: Int) throws -> [RowFault] {
    try tables.flatMap { table in
      let known = try db.tableExists(table.name) ? Set(db.columns(in: table.name).map(\.name)) : []
      let columns = table.columns.filter { known.contains($0.name) }
      return columns.isEmpty ? [] : try faults(in: table, columns, atMost: limit, db)
    }
  }

  /// Deletes the rows with a value that cannot be used; returns how many there were.
  static func delete(_ db: Database) throws -> Int {
    let before = db.totalChangesCount
    for table in tables {
      try db.execute(sql: "DELETE FROM \(table.name) WHERE NOT (\(conditions(table.columns)))")
    }
    return db.totalChangesCount - before
  }

  private typealias Columns = [(name: String, range: ClosedRange<Int64>)]

  private static func faults(
    in table: (name: String, key: String, columns: Columns), _ columns: Columns, atMost limit: Int, _ db: Database
  ) throws -> [RowFault] {
    let names = columns.map(\.name).joined(separator: ", ")
    return try Row.fetchAll(
      db,
      sql: "SELECT \(table.key) AS key, \(names) FROM \(table.name) WHERE NOT (\(conditions(columns))) LIMIT \(limit)"
    ).map { fault($0, table.name, columns) }
  }

  private static func conditions(_ columns: Columns) -> String {
    columns.map { column in
      let isNull = mayBeNull.contains(column.name) ? "\(column.name) IS NULL OR " : ""
      let (low, high) = (column.range.lowerBound, column.range.upperBound)
      return "(\(isNull)ifnull(typeof(\(column.name)) = 'integer' AND \(column.name) BETWEEN \(low) AND \(high), 0))"
    }.joined(separator: " AND ")
  }

  private static func fault(_ row: Row, _ table: String, _ columns: Columns) -> RowFault {
    let values = row.databaseValues.dropFirst()
    let wrong = zip(columns, values).first { column, value in
      if value.isNull { return !mayBeNull.contains(column.name) }
      guard case .int64(let number) = value.storage else { return true }
      return !column.range.contains(number)
    }
    let key = row.databaseValues.first ?? .null
    guard let (column, value) = wrong else { return RowFault(table: table, key: "\(key)", problem: "cannot be read") }
    return RowFault(
      table: table, key: "\(key)",
      problem: "\(column.name) is \(value), it must be from \(column.range.lowerBound) to \(column.range.upperBound)")
  }
}
