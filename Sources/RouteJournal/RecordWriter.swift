// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel
import WireProtocol

/// Writes records in a transaction and counts them. The journal takes over the counts when the transaction is through.
struct RecordWriter {
  var seq: Int64
  var counts: Journal.Counts
  /// The number of the present boot.
  let boot: Int64
  /// When what is written next was decided.
  var time: JournalTime
  /// The landmarks of commits that are not taken over into the index of revisions; not noted where ``index(_:)`` is not called.
  var landmarks = Landmarks(behind: 0)
  /// The rows of commits with tokens.
  private(set) var withTokens: [Int64] = []
  /// The statements that were found before.
  var statements = Statements()

  /// The statements that run for each command, each found once: SQLite has prepared them, and to find a long one costs as much
  /// as to set it. They end before their connection does.
  struct Statements {
    var begin: Statement?
    var end: Statement?
    var commit: Statement?
    var outcome: Statement?
    var floor: Statement?
  }

  mutating func write(_ record: JournalRecord, _ db: Database) throws {
    switch record {
    case .commit(let commit): try write(commit, db)
    case .ids(let scene, let below): try write(ids: scene, below: below, db)
    case .decided(let decided): try write(decided, .decided, db)
    case .open(let open): try write(open.decided, .open, db)
    case .acknowledged(let acknowledged): try write(acknowledged, db)
    case .worker(let worker, let isRegistered): try write(worker, isRegistered: isRegistered, db)
    }
  }

  mutating func write(_ gap: JournalGap, _ db: Database) throws {
    seq += 1
    counts.gaps += 1
    try db.execute(
      sql: "INSERT INTO gaps (seq, from_at, to_at, reason) VALUES (?, ?, ?, ?)",
      arguments: [seq, gap.fromMicros, time.wallMicros, gap.error.message])
  }

  /// Deletes commits whose revisions these records write again: the checkpoint that closes a gap may have a revision that was
  /// written before the gap.
  mutating func makeRoom(for records: [JournalRecord], _ db: Database) throws {
    let (index, deletion) = try (RevisionIndex(db), RevisionIndex.Deletion(db))
    for case .commit(let commit) in records {
      let row = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT \(index.row)"),
        arguments: ["scene": commit.scene.rawValue, "revision": Int64(bitPattern: commit.revision)])
      guard let row else { continue }
      try deletion.run(row, db)
      counts.commits -= 1
    }
  }

  /// Takes commits over into the index of revisions, where enough have come. Call it at the end of a transaction.
  mutating func index(_ db: Database) throws {
    if seq - landmarks.indexed >= RevisionIndex.runRows { try landmarks.takeOver(db, to: seq) }
  }

  /// A commit of the same revision can be in the way where a new journal is filled with lines; the later one stays.
  private mutating func write(_ commit: CommitRecord, _ db: Database) throws {
    seq += 1
    let isNew = try db.inserts(
      { try insert(commit, db) }, replacing: "commits WHERE scene = ? AND revision = ?"
    ) { key in
      key.add(commit.scene.rawValue)
      key.add(commit.revision)
    }
    if isNew { counts.commits += 1 }
    landmarks.note(commit, row: seq)
    if !commit.cause.tokens.isEmpty { withTokens.append(seq) }
  }

  private mutating func insert(_ commit: CommitRecord, _ db: Database) throws {
    let statement = try db.statement(
      """
      INSERT INTO commits
      (seq, at, scene, revision, major_revision, minor, epoch, next_id, route, cause, boot, up)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, &statements.commit)
    try db.run(statement) { row in
      row.add(seq)
      row.add(time.wallMicros)
      row.add(commit.scene.rawValue)
      row.add(commit.revision)
      row.add(commit.majorRevision)
      row.add(Int64(commit.isMinor ? 1 : 0))
      row.add(commit.epoch)
      row.add(commit.nextID)
      row.add { StoredJSON.append(commit.route, to: &$0) }
      row.add { StoredJSON.append(commit.cause, to: &$0) }
      row.add(boot)
      row.add(time.bootMs)
    }
  }

  /// The record of the next step, and that of the end, replaces an open record.
  private mutating func write(_ decided: DecidedRecord, _ state: JournalSchema.State, _ db: Database) throws {
    let id = decided.outcome.id
    if decided.isSeal, try hasEnded(id, db) { return }
    seq += 1
    let isNew = try db.inserts(
      { try insert(decided, state, db) }, replacing: "outcomes WHERE client = ? AND sequence = ?"
    ) { key in
      key.add(id.client)
      key.add(id.sequence)
    }
    if isNew { counts.outcomes += 1 }
  }

  /// Whether the journal has an outcome of this command. The ledger forgets one for its age, and takes the command for unseen:
  /// what seals it then must not replace what became of it.
  private func hasEnded(_ id: CommandID, _ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM outcomes WHERE client = ? AND sequence = ? AND state <> ? AND verb <> '')"),
      arguments: [id.client, Int64(bitPattern: id.sequence), JournalSchema.State.open.rawValue]) ?? false
  }

  private mutating func insert(_ decided: DecidedRecord, _ state: JournalSchema.State, _ db: Database) throws {
    let outcome = decided.outcome
    let statement = try db.statement(
      """
      INSERT INTO outcomes
      (seq, at, client, sequence, state, scene, revision, body_hash, verb, because, origin, outcome, boot, up, owner)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, &statements.outcome)
    try db.run(statement) { row in
      row.add(seq)
      row.add(time.wallMicros)
      row.add(outcome.id.client)
      row.add(outcome.id.sequence)
      row.add(state.rawValue)
      row.add(outcome.scene.rawValue)
      row.add(outcome.revision)
      row.add(decided.bodyHash)
      row.add(decided.verb)
      row.add(decided.because)
      row.add { StoredJSON.append(decided.origin, to: &$0) }
      row.add {
        StoredJSON.append(outcome, ofDryRun: decided.isDryRun, skippingGuards: decided.skippedGuards, to: &$0)
      }
      row.add(boot)
      row.add(time.bootMs)
      row.add(decided.owner)
    }
  }

  private func write(ids scene: SceneName?, below: UInt64, _ db: Database) throws {
    guard let scene else {
      try db.cachedStatement(sql: "UPDATE start SET floor_id = max(floor_id, ?)")
        .execute(arguments: [Int64(bitPattern: below)])
      return
    }
    let statement = try db.cachedStatement(
      sql: """
        UPDATE commits SET next_id = max(next_id, :below)
        WHERE seq = \(RevisionIndex.newest)
        """)
    try statement.execute(arguments: ["below": Int64(bitPattern: below), "scene": scene.rawValue])
  }

  /// What a client has acknowledged is one row of it: to note it in that of each outcome would change the pages of all of them.
  private mutating func write(_ acknowledged: AcknowledgedRecord, _ db: Database) throws {
    guard acknowledged.below > 0 else { return }
    seq += 1
    let statement = try db.statement(
      """
      INSERT INTO floors (seq, at, client, sequence, boot, up, owner) VALUES (?, ?, ?, ?, ?, ?, ?)
      \(JournalSchema.replacingFloor)
      """, &statements.floor)
    try db.run(statement) { row in
      row.add(seq)
      row.add(time.wallMicros)
      row.add(acknowledged.client)
      row.add(acknowledged.below - 1)
      row.add(boot)
      row.add(time.bootMs)
      row.add(acknowledged.owner)
    }
  }

  private func write(_ worker: WorkerRecord, isRegistered: Bool, _ db: Database) throws {
    guard let kept = worker.kept(isRegistered: isRegistered) else {
      try db.cachedStatement(sql: "DELETE FROM workers WHERE name = ?").execute(arguments: [worker.name.rawValue])
      return
    }
    try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO workers (name, uid, sensitive, on_death, scenes) VALUES (?, ?, ?, ?, ?)"
    )
    .execute(arguments: [
      kept.name.rawValue, kept.uid,
      kept.sensitive.isEmpty ? nil : StoredJSON.text(kept.sensitive, ofParted: !kept.isAwaited),
      kept.onDeath.isEmpty ? nil : StoredJSON.text(kept.onDeath),
      kept.scenes.map { StoredJSON.text($0) },
    ])
  }
}

extension Database {
  /// Runs `insert`, and where a row with the same key is in the way, deletes that row and runs it again. With OR REPLACE SQLite
  /// would keep a copy of each page that a statement changes, to undo that statement alone.
  ///
  /// - Returns: Whether no row was in the way.
  fileprivate func inserts(
    _ insert: () throws -> Void, replacing row: String, _ key: (inout Parameters) -> Void
  ) throws -> Bool {
    do {
      try insert()
      return true
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
      try run("DELETE FROM \(row)", key)
      try insert()
      return false
    }
  }

  /// The statement as it was found before, or found now and kept.
  func statement(_ sql: String, _ found: inout Statement?) throws -> Statement {
    if let found { return found }
    let statement = try cachedStatement(sql: sql)
    found = statement
    return statement
  }
}
