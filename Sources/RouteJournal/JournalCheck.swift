// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Looks at every number of the journal before it is used, so that none is too great to count on from it.
enum JournalCheck {
  /// The greatest number that is taken: there is room for a long life above it, and half as much again before an overflow.
  static let greatest: Int64 = 1 << 62
  private static let count = 0...greatest
  private static let micros = -greatest / 2...greatest / 2

  private static let tables: [(name: String, key: String, columns: [(name: String, range: ClosedRange<Int64>)])] = [
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
    ("workers", "name", [("uid", 0...Int64(UInt32.max))]),
    ("gaps", "seq", [("seq", 1...greatest), ("from_at", micros), ("to_at", micros)]),
  ]

  private static let mayBeNull: Set = ["up", "owner", "uid"]

  /// - Throws: The first value that cannot be used, with its table and row.
  static func run(_ db: Database) throws {
    for table in tables {
      let conditions = table.columns.map { column in
        let isNull = mayBeNull.contains(column.name) ? "\(column.name) IS NULL OR " : ""
        let (low, high) = (column.range.lowerBound, column.range.upperBound)
        return "(\(isNull)ifnull(typeof(\(column.name)) = 'integer' AND \(column.name) BETWEEN \(low) AND \(high), 0))"
      }
      let columns = table.columns.map(\.name).joined(separator: ", ")
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT \(table.key) AS key, \(columns) FROM \(table.name)
          WHERE NOT (\(conditions.joined(separator: " AND "))) LIMIT 1
          """)
      if let row { throw fault(row, table.name, table.columns) }
    }
  }

  private static func fault(
    _ row: Row, _ table: String, _ columns: [(name: String, range: ClosedRange<Int64>)]
  ) -> RowFault {
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
