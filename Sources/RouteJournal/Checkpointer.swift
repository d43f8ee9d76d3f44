// SPDX-License-Identifier: Apache-2.0

import CJournalFile
import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Moves the write-ahead log into the file on a thread of its own, while the loop goes on to write to the log.
///
/// A log begins anew only where all of it was moved, and under a load without pause the thread never gets to its end. So once
/// the log is long and the thread has just been through, the loop moves the rest: little is left then, and what the thread
/// has moved is on the disk.
final class Checkpointer: Sendable {
  /// So many bytes come before the thread begins: what was written several times until then moves once.
  private static let bytesMin = 16 << 20
  /// From so many on the log is to begin anew: a long one does so seldom.
  static let bytesMax = 64 << 20
  /// Both where each transaction waits for the disk: that takes half as long in a file that does not grow.
  private static let (bytesMinSynced, bytesMaxSynced) = (4 << 20, 8 << 20)
  /// So many the loop moves itself; and all, where the log has become twice as long as it should.
  private static let restBytes = 1 << 20

  private let file: String
  private let seal: JournalSeal
  private let queue = DispatchQueue(label: "waykeeper.checkpoint", qos: .utility)
  private let connection = Mutex<DatabaseQueue?>(nil)
  private let isBusy = Atomic(false)
  private let frames = Atomic(0)
  /// The frames that the log had when the thread last began.
  private let taken = Atomic(0)
  private let windowStart = Atomic<Int64>(0)
  /// The frames that the log had when the loop was last told to move the rest.
  private let tried = Atomic(0)
  /// The frames that the log had at the last look.
  private let seen = Atomic(0)
  /// The bytes of each frame.
  private let frameBytes: Int
  private let bytesMin, bytesMax: Int

  /// - Parameter db: The connection that writes to `file`. It tells the length of the log from now on.
  init(_ file: String, _ seal: JournalSeal, writtenBy db: Database, _ durability: Durability) throws {
    (self.file, self.seal) = (file, seal)
    (bytesMin, bytesMax) =
      durability == .full ? (Self.bytesMinSynced, Self.bytesMaxSynced) : (Self.bytesMin, Self.bytesMax)
    frameBytes = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
    sqlite3_wal_hook(
      db.sqliteConnection,
      { checkpointer, _, _, frames in
        if let checkpointer {
          let told = Unmanaged<Checkpointer>.fromOpaque(checkpointer).takeUnretainedValue()
          told.frames.store(Int(frames), ordering: .relaxed)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Whether the thread is at work; then nobody else can move the log.
  var isMoving: Bool { isBusy.load(ordering: .acquiring) }

  /// Where the exactly-once window began when the thread was last done.
  var window: Int64 { windowStart.load(ordering: .relaxed) }

  /// A transaction was written: begins to move the log where it has become longer.
  ///
  /// - Parameter bounds: From where a start has to look that finds the journal as it is now.
  /// - Returns: Whether the loop is to move what is left.
  func note(_ bounds: @autoclosure () -> StartBounds, at time: JournalTime) -> Bool {
    let frames = frames.load(ordering: .relaxed)
    // A shorter log has begun anew: what was noted of the one before no longer counts.
    if frames < seen.exchange(frames, ordering: .relaxed) {
      taken.store(0, ordering: .relaxed)
      tried.store(0, ordering: .relaxed)
    }
    guard !isMoving else { return false }
    func bytes(since mark: borrowing Atomic<Int>) -> Int { (frames - mark.load(ordering: .relaxed)) * frameBytes }
    let rest = bytes(since: taken)
    let isLong = frames * frameBytes >= bytesMax
    // Where somebody still reads what was there before, the loop does not try with each transaction.
    if isLong, rest <= Self.restBytes || frames * frameBytes >= 2 * bytesMax, bytes(since: tried) >= bytesMin {
      tried.store(frames, ordering: .relaxed)
      return true
    }
    guard isLong || rest >= bytesMin else { return false }
    self.taken.store(frames, ordering: .relaxed)
    isBusy.store(true, ordering: .relaxed)
    let bounds = bounds()
    queue.async { [self] in
      move(bounds, at: time)
      isBusy.store(false, ordering: .releasing)
    }
    return false
  }

  /// What fails here is tried again by the loop, which tells of it.
  private func move(_ bounds: StartBounds, at time: JournalTime) {
    try? connection.withLock { connection in
      let open = try connection ?? DatabaseQueue(path: file, configuration: JournalFile.configuration(readonly: false))
      connection = open
      try seal.moving {
        try open.inDatabase { db in
          waykeeper_journal_file_move_in_runs(db.sqliteConnection)
          _ = try JournalFile.checkpoint(db, .passive)
          // SQLite syncs the file only where all of the log was moved, and the loop would wait for all pages then.
          try JournalFile.sync(db)
          var bounds = bounds
          bounds.window = max(bounds.window, window)
          _ = try bounds.advance(db, upTo: bounds.looked, bootMs: time.bootMs)
          windowStart.store(bounds.window, ordering: .relaxed)
          return bounds
        }
      }
    }
  }

  /// Waits until the thread has done what it was given.
  func wait() { queue.sync {} }

  /// Ends the thread's work; a file may be closed, or others put in its place, after that.
  func close() {
    queue.sync {
      connection.withLock { connection in
        try? connection?.close()
        connection = nil
      }
    }
  }
}
