// SPDX-License-Identifier: Apache-2.0

package import Coordination
import GRDB
import Glibc
import RouteModel

extension Journal {
  /// Begins an epoch and returns the state from which the coordinator goes on. It is one transaction, which is on the disk
  /// before this returns, with any durability. Call it before any socket is bound.
  ///
  /// - The epoch is one more than the last, or the wall clock in µs where that is more: it only grows, also where the
  ///   clock was set back, and mostly also where the state was wiped.
  /// - Commands that a stop interrupted between two steps end with the outcome that their open record holds.
  /// - After a power cut, observers may know ids of elements that are not in the journal; the next ids of each scene lie
  ///   beyond them.
  ///
  /// - A journal of an older version becomes one of this version. An unusable value in any row refuses the journal, and
  ///   nothing is changed.
  ///
  /// - Parameter bootID: Names the running boot of the machine; another one than at the last start means a power cut is
  ///   possible.
  package func begin(
    at time: JournalTime, bootID: String = Journal.currentBootID
  ) throws(JournalError) -> Restored {
    let restored = try translating(file) {
      try database.inDatabase { db in
        try JournalFile.set(.full, db)
        var restored: Restored?
        try db.inTransaction(.immediate) {
          try JournalFile.migrate(db)
          try JournalCheck.run(db)
          restored = try start(db, at: time, bootID: bootID)
          return .commit
        }
        try JournalFile.checkpoint(db, .truncate)
        try JournalFile.set(durability, db)
        guard let restored else { throw JournalError.corrupt(file, "the start was not written") }
        return restored
      }
    }
    for scene in restored.scenes { ids.told[scene.commit.scene] = scene.commit.nextID }
    ids.synced = ids.told
    return restored
  }

  /// The boot of this machine, as the kernel names it; empty if it names none.
  package static var currentBootID: String {
    guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return "" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), file) != nil else { return "" }
    return String(decoding: line.prefix { $0 > 0x20 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// More ids than can be told and lost between two syncs: ``commit(_:at:)`` syncs before it exceeds them.
  static let idReserve: UInt64 = 1024

  private func start(_ db: Database, at time: JournalTime, bootID: String) throws -> Restored {
    seq = try JournalFile.newest(db)
    let last = try Row.fetchOne(db, sql: "SELECT id, epoch, starts, boot, seq FROM start")
      .map { JournalRow($0, of: "start") }
    let epoch = try max((last?.integer("epoch") ?? 0) + 1, time.wallMicros, 1)
    let starts = try (last?.integer("starts") ?? 0) + 1
    let mayHaveLost = try last?.text("boot") != bootID || bootID.isEmpty
    boot = try Boots(db, id: bootID, at: time).current
    try db.execute(
      sql: "INSERT OR REPLACE INTO start (id, epoch, starts, boot, seq) VALUES (1, ?, ?, ?, ?)",
      arguments: [epoch, starts, bootID, seq])
    try db.execute(
      sql: "UPDATE outcomes SET state = ?, at = ?, boot = ?, up = ? WHERE state = ?",
      arguments: [
        JournalSchema.State.decided.rawValue, time.wallMicros, boot, time.bootMs, JournalSchema.State.open.rawValue,
      ])
    return try Restored(
      epoch: Epoch(epoch), starts: UInt64(starts),
      scenes: scenes(db, at: time, idReserve: mayHaveLost ? Self.idReserve : 0),
      decided: window(db, at: time), workers: workers(db))
  }

  private func scenes(_ db: Database, at time: JournalTime, idReserve: UInt64) throws -> [Restored.Scene] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT \(JournalRow.commitColumns), \(Boots.age) AS age, boot, at
        FROM commits JOIN (SELECT scene AS s, max(revision) AS r FROM commits GROUP BY scene)
        ON scene = s AND revision = r ORDER BY scene
        """, arguments: ["up": time.bootMs]
    ).map {
      let row = JournalRow($0, of: "commits")
      var commit = try row.commit()
      commit.nextID += idReserve
      // While the machine was off, only the wall clock ran.
      let sinceMs = try row.integer("boot") == boot ? 0 : (time.wallMicros - row.integer("at")) / 1000
      return Restored.Scene(commit: commit, ageMs: max(0, try row.integer("age"), sinceMs))
    }
  }

  /// The outcomes that a retry may still ask for, oldest first.
  private func window(_ db: Database, at time: JournalTime) throws -> [Restored.Decided] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT \(JournalRow.outcomeColumns), \(Boots.age) AS age FROM outcomes
        WHERE state = :state AND age < :window ORDER BY seq
        """,
      arguments: ["state": JournalSchema.State.decided.rawValue, "window": Limits.windowMs, "up": time.bootMs]
    ).map {
      let row = JournalRow($0, of: "outcomes")
      return Restored.Decided(record: try row.decided(), ageMs: max(0, try row.integer("age")))
    }
  }

  private func workers(_ db: Database) throws -> [WorkerRecord] {
    try Row.fetchAll(db, sql: "SELECT \(JournalRow.workerColumns) FROM workers ORDER BY name")
      .map { try JournalRow($0, of: "workers").worker() }
  }
}
