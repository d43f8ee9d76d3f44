// SPDX-License-Identifier: Apache-2.0

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
  /// So many bytes come before the thread begins.
  private static let bytesMin = 4 << 20
  /// From so many on the log is to begin anew: a long one does so seldom.
  static let bytesMax = 64 << 20
  /// As ``bytesMax``, where each transaction waits for the disk: that takes half as long in a file that does not grow.
  private static let bytesMaxSynced = 8 << 20
  /// So many the loop moves itself; and all, where the log has become twice as long as it should.
  private static let restBytes = 1 << 20

  private let file: String
  private let queue = DispatchQueue(label: "waykeeper.checkpoint", qos: .utility)
  private let connection = Mutex<DatabaseQueue?>(nil)
  private let isBusy = Atomic(false)
  private let frames = Atomic(0)
  /// The frames that the log had when the thread last began.
  private let taken = Atomic(0)
  /// The frames that the log had when the loop was last told to move the rest.
  private let tried = Atomic(0)
  /// The bytes of each frame.
  private let frameBytes: Int
  private let bytesMax: Int

  /// - Parameter db: The connection that writes to `file`. It tells the length of the log from now on.
  init(_ file: String, writtenBy db: Database, _ durability: Durability) throws {
    self.file = file
    bytesMax = durability == .full ? Self.bytesMaxSynced : Self.bytesMax
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

  /// A transaction was written: begins to move the log where it has become longer.
  ///
  /// - Returns: Whether the loop is to move what is left.
  func note() -> Bool {
    let frames = frames.load(ordering: .relaxed)
    guard !isMoving else { return false }
    // A shorter log has begun anew.
    func bytes(since mark: borrowing Atomic<Int>) -> Int {
      let before = mark.load(ordering: .relaxed)
      return (frames < before ? frames : frames - before) * frameBytes
    }
    let rest = bytes(since: taken)
    let isLong = frames * frameBytes >= bytesMax
    // Where somebody still reads what was there before, the loop does not try with each transaction.
    if isLong, rest <= Self.restBytes || frames * frameBytes >= 2 * bytesMax, bytes(since: tried) >= Self.bytesMin {
      tried.store(frames, ordering: .relaxed)
      return true
    }
    guard isLong || rest >= Self.bytesMin else { return false }
    self.taken.store(frames, ordering: .relaxed)
    isBusy.store(true, ordering: .relaxed)
    queue.async { [self] in
      move()
      isBusy.store(false, ordering: .releasing)
    }
    return false
  }

  /// What fails here is tried again by the loop, which tells of it.
  private func move() {
    try? connection.withLock { connection in
      let open = try connection ?? DatabaseQueue(path: file, configuration: JournalFile.configuration(readonly: false))
      connection = open
      try open.inDatabase { db in
        _ = try JournalFile.checkpoint(db, .passive)
        // SQLite syncs the file only where all of the log was moved, and the loop would wait for all pages then.
        try JournalFile.sync(db)
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
