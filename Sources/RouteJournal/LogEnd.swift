// SPDX-License-Identifier: Apache-2.0

import CJournalFile
import GRDB

/// Where the write-ahead log ends. A checksum goes over all of it, so what ends where the coordinator left it is what the
/// coordinator wrote.
struct LogEnd: Hashable {
  var salts: UInt64 = 0
  var frames: UInt64 = 0
  var checksum: UInt64 = 0

  /// A log with these numbers; all logs without frames are the same one.
  init(salts: UInt64 = 0, frames: UInt64 = 0, checksum: UInt64 = 0) {
    guard frames > 0 else { return }
    (self.salts, self.frames, self.checksum) = (salts, frames, checksum)
  }

  /// The end as a connection knows it that has read or written; nil where it cannot tell.
  init?(_ db: Database) {
    var end = waykeeper_log_end()
    guard let connection = db.sqliteConnection, waykeeper_journal_file_log_end(connection, &end) else { return nil }
    self.init(salts: end.salts, frames: UInt64(end.frames), checksum: end.checksum)
  }
}
