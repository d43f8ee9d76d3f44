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
    let (restored, begun) = try translating(file) {
      try database.inDatabase { db in
        try JournalFile.set(.full, db)
        var restored: Restored?
        try db.inTransaction(.immediate) {
          try doubtWhatIsKnown(db)
          try JournalFile.migrate(db)
          if !isKnown { try JournalCheck.run(db) }
          restored = try start(db, at: time, bootID: bootID)
          return .commit
        }
        guard let restored else { throw JournalError.corrupt(file, "the start was not written") }
        seal.trust()
        try seal.moving {
          try JournalFile.checkpoint(db, .truncate)
          return knownBounds
        }
        try JournalFile.set(durability, db)
        checkpointer = try Checkpointer(file, seal, mover, writtenBy: db, durability)
        return (restored, state(db, counts))
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
    try mark.write(level, begun, .synced)
    // Both of its places have been written once then: after that a line needs nothing of the file system.
    if durability == .full { try mark.write(level, begun, .synced) }
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
    if try !isKnown || !RevisionIndex.knowsNewest(db) {
      try RevisionIndex.mend(db)
      try RevisionIndex.checkOrder(db)
    }
    landmarks = Landmarks(behind: 0)
    try landmarks.takeOver(db, to: seq)
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
    lastLostEnd = try LostEnd.last(db)
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO start (id, epoch, starts, boot, seq, floor_revision, floor_id, indexed)
        VALUES (1, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        epoch, Int64(starts), bootID, seq, Int64(bitPattern: floor.revision), Int64(bitPattern: floor.nextID),
        landmarks.indexed,
      ])
    // By another clock, or one that was set back, outcomes may be younger than they were.
    if bounds.boot != boot || time.bootMs < bounds.bootMs { bounds.window = 0 }
    (bounds.boot, bounds.bootMs) = (boot, time.bootMs)
    let decided = try window(db, at: time)
    var restored = try Restored(
      epoch: Epoch(epoch), starts: starts, scenes: scenes(db, at: time), decided: decided,
      workers: workers(db), acknowledged: acknowledged(db, at: time), usedTokens: usedTokens(db))
    restored.floor = floor
    return restored
  }

  /// Raises the revision and the next id of each scene above all that may have been told and is not in the journal.
  private func raise(_ db: Database, beyond lostEnd: LostEnd?) throws {
    let newest = try Row.fetchAll(
      db,
      sql:
        "WITH \(RevisionIndex.newestOfEach) SELECT seq, scene, revision, next_id FROM newest JOIN commits USING (seq)"
    ).map { JournalRow($0, of: "commits") }
    for row in newest {
      let (revision, nextID) = try (row.integer("revision"), row.integer("next_id") + Int64(Self.idReserve))
      let raised = lostEnd?.revision(above: revision) ?? revision
      try db.execute(
        sql: "UPDATE commits SET \(LostEnd.raising), next_id = :next WHERE seq = :seq",
        arguments: [
          "raised": raised, "next": max(nextID, Int64(lostEnd?.mark.nextID ?? 0)), "seq": row.integer("seq"),
        ])
      try db.execute(
        sql: "UPDATE revisions SET revision = ? WHERE scene = ? AND revision = ?",
        arguments: [raised, row.text("scene"), revision])
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
        WITH \(RevisionIndex.newestOfEach)
        SELECT \(JournalRow.commitColumns), \(Boots.age) AS age, boot, at FROM newest JOIN commits USING (seq) ORDER BY scene
        """, arguments: ["up": time.bootMs]
    ).map {
      let row = JournalRow($0, of: "commits")
      // While the machine was off, only the wall clock ran.
      let sinceMs = try row.integer("boot") == boot ? 0 : (time.wallMicros - row.integer("at")) / 1000
      return Restored.Scene(commit: try row.commit(), ageMs: max(0, try row.integer("age"), sinceMs))
    }
  }

  /// Outcomes that are read at once: more would hold many texts beside what they say.
  private static let windowBatch = 4096

  /// The outcomes that a retry may still ask for, oldest first. Commands that a stop interrupted end here.
  private func window(_ db: Database, at time: JournalTime) throws -> [Restored.Decided] {
    var decided: [Restored.Decided] = []
    var (batch, ages, open): ([OutcomeRow], [Int64], [Int64]) = ([], [], [])
    func readBatch() throws {
      for (record, age) in zip(try OutcomeRow.decided(batch), ages) {
        decided.append(Restored.Decided(record: record, ageMs: age))
      }
      batch.removeAll(keepingCapacity: true)
      ages.removeAll(keepingCapacity: true)
    }
    let age = try Boots.Ages(db, at: time)
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(JournalRow.outcomeColumns), state, boot, up, at FROM outcomes
        WHERE seq >= ? AND (state = \(JournalSchema.State.open.rawValue) OR NOT \(JournalSchema.isAcknowledged)) ORDER BY seq
        """, arguments: [bounds.window])
    var first: Int64?
    while let row = try rows.next().map({ JournalRow($0, of: "outcomes") }) {
      let isOpen = try row.integer("state") == JournalSchema.State.open.rawValue
      let ageMs = isOpen ? 0 : try age.ms(of: row)
      guard ageMs < Limits.windowMs else { continue }
      let outcome = try row.outcome()
      first = first ?? outcome.seq
      if isOpen { open.append(outcome.seq) }
      batch.append(outcome)
      ages.append(max(0, ageMs))
      if batch.count == Self.windowBatch { try readBatch() }
    }
    try readBatch()
    bounds.window = first ?? seq + 1
    // They end now, behind what their clients have acknowledged.
    for row in open {
      seq += 1
      try db.execute(
        sql: "UPDATE outcomes SET seq = ?, state = ?, at = ?, boot = ?, up = ? WHERE seq = ?",
        arguments: [seq, JournalSchema.State.decided.rawValue, time.wallMicros, boot, time.bootMs, row])
    }
    return decided
  }

  private func workers(_ db: Database) throws -> [WorkerRecord] {
    try Row.fetchAll(db, sql: "SELECT \(JournalRow.workerColumns) FROM workers ORDER BY name")
      .map { try JournalRow($0, of: "workers").worker() }
  }

  /// How far clients have acknowledged within the window.
  private func acknowledged(_ db: Database, at time: JournalTime) throws -> [Restored.Acknowledged] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT * FROM (SELECT seq, client, sequence, owner, \(Boots.age) AS age FROM floors) WHERE age < :window ORDER BY client
        """,
      arguments: ["window": Limits.windowMs, "up": time.bootMs]
    ).map {
      let row = JournalRow($0, of: "floors")
      let newest = UInt64(bitPattern: try row.integer("sequence"))
      return Restored.Acknowledged(
        record: AcknowledgedRecord(
          client: try row.text("client"), below: newest == .max ? newest : newest + 1, owner: try row.user("owner")),
        ageMs: max(0, try row.integer("age")))
    }
  }

  /// The tokens of the newest commits that have some, oldest first. Of rows that were looked at before only those that had
  /// some are read again, as far as they are still there.
  private func usedTokens(_ db: Database) throws -> [Ask.Token] {
    let known = bounds.withTokens
    let found = try Int64.fetchAll(
      db,
      sql: "SELECT seq FROM commits WHERE seq > ? AND instr(cause, '\"tokens\":[\"') > 0 ORDER BY seq DESC LIMIT ?",
      arguments: [bounds.looked, Limits.usedTokensMax])
    bounds.add(withTokens: found.reversed())
    let causes = try (known + found.reversed()).suffix(Limits.usedTokensMax).compactMap { seq in
      try Row.fetchOne(db.cachedStatement(sql: "SELECT seq, cause FROM commits WHERE seq = ?"), arguments: [seq])
        .map { try JournalRow($0, of: "commits").value("cause") { try StoredJSON.cause($0) } }
    }
    return Array(causes.flatMap(\.tokens).suffix(Limits.usedTokensMax))
  }
}
