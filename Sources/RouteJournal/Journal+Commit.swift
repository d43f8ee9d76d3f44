// SPDX-License-Identifier: Apache-2.0

package import Coordination
import GRDB
import RouteModel
import WireProtocol

extension Journal {
  /// Writes the decisions of a turn as one transaction; no message of that turn may leave before this returns.
  ///
  /// After an error nothing of the turn is in the file and a ``gap`` has begun. The decisions of this and later turns are
  /// kept in memory, as far as they are needed to go on. Each further call throws the same error and does not touch the
  /// disk, until ``recover(at:)`` has closed the gap.
  package func commit(_ records: [JournalRecord], at time: JournalTime) throws(JournalError) {
    guard !records.isEmpty else { return }
    if let gap {
      backlog.add(records)
      throw gap.error
    }
    do {
      try write(records, at: time, closing: nil)
    } catch {
      gap = JournalGap(fromMicros: time.wallMicros, error: error)
      backlog.add(records)
      throw error
    }
  }

  /// Tries to close the gap: writes each scene's route as a checkpoint, the other records of the gap, and the gap itself,
  /// as one transaction. Without a gap it does nothing. After an error the gap goes on.
  package func recover(at time: JournalTime) throws(JournalError) {
    guard let gap else { return }
    try write(backlog.records, at: time, closing: gap)
    self.gap = nil
    backlog = Backlog()
  }

  private func write(
    _ records: [JournalRecord], at time: JournalTime, closing gap: JournalGap?
  ) throws(JournalError) {
    // Ids beyond the reserve are on the disk before any message has them, so no id is given again after a power cut.
    let syncs = durability == .normal && exceedsIDReserve(records)
    let writer = try translating(file) {
      try database.inDatabase { db in
        if syncs { try db.execute(sql: "PRAGMA synchronous = FULL") }
        defer { if syncs { try? db.execute(sql: "PRAGMA synchronous = NORMAL") } }
        var writer = RecordWriter(seq: seq, counts: counts, boot: boot, time: time)
        try db.inTransaction(.immediate) {
          if let gap { try writer.write(gap, db) }
          for record in records { try writer.write(record, db) }
          return .commit
        }
        return writer
      }
    }
    seq = writer.seq
    counts = writer.counts
    for case .commit(let commit) in records { ids.told[commit.scene] = commit.nextID }
    if syncs || durability == .full { ids.synced = ids.told }
  }

  private func exceedsIDReserve(_ records: [JournalRecord]) -> Bool {
    records.contains {
      guard case .commit(let commit) = $0 else { return false }
      return commit.nextID > ids.synced[commit.scene, default: 0] + Self.idReserve
    }
  }
}
