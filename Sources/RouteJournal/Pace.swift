// SPDX-License-Identifier: Apache-2.0

import CJournalFile
import GRDB
import GRDBSQLite

/// The pace of a thread that moves a log: it works in pieces, and rests between them.
///
/// A navigation passes through several threads, and each that wakes on the processor of a thread without pause waits until the
/// system takes that one off, some ms later. So it waits for a piece at most, about 0.1 ms.
final class Pace {
  /// Pages of the log that are moved between two rests.
  static let pieceReads = 32
  /// Steps of SQLite's machine between two rests, where rows are looked at.
  private static let pieceSteps: Int32 = 2000
  /// How long a rest is, in µs: about three times as long as a piece.
  static let restMicroseconds: UInt32 = 400

  private let rest: () -> Void
  private var reads = 0

  /// - Parameter rest: Called between two pieces, on the thread that works.
  init(rest: @escaping () -> Void) { self.rest = rest }

  /// Keeps the pace while `work` uses this connection on the calling thread.
  func keep<Value>(_ db: Database, _ work: () throws -> Value) rethrows -> Value {
    let own = Unmanaged.passUnretained(self).toOpaque()
    waykeeper_journal_file_after_reads({ pace in Pace.known(pace)?.read() }, own)
    sqlite3_progress_handler(
      db.sqliteConnection, Self.pieceSteps,
      { pace in
        Pace.known(pace)?.rest()
        return 0
      }, own)
    defer {
      waykeeper_journal_file_after_reads(nil, nil)
      sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil)
    }
    return try work()
  }

  private static func known(_ own: UnsafeMutableRawPointer?) -> Pace? {
    own.map { Unmanaged<Pace>.fromOpaque($0).takeUnretainedValue() }
  }

  private func read() {
    reads += 1
    if reads.isMultiple(of: Self.pieceReads) { rest() }
  }
}
