// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import Glibc
import RouteModel

/// A new journal that holds the past up to a line, for a coordinator that is to begin there: with that route, its ids and
/// revisions, and all that led to it.
///
/// The workers of then are left out, so that no command waits for one that will never come.
package final class JournalSeed {
  /// The file.
  package let file: String
  private let database: DatabaseQueue
  private var row: UInt64 = 0
  private var epoch: Epoch = 0

  /// Makes the journal in a folder that has none.
  package init(in folder: String) throws(JournalError) {
    let file = folder + "/" + Journal.fileName
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw JournalError(.folder, "cannot make the folder \(folder): \(String(cString: strerror(errno)))")
    }
    guard access(file, F_OK) != 0 else { throw JournalError(.inaccessible, "there is a journal in \(folder) already") }
    let database = try JournalFile.openNew(file)
    self.file = file
    self.database = database
    try translating(file) {
      try database.inDatabase { db in
        try JournalFile.create(db)
        try JournalFile.set(.normal, db)
        try RevisionIndex.beginFilling(db)
      }
    }
  }

  /// Adds lines, each behind those that were added before.
  package func add(_ lines: [JournalLine]) throws(JournalError) {
    try translating(file) {
      try database.inDatabase { db in
        try db.inTransaction(.immediate) {
          for line in lines { try add(line, db) }
          return .commit
        }
      }
    }
  }

  private func add(_ line: JournalLine, _ db: Database) throws {
    guard line.row > row else {
      throw JournalError(.corrupt, "row \(line.row) follows row \(row): the lines are not in the order of their rows")
    }
    row = line.row
    func writer(_ at: Int64) -> RecordWriter {
      RecordWriter(
        seq: Int64(clamping: row) - 1, counts: Journal.Counts(commits: 0, outcomes: 0, gaps: 0), boot: 0,
        time: JournalTime(wallMicros: at, bootMs: 0))
    }
    switch line.entry {
    case .commit(let commit, let at):
      epoch = max(epoch, commit.epoch)
      var writer = writer(at)
      try writer.write(.commit(commit), db)
    case .command(let record, let at):
      var writer = writer(at)
      try writer.write(.decided(record), db)
    case .gap(let from, let to, let reason):
      var writer = writer(to)
      try writer.write(JournalGap(fromMicros: from, error: JournalError(.full, reason)), db)
    }
  }

  /// Ends the journal so that a coordinator takes it for its own, stopped in order in this boot of the machine: then it
  /// leaves out no ids.
  package func finish() throws(JournalError) {
    try translating(file) {
      try database.inDatabase { db in
        try db.inTransaction(.immediate) {
          // Of what came from elsewhere only the wall clock tells when.
          try db.execute(sql: "UPDATE commits SET up = NULL; UPDATE outcomes SET up = NULL")
          try db.execute(
            sql:
              "INSERT INTO start (id, epoch, starts, boot, seq, floor_revision, floor_id) VALUES (1, ?, 0, ?, ?, 0, 1)",
            arguments: [Int64(clamping: epoch), Journal.currentBootID, Int64(clamping: row)])
          try RevisionIndex.endFilling(db, to: Int64(clamping: row))
          return .commit
        }
        try JournalFile.checkpoint(db, .truncate)
      }
      try database.close()
    }
  }
}
