// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Reads every row of a table that can be read, also where pages between them cannot.
///
/// A walk ends at the first damaged page. Then rows are looked for one by one, by their numbers: each search goes down from
/// the table's root and meets only the pages on its way. Where none is found for long, the numbers behind are tried in steps
/// that grow: the oldest rows of a journal may have been cut, and many numbers are of other tables.
///
/// Rows are known by SQLite's own number of them, whatever damage has made of the name of their first column. One that is out of
/// order ends no walk: only its own page is damaged.
struct Salvage {
  /// Numbers that are looked for one by one behind a damaged page, and in all of one table.
  private static let (probesMax, probesOfTableMax) = (100_000, 4_000_000)
  /// A step is so much shorter than the way that was gone in vain: rows between two damaged pages may lie within it.
  private static let stepsOfWay: Int64 = 4096
  /// Numbers beyond the last known row, where nothing says how far they go.
  private static let beyondMax: Int64 = 10_000

  private let db: Database
  /// The highest number of any row, as far as that can be known.
  private let bound: Int64
  /// The highest number that the mark beside the journal has seen.
  private let seen: Int64
  private let isCopying: Bool
  /// The tables of which not all pages could be read.
  private(set) var damaged: Set<String> = []
  /// The tables that every journal has, and this one has not.
  private(set) var missing: Set<String> = []
  /// The last row of each table that is in order.
  private var ends: [String: Int64] = [:]
  /// The rows of each table whose number is too high for where they stand.
  private(set) var strays: [String: Set<Int64>] = [:]

  /// The highest number of any row that is in order, or that the mark has seen. What has a higher one has it by damage.
  var newest: Int64 { max(seen, ends.values.max() ?? 0) }

  /// - Parameter isCopying: Whether the rows are copied. Then one whose number is met twice comes once more, as it is found by that
  ///   number, to take the place of the other; and a table that is none of a journal counts as damaged.
  init(_ db: Database, mark: Watermark.Level?, isCopying: Bool = false) {
    (self.db, self.isCopying) = (db, isCopying)
    let tables = ["commits", "outcomes", "gaps", "floors"].map { (column: "rowid", name: $0) }
    let known = (tables + [(column: "seq", name: "start")]).compactMap { table in
      try? Int64.fetchOne(db, sql: "SELECT max(\(table.column)) FROM \(table.name)")
    }
    seen = mark?.seq ?? 0
    // A mark has seen every row, but after a power cut, or from another copy, it may be older than the last ones.
    bound = max(seen, min(known.max() ?? 0, JournalCheck.greatest)) + Self.beyondMax
  }

  /// Calls `body` with the rows of a table that has numbers, in their order.
  ///
  /// - Parameter columns: Those that are wanted.
  mutating func forEach(_ table: String, columns: String = "*", _ body: (Row) throws -> Void) throws {
    // Where that cannot be read, the table may be there.
    guard (try? db.tableExists(table)) != false else {
      missing.insert(table)
      return
    }
    var order = RowOrder()
    defer {
      ends[table] = order.end
      strays[table] = order.strays
    }
    var last: Int64 = 0
    var probes = 0
    var tried = TriedNumbers()
    while true {
      do {
        let rows = try Row.fetchCursor(
          db, sql: "SELECT rowid, \(columns) FROM \(table) WHERE rowid > ? ORDER BY rowid", arguments: [last],
          adapter: Self.behindNumber)
        while let row = try rows.next() {
          guard let taken = try take(row, of: table, columns, &order) else { continue }
          do { try body(taken) } catch { throw Stop(error: error) }
        }
        return
      } catch let stop as Stop {
        throw stop.error
      } catch let error as DatabaseError where error.isDamage {
        damaged.insert(table)
        guard let (number, row) = next(in: table, columns, order, &tried, &probes) else { return }
        last = number
        _ = order.meet(number)
        try body(row)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR && isCopying {
        damaged.insert(table)
        return
      }
    }
  }

  /// What a caller sees of a row that begins with its number.
  private static let behindNumber = SuffixRowAdapter(fromIndex: 1)

  private static func number(of row: Row) -> Int64? { Int64.fromDatabaseValue(row.unadapted[0]) }

  /// The row to go on with for one that a walk meets; nil for none.
  ///
  /// - Throws: Where the walk leads round in a circle.
  private mutating func take(
    _ row: Row, of table: String, _ columns: String, _ order: inout RowOrder
  ) throws -> Row? {
    guard let number = Self.number(of: row) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    let meeting = order.meet(number)
    if !order.isWhole { damaged.insert(table) }
    switch meeting {
    case .once: return row
    case .twice:
      guard isCopying else { return nil }
      // Of two pages that have it a search leads to the one where it belongs.
      return try? search(in: table, columns, for: number)
    case .often: throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
  }

  /// The row that a search for a number leads to.
  private func search(in table: String, _ columns: String, for number: Int64) throws -> Row? {
    let sql = "SELECT rowid, \(columns) FROM \(table) WHERE rowid = ?"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [number], adapter: Self.behindNumber)
  }

  /// Calls `body` with the rows of a small table, up to the first that cannot be read.
  mutating func forEachUnnumbered(_ table: String, _ body: (Row) throws -> Void) throws {
    do {
      let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \(table)")
      while let row = try rows.next() {
        do { try body(row) } catch { throw Stop(error: error) }
      }
    } catch let stop as Stop {
      throw stop.error
    } catch let error as DatabaseError where error.isDamage || error.resultCode == .SQLITE_ERROR {
      // A journal of an older version has not all tables.
      if error.isDamage { damaged.insert(table) }
    }
  }

  /// An error of the caller's, which no page is the cause of.
  private struct Stop: Error {
    let error: any Error
  }

  private typealias Numbered = (number: Int64, row: Row)

  /// The next row that was not met yet.
  private func next(
    in table: String, _ columns: String, _ order: RowOrder, _ tried: inout TriedNumbers, _ probes: inout Int
  ) -> Numbered? {
    var last = order.sure
    while last < bound {
      let end = min(bound, last + Int64(min(Self.probesMax, Self.probesOfTableMax - probes)))
      // What could not be read before cannot be read now.
      var number = tried.end(behind: last)
      while number < end {
        number += 1
        if order.contains(number) { continue }
        probes += 1
        if let row = try? search(in: table, columns, for: number) {
          tried.note(behind: last, to: number)
          return (number, row)
        }
      }
      tried.note(behind: last, to: number)
      guard let found = leap(in: table, columns, behind: last, from: number) else { return nil }
      if !order.contains(found.number) { return found }
      last = found.number
    }
    return nil
  }

  /// The first row that a search leads to behind numbers that were looked for in vain, up to `tried`.
  private func leap(in table: String, _ columns: String, behind last: Int64, from tried: Int64) -> Numbered? {
    var failed = tried
    while failed < bound {
      let number = min(bound, failed + max(1, (failed - last) / Self.stepsOfWay))
      do {
        let found = try first(in: table, columns, from: number)
        return lowest(in: table, columns, between: failed, number, found)
      } catch {
        failed = number
      }
    }
    return nil
  }

  /// Halves the way between a number from which a search fails and one from which it finds `found`, as long as it gets shorter.
  private func lowest(
    in table: String, _ columns: String, between failed: Int64, _ working: Int64, _ found: Numbered?
  ) -> Numbered? {
    var (low, high, found) = (failed, working, found)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      do {
        found = try first(in: table, columns, from: middle)
        high = middle
      } catch {
        low = middle
      }
    }
    return found
  }

  /// The first row from a number on; nil where the table ends before.
  ///
  /// - Throws: Where a page on the way cannot be read.
  private func first(in table: String, _ columns: String, from number: Int64) throws -> Numbered? {
    let sql = "SELECT rowid, \(columns) FROM \(table) WHERE rowid >= ? ORDER BY rowid LIMIT 1"
    let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [number], adapter: Self.behindNumber)
    guard let row else { return nil }
    // A damaged page leads back to rows in front of it.
    guard let found = Self.number(of: row), found >= number else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    return (found, row)
  }
}

extension DatabaseError {
  /// Whether a page of the file is the reason.
  var isDamage: Bool {
    resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB || extendedResultCode == .SQLITE_IOERR_SHORT_READ
  }
}
