// SPDX-License-Identifier: Apache-2.0

package import Coordination
import GRDB
import Glibc
import RouteModel
import WireProtocol

extension Journal {
  /// Begins an epoch and returns the state from which the coordinator goes on. It is one transaction, which is on the disk
  /// before this returns, with any durability. Call it before any socket is bound.
  ///
  /// - The epoch is one more than the last, or the wall clock in µs where that is more: it only grows, also where the
  ///   clock was set back, and mostly also where the state was wiped.
  /// - Commands that a stop interrupted between two steps end with the outcome that their open record holds.
  /// - After a power cut, observers may know ids of elements that are not in the journal; the next ids of each scene lie
  ///   beyond them.
  /// - Where the mark beside the journal is ahead of it, the end of the journal was lost: ``warnings`` and a gap tell so, and
  ///   revisions and ids go on above all that may have been given.
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
          if !isKnown { try JournalCheck.run(db) }
          restored = try start(db, at: time, bootID: bootID)
          return .commit
        }
        try JournalFile.checkpoint(db, .truncate)
        try JournalFile.set(durability, db)
        checkpointer = try Checkpointer(file, writtenBy: db, durability)
        guard let restored else { throw JournalError.corrupt(file, "the start was not written") }
        return restored
      }
    }
    for scene in restored.scenes { ids.told[scene.commit.scene] = scene.commit.nextID }
    ids.told[nil] = restored.floor.nextID
    ids.synced = ids.told
    standing = Standing(restored)
    level = Watermark.Level(
      epoch: restored.epoch, seq: seq,
      revision: restored.scenes.map(\.commit.revision).reduce(floor.revision, max),
      nextID: restored.scenes.map(\.commit.nextID).reduce(floor.nextID, max))
    places = JournalPlaces(of: file)
    try mark.write(level, .synced)
    // Both of its places have been written once then: after that a line needs nothing of the file system.
    if durability == .full { try mark.write(level, .synced) }
    mark.seal(file)
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
    let last = try Row.fetchOne(
      db, sql: "SELECT id, epoch, starts, boot, seq, floor_revision, floor_id FROM start"
    ).map { JournalRow($0, of: "start") }
    let lastEpoch = try last?.integer("epoch") ?? 0
    let lostEnd = LostEnd(mark.level, seq: seq, epoch: lastEpoch)
    let epoch = max(lastEpoch + 1, Int64(lostEnd?.mark.epoch ?? 0) + 1, time.wallMicros)
    starts = try UInt64(last?.integer("starts") ?? 0) + 1
    let mayHaveLost = try last?.text("boot") != bootID || bootID.isEmpty
    floor.revision = try UInt64(last?.integer("floor_revision") ?? 0)
    floor.nextID = try UInt64(max(last?.integer("floor_id") ?? 1, 1))
    if last != nil, mayHaveLost { floor.nextID += Self.idReserve }
    if mayHaveLost || lostEnd != nil { try raise(db, beyond: lostEnd) }
    boot = try Boots(db, id: bootID, at: time).current
    self.bootID = bootID
    if let lostEnd { try write(lostEnd, db, at: time) }
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO start (id, epoch, starts, boot, seq, floor_revision, floor_id)
        VALUES (1, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        epoch, Int64(starts), bootID, seq, Int64(bitPattern: floor.revision), Int64(bitPattern: floor.nextID),
      ])
    // Looked for once: where there are many, to read all rows takes long.
    let unseen =
      try Int64.fetchOne(
        db, sql: "SELECT seq FROM outcomes WHERE state < ? ORDER BY seq LIMIT 1",
        arguments: [JournalSchema.State.acknowledged.rawValue]) ?? .max
    try db.execute(
      sql: "UPDATE outcomes SET state = ?, at = ?, boot = ?, up = ? WHERE state = ? AND seq >= ?",
      arguments: [
        JournalSchema.State.decided.rawValue, time.wallMicros, boot, time.bootMs, JournalSchema.State.open.rawValue,
        unseen,
      ])
    var restored = try Restored(
      epoch: Epoch(epoch), starts: starts, scenes: scenes(db, at: time), decided: window(db, from: unseen, at: time),
      workers: workers(db), acknowledged: acknowledged(db, at: time), usedTokens: usedTokens(db))
    restored.floor = floor
    return restored
  }

  /// Raises the revision and the next id of each scene above all that may have been told and is not in the journal.
  private func raise(_ db: Database, beyond lostEnd: LostEnd?) throws {
    let newest = try Row.fetchAll(
      db, sql: "SELECT seq, max(revision) AS revision, next_id FROM commits GROUP BY scene"
    ).map { JournalRow($0, of: "commits") }
    for row in newest {
      let (revision, nextID) = try (row.integer("revision"), row.integer("next_id") + Int64(Self.idReserve))
      try db.execute(
        sql: "UPDATE commits SET revision = ?, next_id = ? WHERE seq = ?",
        arguments: [
          lostEnd?.revision(above: revision) ?? revision, max(nextID, Int64(lostEnd?.mark.nextID ?? 0)),
          row.integer("seq"),
        ])
    }
    guard let lostEnd else { return }
    floor.revision = max(floor.revision, lostEnd.mark.revision)
    floor.nextID = max(floor.nextID, lostEnd.mark.nextID)
  }

  /// Tells the loss to people, and to the gaps of the journal.
  private func write(_ lostEnd: LostEnd, _ db: Database, at time: JournalTime) throws {
    warnings.append(lostEnd.message(file))
    seq = max(seq, lostEnd.mark.seq)
    let newest = try Int64.fetchOne(
      db, sql: "SELECT max(at) FROM (SELECT at FROM commits UNION ALL SELECT at FROM outcomes)")
    var writer = RecordWriter(seq: seq, counts: counts, boot: boot, time: time)
    let error = JournalError(.corrupt, lostEnd.message(file))
    try writer.write(JournalGap(fromMicros: newest ?? time.wallMicros, error: error), db)
    (seq, counts) = (writer.seq, writer.counts)
  }

  private func scenes(_ db: Database, at time: JournalTime) throws -> [Restored.Scene] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT \(JournalRow.commitColumns), \(Boots.age) AS age, boot, at
        FROM commits JOIN (SELECT scene AS s, max(revision) AS r FROM commits GROUP BY scene)
        ON scene = s AND revision = r ORDER BY scene
        """, arguments: ["up": time.bootMs]
    ).map {
      let row = JournalRow($0, of: "commits")
      // While the machine was off, only the wall clock ran.
      let sinceMs = try row.integer("boot") == boot ? 0 : (time.wallMicros - row.integer("at")) / 1000
      return Restored.Scene(commit: try row.commit(), ageMs: max(0, try row.integer("age"), sinceMs))
    }
  }

  /// The outcomes that a retry may still ask for, oldest first; none of them before the row `first`.
  private func window(_ db: Database, from first: Int64, at time: JournalTime) throws -> [Restored.Decided] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT \(JournalRow.outcomeColumns), \(Boots.age) AS age FROM outcomes
        WHERE seq >= :first AND state = :state AND age < :window ORDER BY seq
        """,
      arguments: [
        "first": first, "state": JournalSchema.State.decided.rawValue, "window": Limits.windowMs, "up": time.bootMs,
      ]
    ).map {
      let row = JournalRow($0, of: "outcomes")
      return Restored.Decided(record: try row.decided(), ageMs: max(0, try row.integer("age")))
    }
  }

  private func workers(_ db: Database) throws -> [WorkerRecord] {
    try Row.fetchAll(db, sql: "SELECT \(JournalRow.workerColumns) FROM workers ORDER BY name")
      .map { try JournalRow($0, of: "workers").worker() }
  }

  /// How far clients have acknowledged within the window. Of each client one row is looked for, by the index of its commands:
  /// to read all rows takes seconds where they are many.
  private func acknowledged(_ db: Database, at time: JournalTime) throws -> [Restored.Acknowledged] {
    try Row.fetchAll(
      db,
      sql: """
        WITH RECURSIVE clients (name) AS (
          SELECT min(client) FROM outcomes
          UNION ALL SELECT (SELECT min(client) FROM outcomes WHERE client > name) FROM clients WHERE name IS NOT NULL
        )
        SELECT seq, client, newest, owner, age FROM (
          SELECT seq, client, sequence AS newest, owner, \(Boots.age) AS age FROM clients JOIN outcomes ON seq = (
            SELECT seq FROM outcomes WHERE client = name AND state = :state ORDER BY sequence DESC LIMIT 1
          )
        ) WHERE age < :window ORDER BY client
        """,
      arguments: ["state": JournalSchema.State.acknowledged.rawValue, "window": Limits.windowMs, "up": time.bootMs]
    ).map {
      let row = JournalRow($0, of: "outcomes")
      let newest = UInt64(bitPattern: try row.integer("newest"))
      return Restored.Acknowledged(
        client: try row.text("client"), below: newest == .max ? newest : newest + 1,
        owner: try row.user("owner"), ageMs: max(0, try row.integer("age")))
    }
  }

  /// The tokens of the newest commits that have some, oldest first.
  private func usedTokens(_ db: Database) throws -> [Ask.Token] {
    let causes = try Row.fetchAll(
      db, sql: "SELECT seq, cause FROM commits WHERE cause NOT LIKE '%\"tokens\":[]%' ORDER BY seq DESC LIMIT ?",
      arguments: [Limits.usedTokensMax]
    ).map { try JournalRow($0, of: "commits").value("cause") { try StoredJSON.cause($0) } }
    return Array(causes.reversed().flatMap(\.tokens).suffix(Limits.usedTokensMax))
  }
}
