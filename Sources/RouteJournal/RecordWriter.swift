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
  let time: JournalTime

  mutating func write(_ record: JournalRecord, _ db: Database) throws {
    switch record {
    case .commit(let commit): try write(commit, db)
    case .ids(let scene, let below): try write(ids: scene, below: below, db)
    case .decided(let decided): try write(decided, .decided, db)
    case .open(let open): try write(open.decided, .open, db)
    case .forgotten(let ids): try forget(ids, db)
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

  private mutating func write(_ commit: CommitRecord, _ db: Database) throws {
    seq += 1
    let statement = try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO commits
        (seq, at, scene, revision, major_revision, minor, epoch, next_id, route, cause, boot, up)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(arguments: [
      seq, time.wallMicros, commit.scene.rawValue, Int64(bitPattern: commit.revision),
      Int64(bitPattern: commit.majorRevision),
      commit.isMinor, Int64(bitPattern: commit.epoch), Int64(bitPattern: commit.nextID),
      StoredJSON.text(commit.route), StoredJSON.text(commit.cause), boot, time.bootMs,
    ])
    counts.commits += 1
  }

  /// The record of the next step, and that of the end, replaces an open record.
  private mutating func write(_ decided: DecidedRecord, _ state: JournalSchema.State, _ db: Database) throws {
    seq += 1
    let outcome = decided.outcome
    let before = db.totalChangesCount
    try db.cachedStatement(sql: "DELETE FROM outcomes WHERE client = ? AND sequence = ?")
      .execute(arguments: [outcome.id.client, Int64(bitPattern: outcome.id.sequence)])
    counts.outcomes += before == db.totalChangesCount ? 1 : 0
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO outcomes
        (seq, at, client, sequence, state, scene, revision, body_hash, verb, because, origin, outcome, boot, up, owner)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(arguments: [
      seq, time.wallMicros, outcome.id.client, Int64(bitPattern: outcome.id.sequence), state.rawValue,
      outcome.scene.rawValue,
      Int64(bitPattern: outcome.revision), Int64(bitPattern: decided.bodyHash), decided.verb, decided.because,
      StoredJSON.text(decided.origin), StoredJSON.text(outcome, ofDryRun: decided.isDryRun), boot, time.bootMs,
      decided.owner,
    ])
  }

  private func write(ids scene: SceneName?, below: UInt64, _ db: Database) throws {
    guard let scene else {
      try db.cachedStatement(sql: "UPDATE start SET floor_id = max(floor_id, ?)")
        .execute(arguments: [Int64(bitPattern: below)])
      return
    }
    let statement = try db.cachedStatement(
      sql: """
        UPDATE commits SET next_id = max(next_id, ?)
        WHERE scene = ? AND revision = (SELECT max(revision) FROM commits WHERE scene = ?)
        """)
    try statement.execute(arguments: [Int64(bitPattern: below), scene.rawValue, scene.rawValue])
  }

  private func forget(_ ids: [CommandID], _ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "UPDATE outcomes SET state = ? WHERE client = ? AND sequence = ? AND state = ?")
    for id in ids {
      try statement.execute(arguments: [
        JournalSchema.State.acknowledged.rawValue, id.client, Int64(bitPattern: id.sequence),
        JournalSchema.State.decided.rawValue,
      ])
    }
  }

  private func write(_ worker: WorkerRecord, isRegistered: Bool, _ db: Database) throws {
    guard let kept = worker.kept(isRegistered: isRegistered) else {
      try db.cachedStatement(sql: "DELETE FROM workers WHERE name = ?").execute(arguments: [worker.name.rawValue])
      return
    }
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO workers (name, uid, sensitive, on_death) VALUES (?, ?, ?, ?)")
      .execute(arguments: [
        kept.name.rawValue, kept.uid,
        kept.sensitive.isEmpty ? nil : StoredJSON.text(kept.sensitive, ofParted: !kept.isAwaited),
        kept.onDeath.isEmpty ? nil : StoredJSON.text(kept.onDeath),
      ])
  }
}
