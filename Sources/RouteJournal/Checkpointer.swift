// SPDX-License-Identifier: Apache-2.0

import CJournalFile
import CProcessCalls
import Dispatch
import GRDB
import GRDBSQLite
import Glibc
import RouteModel
import Synchronization

/// Moves the write-ahead log into the file on a thread of its own, while the loop goes on to write to the log: a move waits for the
/// disk, and what comes meanwhile would wait with it.
///
/// The thread gives way and rests again and again, so that a loop on the same processor has its turn at once. The disk begins to
/// write the log before SQLite waits for all of it, for the same reason.
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
  /// The thread rests so many µs for some pages that it has moved, and for so many bytes of the log that the disk is to write.
  private static let restMicroseconds: UInt32 = 200
  private static let stepBytes = 512 << 10

  /// What the moves that have ended say, until the loop takes it.
  private struct Ended {
    /// The next ids that had been told when the last one began that moved everything: they are on the disk.
    var told: [SceneName?: UInt64]?
    /// What the last one failed with; the log keeps all of it.
    var failure: (any Error)?

    /// Whether the disk did not take what was moved. The log need not have that any more, so it stays known behind other moves.
    var isUnsynced: Bool { (failure as? DatabaseError)?.isUnsynced == true }
  }

  private let file: String
  private let seal: JournalSeal
  private let queue = DispatchQueue(label: "waykeeper.checkpoint", qos: .utility)
  private let connection: Mutex<DatabaseQueue?>
  private let isBusy = Atomic(false)
  private let isClosing = Atomic(false)
  private let frames = Atomic(0)
  /// The frames that the log had when the thread last began.
  private let taken = Atomic(0)
  private let windowStart = Atomic<Int64>(0)
  private let ended = Mutex(Ended())
  private let hasMoved = Atomic(false)
  /// The frames that the log had when the loop was last told to move the rest.
  private let tried = Atomic(0)
  /// The frames that the log had at the last look.
  private let seen = Atomic(0)
  /// The bytes of each page, and so about those of each frame.
  let pageBytes: Int
  private let bytesMin, bytesMax: Int

  /// - Parameters:
  ///   - mover: Another connection to `file`, for the thread alone. It was opened when the file was known to be there: where none
  ///     is, SQLite makes one.
  ///   - db: The connection that writes to the file. It tells the length of the log from now on.
  init(
    _ file: String, _ seal: JournalSeal, _ mover: DatabaseQueue, writtenBy db: Database, _ durability: Durability
  ) throws {
    (self.file, self.seal) = (file, seal)
    connection = Mutex(mover)
    (bytesMin, bytesMax) =
      durability == .full ? (Self.bytesMinSynced, Self.bytesMaxSynced) : (Self.bytesMin, Self.bytesMax)
    pageBytes = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
    sqlite3_wal_hook(
      db.sqliteConnection,
      { checkpointer, _, _, frames in
        if let checkpointer {
          let told = Unmanaged<Checkpointer>.fromOpaque(checkpointer).takeUnretainedValue()
          told.frames.store(Int(frames), ordering: .relaxed)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
    mover.inDatabase { db in
      waykeeper_journal_file_move_in_runs(
        db.sqliteConnection,
        { checkpointer in
          if let checkpointer { Unmanaged<Checkpointer>.fromOpaque(checkpointer).takeUnretainedValue().rest() }
        }, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  deinit {
    isClosing.store(true, ordering: .relaxed)
    // It may be the last connection, which moves the log once more, and rests.
    connection.withLock { $0 = nil }
  }

  /// Whether the thread is at work; then nobody else can move the log.
  var isMoving: Bool { isBusy.load(ordering: .acquiring) }

  /// Where the exactly-once window began when the thread was last done.
  var window: Int64 { windowStart.load(ordering: .relaxed) }

  /// A transaction was written: begins to move the log where it has become longer.
  ///
  /// - Parameters:
  ///   - bounds: From where a start has to look that finds the journal as it is now.
  ///   - told: The next ids that were told.
  /// - Returns: Whether the loop is to move what is left.
  func note(
    _ bounds: @autoclosure () -> StartBounds, _ told: @autoclosure () -> [SceneName?: UInt64], at time: JournalTime
  ) -> Bool {
    let frames = look()
    guard !isMoving else { return false }
    let rest = bytes(since: taken)
    let isLong = frames * pageBytes >= bytesMax
    // Where somebody still reads what was there before, the loop does not try with each transaction.
    if isLong, rest <= Self.restBytes || frames * pageBytes >= 2 * bytesMax, bytes(since: tried) >= bytesMin {
      tried.store(frames, ordering: .relaxed)
      return true
    }
    if isLong || rest >= bytesMin { begin(bounds(), told(), at: time) }
    return false
  }

  /// The loop has nothing else to do: begins to move what has come since the last move began. The parameters are those of
  /// ``note(_:_:at:)``.
  ///
  /// - Returns: Whether a move has begun or is under way, so that there is more to do when it has ended.
  /// - Throws: What the last one failed with, once.
  func tidy(_ bounds: StartBounds, _ told: [SceneName?: UInt64], at time: JournalTime) throws -> Bool {
    if let failure = ended.withLock({ $0.failure.take() }) { throw failure }
    _ = look()
    guard !isMoving, bytes(since: taken) > 0 else { return isMoving }
    begin(bounds, told, at: time)
    return true
  }

  /// The next ids that have come to the disk since the last call; nil where no move has ended that moved everything.
  func takeMoved() -> [SceneName?: UInt64]? {
    guard hasMoved.exchange(false, ordering: .acquiring) else { return nil }
    return ended.withLock { $0.told.take() }
  }

  /// The frames of the log.
  private func look() -> Int {
    let frames = frames.load(ordering: .relaxed)
    // A shorter log has begun anew: what was noted of the one before no longer counts.
    if frames < seen.exchange(frames, ordering: .relaxed) {
      taken.store(0, ordering: .relaxed)
      tried.store(0, ordering: .relaxed)
    }
    return frames
  }

  /// How much has come to the log since a mark was set.
  private func bytes(since mark: borrowing Atomic<Int>) -> Int {
    (frames.load(ordering: .relaxed) - mark.load(ordering: .relaxed)) * pageBytes
  }

  private func begin(_ bounds: StartBounds, _ told: [SceneName?: UInt64], at time: JournalTime) {
    let frames = frames.load(ordering: .relaxed)
    let new = taken.exchange(frames, ordering: .relaxed) * pageBytes..<frames * pageBytes
    isBusy.store(true, ordering: .relaxed)
    queue.async { [self] in
      waykeeper_thread_give_way(true)
      defer { waykeeper_thread_give_way(false) }
      do {
        beginWriting(new)
        if try move(bounds, at: time) {
          ended.withLock { $0 = Ended(told: told, failure: $0.isUnsynced ? $0.failure : nil) }
          hasMoved.store(true, ordering: .releasing)
        }
      } catch {
        ended.withLock { if !$0.isUnsynced { $0.failure = error } }
      }
      isBusy.store(false, ordering: .releasing)
    }
  }

  /// Has the disk begin to write a part of the log.
  private func beginWriting(_ part: Range<Int>) {
    let log = Glibc.open(file + "-wal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard log >= 0 else { return }
    defer { Glibc.close(log) }
    for start in stride(from: part.lowerBound, to: part.upperBound, by: Self.stepBytes) {
      waykeeper_journal_file_begin_writing(log, start, min(Self.stepBytes, part.upperBound - start))
      rest()
    }
  }

  /// Not where the log grows as fast as it is moved, nor where it is long: it begins anew once little of it is left to move.
  private func rest() {
    let isShort = frames.load(ordering: .relaxed) * pageBytes < bytesMax
    guard isShort, bytes(since: taken) < bytesMin / 2, !isClosing.load(ordering: .relaxed) else { return }
    usleep(Self.restMicroseconds)
  }

  /// - Returns: Whether all was moved that had come before; somebody who reads what was there may keep a part of it back.
  private func move(_ bounds: StartBounds, at time: JournalTime) throws -> Bool {
    try connection.withLock { connection in
      guard let connection else { return false }
      var isWhole = false
      try seal.moving {
        try connection.inDatabase { db in
          isWhole = try JournalFile.checkpoint(db, .passive)
          // SQLite syncs the file only where all of the log was moved, and the loop would wait for all pages then.
          try JournalFile.sync(db)
          var bounds = bounds
          bounds.window = max(bounds.window, window)
          try bounds.advance(db, upTo: bounds.looked, bootMs: time.bootMs)
          windowStart.store(bounds.window, ordering: .relaxed)
          return bounds
        }
      }
      seal.sync()
      return isWhole
    }
  }

  /// Waits until the thread has done what it was given.
  func wait() { queue.sync {} }

  /// Ends the thread's work; a file may be closed, or others put in its place, after that.
  func close() {
    isClosing.store(true, ordering: .relaxed)
    queue.sync {
      connection.withLock { connection in
        try? connection?.close()
        connection = nil
      }
    }
  }
}
