// SPDX-License-Identifier: Apache-2.0

import CJournalFile
import Coordination
import GRDB

extension Journal {
  /// Does a bite of the work that can wait: cuts the journal at its old end, gives room back to the disk, has a thread move the log
  /// into the file. Call it in turns that have nothing else to do, and under a load while ``isFarTooMuch``; each bite takes a few
  /// milliseconds at most.
  ///
  /// - Parameter underLoad: Whether a load leaves no time for it. The bite only cuts then: a thread moves the log of a load.
  /// - Returns: Whether more is left to do.
  /// - Throws: What failed, and once that the mark cannot be written. By a damaged file the next ``check(at:)`` begins a gap.
  package func maintain(at time: JournalTime, underLoad: Bool = false) throws(JournalError) -> Bool {
    if case .untold(let error) = markFailure {
      markFailure = .told
      throw error
    }
    return try notingDamage {
      try database.inDatabase { db in
        // Whoever else writes has no business there, but is let in.
        defer { waykeeper_journal_file_leave_locks(db.sqliteConnection) }
        // The next look, or transaction, begins a gap by that.
        guard !isLogCut(db) else { return false }
        let cut = try cut(db, at: time)
        counts.commits -= cut.commits
        counts.outcomes -= cut.outcomes
        // Pages are kept while there is something left to cut, and given back at the end.
        let isCutting = cut.hasMore
        if !isCutting, !underLoad { try db.execute(sql: "PRAGMA incremental_vacuum(\(Self.bitePages))") }
        let state = state(db, counts)
        if state != mark.state { writeMark(state, .none) }
        if underLoad { return true }
        noteMoved()
        let isMoving = try checkpointer?.tidy(knownBounds, ids.told, at: time) ?? false
        // Under a load the room of the log is wanted again at once.
        let isBusy = upkeptSeq != seq
        upkeptSeq = seq
        if !isMoving, !isBusy, try JournalFile.shrinkLog(file, db) {
          places.noteNewLog()
          writeMark(self.state(db, counts), .none)
        }
        let isLogLarge = JournalFile.logBytes(file) > JournalFile.logKeptBytes
        return try isCutting || isMoving || isBusy && isLogLarge || Self.freePages(db) >= Self.bitePages
      }
    }
  }

  /// Does a part of upkeep, and notes where the file is found damaged by that. So it is where the disk did not take what was
  /// moved: the system tells that once, and the next move would go on as if it had.
  func notingDamage<T>(_ part: () throws -> T) throws(JournalError) -> T {
    try translating(file) {
      do {
        return try part()
      } catch let error as DatabaseError where error.isDamage || error.isUnsynced {
        let reason = error.message ?? "no reason is told"
        let damage = error.isUnsynced ? "the disk did not take what was written: \(reason)" : reason
        let meaning = JournalError.corrupt(file, damage).told(to: .runner)
        upkeepDamage = meaning
        throw meaning
      }
    }
  }

  /// Notes what the thread has moved.
  func noteMoved() {
    guard let checkpointer, let onDisk = checkpointer.takeMoved() else { return }
    ids.synced.merge(onDisk) { max($0, $1) }
    bounds.window = max(bounds.window, checkpointer.window)
  }

  /// Moves the rest of a long log into the file, so that it can begin anew. The thread does not move it meanwhile.
  func moveRest(at time: JournalTime) throws {
    try database.inDatabase { db in
      try seal.moving {
        try JournalFile.checkpoint(db, .passive)
        try bounds.advance(db, upTo: seq, bootMs: time.bootMs)
        return knownBounds
      }
    }
  }

  /// Pages that a bite gives back at most.
  static let bitePages = 128

  static func freePages(_ db: Database) throws -> Int {
    try Int.fetchOne(db.cachedStatement(sql: "PRAGMA freelist_count")) ?? 0
  }
}

extension DatabaseError {
  /// Whether a file that was written could not be brought to the disk.
  var isUnsynced: Bool { extendedResultCode == .SQLITE_IOERR_FSYNC }
}
