// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The boots of the machine that rows of the journal come from, so that ages need no wall clock.
///
/// A row's age is at least the time since the present boot, and the time from the row to the newest row of its own boot, and
/// the times that are known of the boots between. `elapsed` is the sum of the last two, seen from the present boot.
struct Boots {
  /// The number of the present boot.
  let current: Int64

  /// The age of a row in ms, at the least, as an SQL expression. `:up` is the present ``JournalTime/bootMs``.
  static let age = "(:up + ifnull((SELECT elapsed FROM boots WHERE number = boot), 0) - ifnull(up, at / 1000))"

  /// Notes the present boot. It is a new one where the kernel says so or cannot say, and where its clock was set back:
  /// a container has a clock of its own.
  init(_ db: Database, id: String, at time: JournalTime) throws {
    let last = try Row.fetchOne(db, sql: "SELECT number, id, elapsed FROM boots ORDER BY number DESC LIMIT 1")
      .map { JournalRow($0, of: "boots") }
    guard let last else {
      current = 1
      try Self.add(1, id, db)
      return
    }
    let number = try last.integer("number")
    let newest = try Self.newest(of: number, db)
    let isSame = try last.text("id") == id
    guard id.isEmpty || !isSame || newest > time.bootMs else {
      current = number
      return
    }
    current = number + 1
    try db.execute(sql: "UPDATE boots SET elapsed = elapsed + ?", arguments: [max(newest, 0)])
    // Of boots without rows nobody asks.
    try db.execute(
      sql: """
        DELETE FROM boots
        WHERE number NOT IN (SELECT boot FROM commits UNION SELECT boot FROM outcomes UNION SELECT boot FROM floors)
        """)
    try Self.add(current, id, db)
  }

  /// The ages of many rows: to ask SQLite for each by ``age`` takes as long as to read the row.
  struct Ages {
    private let bootMs: Int64
    private var elapsed: [Int64: Int64] = [:]

    init(_ db: Database, at time: JournalTime) throws {
      bootMs = time.bootMs
      for row in try Row.fetchAll(db, sql: "SELECT number, elapsed FROM boots") {
        let row = JournalRow(row, of: "boots")
        elapsed[try row.integer("number")] = try row.integer("elapsed")
      }
    }

    /// What ``age`` says of a row that was fetched with `boot`, `up` and `at`.
    func ms(of row: JournalRow) throws -> Int64 {
      let written = try row.optionalInteger("up") ?? row.integer("at") / 1000
      return try bootMs + elapsed[row.integer("boot"), default: 0] - written
    }
  }

  private static func add(_ number: Int64, _ id: String, _ db: Database) throws {
    try db.execute(sql: "INSERT INTO boots (number, id, elapsed) VALUES (?, ?, 0)", arguments: [number, id])
  }

  /// When the newest row of a boot was written, in ms of that boot; 0 where there is none. Each table is looked through by
  /// itself: from its end, where the row mostly is, and not all in full for an order over them. Of the three the latest counts: what
  /// was decided in a gap is written behind it, with the time before.
  private static func newest(of boot: Int64, _ db: Database) throws -> Int64 {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT newest FROM (
          SELECT * FROM (SELECT seq, ifnull(up, at / 1000) AS newest FROM commits WHERE boot = :boot ORDER BY seq DESC LIMIT 1)
          UNION ALL
          SELECT * FROM (SELECT seq, ifnull(up, at / 1000) AS newest FROM outcomes WHERE boot = :boot ORDER BY seq DESC LIMIT 1)
          UNION ALL
          SELECT * FROM (SELECT seq, ifnull(up, at / 1000) AS newest FROM floors WHERE boot = :boot ORDER BY seq DESC LIMIT 1)
        ) ORDER BY newest DESC LIMIT 1
        """, arguments: ["boot": boot])
    return try row.map { try JournalRow($0, of: "boots").integer("newest") } ?? 0
  }
}
