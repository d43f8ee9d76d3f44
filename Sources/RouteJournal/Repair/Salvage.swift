// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Reads every row of a table that can be read, also where pages between them cannot.
///
/// A walk ends at the first damaged page. Then rows are looked for one by one, by their numbers: each search goes down from
/// the table's root and meets only the pages on its way. Where none is found for long, the numbers behind are tried in steps
/// that grow: the oldest rows of a journal may have been cut, and many numbers are of other tables.
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
  /// The tables of which not all pages could be read.
  private(set) var damaged: Set<String> = []
  /// The tables that every journal has, and this one has not.
  private(set) var missing: Set<String> = []

  init(_ db: Database, mark: Watermark.Level?) {
    self.db = db
    let known = ["commits", "outcomes", "gaps", "floors", "start"].compactMap { table in
      try? Int64.fetchOne(db, sql: "SELECT max(seq) FROM \(table)")
    }
    // A mark has seen every row, but after a power cut, or from another copy, it may be older than the last ones.
    bound = max(mark?.seq ?? 0, min(known.max() ?? 0, JournalCheck.greatest)) + Self.beyondMax
  }

  /// Calls `body` with the rows of a table that has numbers, in their order.
  ///
  /// - Parameter columns: Those that are wanted, `seq` among them.
  mutating func forEach(_ table: String, columns: String = "*", _ body: (Row) throws -> Void) throws {
    // Where that cannot be read, the table may be there.
    guard (try? db.tableExists(table)) != false else {
      missing.insert(table)
      return
    }
    var last: Int64 = 0
    var probes = 0
    while true {
      do {
        let rows = try Row.fetchCursor(
          db, sql: "SELECT \(columns) FROM \(table) WHERE seq > ? ORDER BY seq", arguments: [last])
        while let row = try rows.next() {
          let number: Int64 = row["seq"]
          // A damaged page leads back to rows that were read already.
          guard number > last else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
          last = number
          do { try body(row) } catch { throw Stop(error: error) }
        }
        return
      } catch let stop as Stop {
        throw stop.error
      } catch let error as DatabaseError where error.isDamage {
        damaged.insert(table)
        guard let (number, row) = next(in: table, columns, behind: last, &probes) else { return }
        last = number
        try body(row)
      }
    }
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

  private func next(in table: String, _ columns: String, behind last: Int64, _ probes: inout Int) -> Numbered? {
    guard last < bound else { return nil }
    let end = min(bound, last + Int64(min(Self.probesMax, Self.probesOfTableMax - probes)))
    var number = last
    while number < end {
      (number, probes) = (number + 1, probes + 1)
      let found = try? Row.fetchOne(
        db.cachedStatement(sql: "SELECT \(columns) FROM \(table) WHERE seq = ?"), arguments: [number])
      if let found { return (number, found) }
    }
    return leap(in: table, columns, behind: last, from: number)
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
    let sql = "SELECT \(columns) FROM \(table) WHERE seq >= ? ORDER BY seq LIMIT 1"
    guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [number]) else { return nil }
    // A damaged page leads back to rows in front of it.
    guard let found = Int64.fromDatabaseValue(row["seq"]), found >= number else {
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
