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
  private let queue = DispatchQueue(label: "waykeeper.checkpoint", qos: .utility)
  private let connection = Mutex<DatabaseQueue?>(nil)
  private let isBusy = Atomic(false)
  private let frames = Atomic(0)
  /// The frames that the log had when the thread last began.
  private let taken = Atomic(0)

  /// - Parameter db: The connection that writes to `file`. It tells the length of the log from now on.
  init(_ file: String, writtenBy db: Database) {
    self.file = file
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
    if frames >= Self.framesMax { return true }
    let taken = taken.load(ordering: .relaxed)
    // A shorter log has begun anew.
    guard frames - (frames < taken ? 0 : taken) >= Self.framesMin else { return false }
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
      _ = try open.inDatabase { try JournalFile.checkpoint($0, .passive) }
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
