// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Moves the write-ahead log into the file on a thread of its own, while the loop goes on to write to the log.
///
/// A log begins anew only where all of it was moved, and under a load without pause the thread never gets to its end. So the
/// loop moves the rest once the log is long: little is left then, and the disk has most of it.
final class Checkpointer: Sendable {
  /// How many frames come before the thread begins. Each is a page.
  private static let framesMin = 1000
  /// With so many frames, 64 MiB, the loop moves what is left.
  private static let framesMax = 16_384

  private let file: String
  private let seal: JournalSeal
  private let queue = DispatchQueue(label: "waykeeper.checkpoint", qos: .utility)
  private let connection = Mutex<DatabaseQueue?>(nil)
  private let isBusy = Atomic(false)
  private let frames = Atomic(0)
  /// The frames that the log had when the thread last began.
  private let taken = Atomic(0)
  private let windowStart = Atomic<Int64>(0)

  /// - Parameter db: The connection that writes to `file`. It tells the length of the log from now on.
  init(_ file: String, _ seal: JournalSeal, writtenBy db: Database) {
    (self.file, self.seal) = (file, seal)
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
    guard !isMoving else { return false }
    if frames >= Self.framesMax { return true }
    let taken = taken.load(ordering: .relaxed)
    // A shorter log has begun anew.
    guard frames - (frames < taken ? 0 : taken) >= Self.framesMin else { return false }
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
          try JournalFile.checkpoint(db, .passive)
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
