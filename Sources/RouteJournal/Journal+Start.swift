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
  /// - Parameters:
  ///   - nowMicros: The wall clock, in µs since 1970.
  ///   - bootID: Names the running boot of the machine; another one than at the last start means a power cut is possible.
  package func begin(
    nowMicros: Int64, bootID: String = Journal.currentBootID
  ) throws(JournalError) -> Restored {
    let restored = try translating(file) {
      try database.inDatabase { db in
        try JournalFile.set(.full, db)
        var restored: Restored?
        try db.inTransaction(.immediate) {
          restored = try start(db, nowMicros: nowMicros, bootID: bootID)
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

  /// More ids than can be told and lost between two syncs: ``commit(_:nowMicros:)`` syncs before it exceeds them.
  static let idReserve: UInt64 = 1024

  private func start(_ db: Database, nowMicros: Int64, bootID: String) throws -> Restored {
    let last = try Row.fetchOne(db, sql: "SELECT epoch, starts, boot FROM start")
    let epoch = max((last?["epoch"] as Int64? ?? 0) + 1, nowMicros, 1)
    let starts = (last?["starts"] as Int64? ?? 0) + 1
    let mayHaveLost = (last?["boot"] as String?) != bootID || bootID.isEmpty
    try db.execute(
      sql: "INSERT OR REPLACE INTO start (id, epoch, starts, boot) VALUES (1, ?, ?, ?)",
      arguments: [epoch, starts, bootID])
    try db.execute(
      sql: "UPDATE outcomes SET state = ?, at = ? WHERE state = ?",
      arguments: [JournalSchema.State.decided.rawValue, nowMicros, JournalSchema.State.open.rawValue])
    return try Restored(
      epoch: Epoch(epoch), starts: UInt64(starts),
      scenes: scenes(db, nowMicros: nowMicros, idReserve: mayHaveLost ? Self.idReserve : 0),
      decided: window(db, nowMicros: nowMicros), workers: workers(db))
  }

  private func scenes(_ db: Database, nowMicros: Int64, idReserve: UInt64) throws -> [Restored.Scene] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT * FROM commits JOIN (SELECT scene AS s, max(revision) AS r FROM commits GROUP BY scene)
        ON scene = s AND revision = r ORDER BY scene
        """
    ).map { row in
      var commit = try CommitRecord(row: row)
      commit.nextID += idReserve
      return Restored.Scene(commit: commit, ageMs: age(of: row, nowMicros))
    }
  }

  /// The outcomes that a retry may still ask for, oldest first.
  private func window(_ db: Database, nowMicros: Int64) throws -> [Restored.Decided] {
    try Row.fetchAll(
      db, sql: "SELECT * FROM outcomes WHERE state = ? AND at > ? ORDER BY seq",
      arguments: [JournalSchema.State.decided.rawValue, nowMicros - Limits.windowMs * 1000]
    ).map { Restored.Decided(record: try DecidedRecord(row: $0), ageMs: age(of: $0, nowMicros)) }
  }

  private func workers(_ db: Database) throws -> [WorkerName] {
    try String.fetchAll(db, sql: "SELECT name FROM workers ORDER BY name").map {
      guard let name = WorkerName($0) else { throw JournalError.corrupt(file, "'\($0)' is no name of a worker") }
      return name
    }
  }

  /// The age by the wall clock, which may have been set back.
  private func age(of row: Row, _ nowMicros: Int64) -> Int64 { max(0, (nowMicros - (row["at"] as Int64)) / 1000) }
}
