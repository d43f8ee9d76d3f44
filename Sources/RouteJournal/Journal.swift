// SPDX-License-Identifier: Apache-2.0

import CJournalFile
import Coordination
import GRDB
import Glibc
import RouteModel

/// The durable record of a coordinator: every commit with its cause, every outcome, the registered workers and the
/// epoch, in one SQLite file.
///
/// Used by one thread, the daemon's loop, in this order: ``open(in:durability:retention:)``, ``begin(at:bootID:)``
/// before any socket is bound, ``commit(_:at:)`` once a turn before anything of that turn leaves,
/// ``maintain(at:underLoad:)`` in turns that have nothing else to do, ``close(at:)`` at the end.
///
/// The write-ahead log makes an acknowledged commit survive `kill -9`: a transaction is in the page cache when `commit`
/// returns, and a torn one does not count. `durability: .full` also waits for the disk. With `.normal` a
/// power cut may take the transactions since the last checkpoint; two things are on the disk all the same: the epoch,
/// and an upper bound of the element ids, so that neither is ever given out again
/// (specification, section "Durability").
package final class Journal {
  /// The file's name in the state folder.
  package static let fileName = "journal.sqlite"

  /// The file.
  package let file: String

  /// Statements of the connection, which end before it does.
  var statements = RecordWriter.Statements()
  var database: DatabaseQueue
  /// The connection of ``checkpointer``. It is opened with the other one: where no file is any more, SQLite would make one.
  var mover: DatabaseQueue
  /// Moves the log into the file; begins with ``begin(at:bootID:)``.
  var checkpointer: Checkpointer?
  /// When rows are looked for by their age, and when floors are.
  var agedSearch = OldSearch()
  var floorSearch = OldSearch()
  let durability: Durability
  /// The newest row when upkeep was last done.
  var upkeptSeq: Int64 = 0
  /// Whether there was twice as much as may be kept when it was last cut: then it is to be cut under a load too.
  package internal(set) var isFarTooMuch = false
  /// How much of the past is kept; another one holds from the next ``maintain(at:underLoad:)`` on.
  package var retention: Retention
  /// The number of the newest row; known with ``begin(at:bootID:)``.
  var seq: Int64 = 0
  /// The landmarks of commits that are not taken over into the index of revisions.
  var landmarks = Landmarks(behind: 0)
  /// The present boot, of which new rows tell: its number, and the kernel's name of it.
  var boot: Int64 = 0
  var bootID = ""
  /// Counts the starts.
  var starts: UInt64 = 0
  /// Where the files lie.
  var places = JournalPlaces()
  /// How far the journal has come, and the file beside it that tells so.
  var level = Watermark.Level()
  var mark: Watermark
  /// When the disk last began to write the mark, in ms since the boot.
  var markBegunMs: Int64 = 0
  /// Whether the mark could not be written, and whether that was told.
  var markFailure = MarkFailure.none
  /// The seal of the file, which a start finds and the end leaves.
  var seal: JournalSeal
  /// Whether all values in the file and its log were looked at or written before, and nobody else has changed one.
  private(set) var isKnown: Bool
  /// Whether nobody else has written to the log since the start. What others write is looked at by the next start.
  var isAlone = true
  /// From where the next start has to look.
  var bounds: StartBounds
  /// What new scenes begin with.
  var floor = Restored.Floor()
  /// What stands, in case that the file cannot be read any more.
  var standing = Standing()
  /// What the start found that people should hear of, a sentence each.
  package internal(set) var warnings: [String] = []
  /// What the gap tells of the newest lost end, where this start has found no commit behind it: what shows may be an older route.
  package internal(set) var lastLostEnd: String?
  var counts: Counts
  var ids = NextIDs()
  /// The gap, while the journal cannot be written.
  package internal(set) var gap: JournalGap?
  var backlog = Backlog()
  /// Whether SQLite has found the file damaged as the gap began.
  var isDamaged = false
  /// What upkeep has met by which the file cannot be trusted any more: the next look begins a gap by that.
  var upkeepDamage: JournalError?
  var replacement = Replacement.none
  /// Whether the file that replaces a lost one begins anew, because that was damaged.
  var isPastLost = false
  /// Where what is left of that one lies now, for people.
  var lostFile: String?
  var lock: FolderLock

  /// The id of the next new element of each scene, and of those that have no commit: as last written, and as it surely is
  /// on the disk.
  struct NextIDs {
    var told: [SceneName?: UInt64] = [:]
    var synced: [SceneName?: UInt64] = [:]
  }

  enum MarkFailure {
    case none, untold(JournalError), told
  }

  /// The counts of ``statistics``, kept so that no query has to count rows.
  struct Counts: Hashable {
    var commits: Int
    var outcomes: Int
    var gaps: Int
  }

  /// Opens the journal in `stateFolder`, or makes a new one there, and holds the folder's lock as long as it lives.
  /// An existing file is examined before anything is written: one that is refused stays as it was.
  package static func open(
    in stateFolder: String, durability: Durability, retention: Retention
  ) throws(JournalError) -> Journal {
    let lock = try FolderLock(folder: stateFolder)
    _ = waykeeper_journal_file_use()
    let file = stateFolder + "/" + fileName
    // An end between the copy of a lost file and its renaming leaves the copy.
    for suffix in ["", "-wal", "-shm"] { unlink(replacement(of: file) + suffix) }
    // Looked for before anything is opened that may write.
    let found = JournalSeal.found(on: file)
    let exists = try JournalFile.examine(file, checksPages: found == nil)
    if !exists { try JournalFile.touch(file) }
    let mark = try Watermark(of: file)
    let (level, written) = (mark.level, found == nil ? nil : mark.state)
    let (database, counts, isKnown) = try translating(file) {
      let database = try DatabaseQueue(path: file, configuration: JournalFile.configuration(readonly: false))
      return try database.inDatabase { db in
        if !exists { try JournalFile.create(db) }
        try JournalFile.set(durability, db)
        // Another log holds what somebody else has written, or less than there was. It is read with the first look at a table.
        guard let level, let written, try JournalFile.newest(db) == level.seq,
          try Int64.fetchOne(db, sql: "SELECT epoch FROM start") == Int64(level.epoch), LogEnd(db) == written.log
        else { return (database, try JournalFile.counts(db), false) }
        return (database, written.counts, true)
      }
    }
    let mover = try translating(file) { try JournalFile.openMover(file) }
    let bounds = isKnown ? found.flatMap { JournalSeal.bounds(of: file, under: $0) } : nil
    let journal = Journal(
      file: file, database: database, mover: mover, durability: durability, retention: retention, counts: counts,
      mark: mark, lock: lock, isKnown: isKnown, bounds: bounds ?? StartBounds())
    if JournalFile.hasOtherName(file) {
      journal.warnings.append(
        "the journal \(file) has another name on its disk (a hard link, as `cp -al` makes it): a second waykeeperd that starts by "
          + "that name would damage it; remove that name, and copy without links")
    }
    return journal
  }

  private init(
    file: String, database: DatabaseQueue, mover: DatabaseQueue, durability: Durability, retention: Retention,
    counts: Counts, mark: consuming Watermark, lock: consuming FolderLock, isKnown: Bool, bounds: StartBounds
  ) {
    self.mover = mover
    self.isKnown = isKnown
    self.bounds = bounds
    seal = JournalSeal(of: file)
    self.file = file
    self.database = database
    self.durability = durability
    self.retention = retention
    self.counts = counts
    self.mark = mark
    self.lock = lock
  }

  /// The copy that takes the place of a lost file.
  static func replacement(of file: String) -> String { file + "-new" }

  /// The present size.
  package var statistics: JournalStatistics {
    JournalStatistics(
      commits: counts.commits, outcomes: counts.outcomes, gaps: counts.gaps, bytes: JournalFile.bytes(file))
  }

  /// Brings everything to the disk and closes the file; the last call.
  ///
  /// - Parameter time: When, so that the next start has less to look for.
  package func close(at time: JournalTime? = nil) throws(JournalError) {
    checkpointer?.close()
    statements = RecordWriter.Statements()
    // No new one has taken its place, and the next start has to find that out.
    if isDamaged || upkeepDamage != nil { seal.doubt() }
    _ = database.inDatabase { isLogCut($0) }
    guard !places.isLogSpoiled else { return try closeBesideSpoiledLog() }
    try translating(file) {
      try mover.close()
      try seal.moving {
        let left = try database.inDatabase { db in
          // Who writes at this moment is waited for, and then seen.
          try db.inTransaction(.immediate) {
            lookForOthers(db)
            return .commit
          }
          if let time { try bounds.advance(db, upTo: seq, bootMs: time.bootMs) }
          try JournalFile.checkpoint(db, .truncate)
          return state(db, counts)
        }
        try database.close()
        // One that has not begun has come nowhere.
        if checkpointer != nil { try mark.write(level, left, .synced) }
        return knownBounds
      }
    }
  }

  /// Closes the file without its log, of which the next start takes what is whole: the mark tells that an end is lost.
  private func closeBesideSpoiledLog() throws(JournalError) {
    seal.doubt()
    try translating(file) {
      try mover.close()
      try closeWriter()
    }
    if checkpointer != nil { try mark.write(level, nil, .synced) }
  }

  /// Closes the connection that writes. SQLite moves the log into the file with that: where the log is none any more, the file would
  /// lose what it has.
  func closeWriter() throws {
    if places.isLogSpoiled {
      database.inDatabase { db in
        if let connection = db.sqliteConnection { waykeeper_journal_file_keep_log(connection) }
      }
    }
    try database.close()
  }

  /// What the journal is now, for the next start; nil where that cannot be told.
  func state(_ db: Database, _ counts: Counts) -> Watermark.State? {
    isAlone ? LogEnd(db).map { Watermark.State(log: $0, counts: counts) } : nil
  }

  /// Looks whether somebody else has written to the log since the last transaction. Call it in each, as the first thing: before
  /// it begins somebody may be in the midst of one.
  func lookForOthers(_ db: Database) { if LogEnd(db) != mark.state?.log { isAlone = false } }

  /// Looks whether somebody else has written since the journal was opened; then nothing is known of it. Call it where nobody can
  /// write any more.
  func doubtWhatIsKnown(_ db: Database) throws {
    guard isKnown, LogEnd(db) != mark.state?.log else { return }
    (isKnown, bounds) = (false, StartBounds())
    counts = try JournalFile.counts(db)
  }

  /// From where a start has to look that finds the journal as it is now.
  var knownBounds: StartBounds {
    var bounds = bounds
    bounds.looked = seq
    return bounds
  }
}
