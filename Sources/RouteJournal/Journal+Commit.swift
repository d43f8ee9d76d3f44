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
    defer { standing.add(records) }
    if let gap {
      backlog.add(records, at: time)
      throw gap.error
    }
    do {
      try write(records, at: time, closing: nil)
    } catch {
      // A lost file explains more than the error that it led to.
      let error = beginGap(loss ?? error, at: time)
      backlog.add(records, at: time)
      throw error
    }
  }

  /// Begins a gap, and returns its error in the words for whoever runs the coordinator.
  func beginGap(_ error: JournalError, at time: JournalTime) -> JournalError {
    let error = error.told(to: .runner)
    gap = JournalGap(fromMicros: time.wallMicros, error: error)
    backlog = Backlog(behind: standing)
    isDamaged = error.code == .corrupt
    return error
  }

  /// Has the mark tell how far the route has gone on in a gap, so that after an end without ``recover(at:)`` no revision and no id
  /// is given twice: a start takes it for a lost end. Its room is taken, so a full disk lets it be written.
  package func markGap(of records: [JournalRecord]) {
    guard gap != nil else { return }
    // One may have both an outcome and a commit; which rows the gap leaves is known at its end.
    level.seq += Int64(records.count)
    level.note(records)
    try? mark.write(level, mark.state, .none)
  }

  /// Tries to close the gap: writes each scene's route as a checkpoint, the other records of the gap, and the gap itself,
  /// as one transaction. Without a gap it does nothing. After an error the gap goes on.
  package func recover(at time: JournalTime) throws(JournalError) {
    guard let gap else { return }
    do {
      try close(gap, at: time)
    } catch {
      throw error.told(to: .runner)
    }
  }

  private func close(_ gap: JournalGap, at time: JournalTime) throws(JournalError) {
    if loss != nil || replacement != .none || isDamaged { try replaceLostFile(at: time) }
    let entries = backlog.entries
    try write(entries.map(\.record), at: time, closing: told(gap), dates: entries.map(\.time))
    (isPastLost, lostFile) = (false, nil)
    places = JournalPlaces(of: file)
    self.gap = nil
    backlog = Backlog()
  }

  /// - Parameter dates: When each record was decided, where that is not now.
  private func write(
    _ records: [JournalRecord], at time: JournalTime, closing gap: JournalGap?, dates: [JournalTime?] = []
  ) throws(JournalError) {
    // Ids beyond the reserve are on the disk before any message has them, so no id is given again after a power cut.
    // So are the names of sensitive screens.
    let syncs = durability == .normal && (exceedsIDReserve(records) || nameSensitiveScreens(records))
    let (writer, state) = try transact(records, at: time, closing: gap, dates, syncs: syncs)
    takeOver(writer)
    for record in records { if let (scene, next) = record.nextID { ids.told[scene] = next } }
    level.note(records)
    if syncs || durability == .full { ids.synced = ids.told }
    // A transaction in a file that nobody can find is none.
    if places.mayHaveLost(at: time.bootMs), let loss { throw loss }
    level.seq = seq
    writeDueMark(state, at: time)
    // What is written stays written where this fails; the next idle turn tells of it.
    noteMoved()
    if checkpointer?.note(knownBounds, ids.told, at: time) == true { try? notingDamage { try moveRest(at: time) } }
  }

  /// Writes records as one transaction.
  ///
  /// - Returns: The writer, which counts what is in the file from now on, and what the journal is now, for the mark.
  private func transact(
    _ records: [JournalRecord], at time: JournalTime, closing gap: JournalGap?, _ dates: [JournalTime?], syncs: Bool
  ) throws(JournalError) -> (writer: RecordWriter, state: Watermark.State?) {
    // A gap's end deletes commits, and after an error some were not written: then the rows say where commits are.
    let unknown = Landmarks(behind: landmarks.indexed)
    var writer = RecordWriter(
      seq: seq, counts: counts, boot: boot, time: time, landmarks: gap == nil ? landmarks : unknown,
      statements: statements)
    // The writer has the only reference now, and copies nothing where it notes more.
    landmarks = unknown
    let written = try translating(file) {
      try database.inDatabase { db in
        if syncs { try db.execute(sql: "PRAGMA synchronous = FULL") }
        defer { if syncs { try? db.execute(sql: "PRAGMA synchronous = NORMAL") } }
        try db.writing(&writer) { writer in
          lookForOthers(db)
          if isLogCut(db), let loss { throw loss }
          // Somebody else may have deleted commits.
          if !isAlone { writer.landmarks = unknown }
          if let gap {
            try writer.write(gap, db)
            try writer.makeRoom(for: records, db)
          }
          for (index, record) in records.enumerated() {
            if !dates.isEmpty { writer.time = dates[index] ?? time }
            try writer.write(record, db)
          }
          try writer.index(db)
        }
        return state(db, writer.counts)
      }
    }
    return (writer, written)
  }

  /// Takes over what the writer has counted and noted, once its transaction is through.
  private func takeOver(_ writer: RecordWriter) {
    seq = writer.seq
    counts = writer.counts
    statements = writer.statements
    landmarks = writer.landmarks
    bounds.add(withTokens: writer.withTokens)
  }

  /// Writes the mark behind a transaction; the disk begins with it where that is due.
  private func writeDueMark(_ state: Watermark.State?, at time: JournalTime) {
    // The mark tells of a damaged disk, and a transaction that is on the disk needs none: it may come a little later.
    let isDue = durability == .full && time.bootMs - markBegunMs >= Self.markIntervalMs
    if isDue { markBegunMs = time.bootMs }
    writeMark(state, isDue ? .begun : .none)
  }

  /// Writes the mark behind a transaction. What is written stays written where this fails: the next one tries again, and upkeep tells of it.
  func writeMark(_ state: Watermark.State?, _ haste: Watermark.Haste) {
    do {
      try mark.write(level, state, haste)
      markFailure = .none
    } catch {
      if case .none = markFailure { markFailure = .untold(error) }
    }
  }

  /// How long the disk need not begin to write the mark of a load that goes on, in ms: the next sync would wait for each.
  private static let markIntervalMs: Int64 = 1000

  private func nameSensitiveScreens(_ records: [JournalRecord]) -> Bool {
    records.contains { if case .worker(let worker, _) = $0 { !worker.sensitive.isEmpty } else { false } }
  }

  private func exceedsIDReserve(_ records: [JournalRecord]) -> Bool {
    records.contains {
      guard let (scene, next) = $0.nextID else { return false }
      return next > ids.synced[scene, default: 0] + Self.idReserve
    }
  }
}

extension Watermark.Level {
  /// Raises it above all that the records give.
  fileprivate mutating func note(_ records: [JournalRecord]) {
    for record in records {
      if let (_, next) = record.nextID { nextID = max(nextID, next) }
      if case .commit(let commit) = record { revision = max(revision, commit.revision) }
    }
  }
}

extension JournalRecord {
  /// The scene, or nil for those without a commit, whose next id it says, and that id.
  fileprivate var nextID: (scene: SceneName?, next: UInt64)? {
    switch self {
    case .commit(let commit): (commit.scene, commit.nextID)
    case .ids(let scene, let below): (scene, below)
    case .decided, .open, .acknowledged, .worker: nil
    }
  }
}
