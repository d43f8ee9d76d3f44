// SPDX-License-Identifier: Apache-2.0

import CJournalFile
import Coordination
import Foundation
import GRDB
import RouteModel
import Synchronization
import TestSupport
import Testing

@testable import RouteJournal

/// Each in a process of its own: limits and counts of a process are those of all its threads.
@Suite("How a thread moves the log in runs of pages")
struct LogMovingTests {
  @Test("pages that follow each other are written at once, and all of them lie in the file", .timeLimit(.minutes(20)))
  func movesInRuns() async {
    await #expect(processExitsWith: .success) {
      let log = try MovedLog()
      try log.write(2000)
      let before = try writesOfThisProcess()
      try log.move()
      let writes = try writesOfThisProcess() - before
      let pages = try log.pages()
      #expect(pages > 1000)
      #expect(pages / 80...pages / 50 ~= rests.load(ordering: .relaxed), "\(rests.load(ordering: .relaxed)) rests")
      #expect(writes < pages / 16, "\(writes) writes for \(pages) pages")
      #expect(try log.rowsInFile() == 2000)
      // Pages here and there, of a file that does not grow.
      try log.database.inDatabase { try $0.execute(sql: "UPDATE rows SET text = lower(text) WHERE number % 40 = 0") }
      try log.move()
      #expect(try log.pages() == pages)
      #expect(try log.rowsInFile(where: "text GLOB 'x*' AND number % 40 = 0") == 50)
    }
  }

  @Test("a file that may not grow ends the move with an error, and nothing is lost", .timeLimit(.minutes(20)))
  func fails() async {
    await #expect(processExitsWith: .success) {
      let log = try MovedLog()
      try log.write(2000)
      // The last page alone has no room.
      let pages = try log.pages()
      try limitFiles(to: (pages - 1) * log.pageBytes)
      #expect(throws: DatabaseError.self) { try log.move() }
      #expect(try log.rows() == 2000)
      try limitFiles(to: nil)
      try log.move()
      #expect(try log.rowsInFile() == 2000)
    }
  }

  @Test("while a thread moves the log it gives way to others, and not after that", .timeLimit(.minutes(20)))
  func givesWay() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let journal = try folder.begun()
      var revision: Revision = 0
      var gaveWay = false
      while !gaveWay {
        for _ in 0..<100 {
          revision += 1
          try journal.commit([.commit(commit(revision, "home", "list"))], nowMicros: afternoon)
        }
        while try journal.maintain(at: JournalTime(afternoon)) { gaveWay = try gaveWay || hasBatchThread() }
      }
      while try hasBatchThread() { sched_yield() }
    }
  }

  @Test("a move that fails in a pause is told by the next bite, once, and nothing is lost", .timeLimit(.minutes(20)))
  func tellsFailure() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let journal = try folder.begun()
      func write(_ revisions: ClosedRange<Revision>) throws {
        for revision in revisions {
          try journal.commit([.commit(commit(revision, "home", "list"))], nowMicros: afternoon)
        }
      }
      try write(1...300)
      while try journal.maintain(nowMicros: afternoon) {}
      // The log begins anew, and has room; the file has none.
      try limitFiles(to: Int(JournalFile.size(journal.file)))
      try write(301...330)
      #expect(try journal.maintain(nowMicros: afternoon))
      #expect(throws: JournalError.self) { try journal.maintain(nowMicros: afternoon) }
      try limitFiles(to: nil)
      #expect(try !journal.maintain(nowMicros: afternoon))
      try write(331...331)
      while try journal.maintain(nowMicros: afternoon) {}
      // All of it lies in the file.
      let left = try folder.copyOfNow()
      try left.write(Data(), Journal.fileName + "-wal")
      #expect(try left.open().begin(nowMicros: afternoon).scenes.map(\.commit.revision) == [331])
    }
  }

  @Test("where somebody reads what was there before, an error of the last page counts too", .timeLimit(.minutes(20)))
  func isKeptBack() async {
    await #expect(processExitsWith: .success) {
      let log = try MovedLog()
      try log.write(1000)
      let pages = try log.pages()
      // Who reads keeps the move from the pages behind that, and so from the end of the file.
      var configuration = JournalFile.configuration(readonly: true)
      configuration.allowsUnsafeTransactions = true
      let reader = try DatabaseQueue(path: log.file, configuration: configuration)
      try reader.inDatabase { db in
        try db.execute(sql: "BEGIN")
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM rows")
      }
      try log.write(1000, to: "others")
      // The last page of what was there then has no room.
      try limitFiles(to: (pages - 1) * log.pageBytes)
      #expect(throws: DatabaseError.self) { try log.move() }
      #expect(try log.rows() == 1000)
      try limitFiles(to: nil)
      try log.move()
      let read = try reader.inDatabase { db in
        defer { try? db.execute(sql: "COMMIT") }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM rows WHERE text GLOB 'X*'")
      }
      #expect(read == 1000)
      let before = try writesOfThisProcess()
      try log.move()
      #expect(try writesOfThisProcess() - before < pages / 16)
      #expect(try log.rowsInFile() == 1000)
      #expect(try log.rowsInFile(of: "others") == 1000)
    }
  }
}

/// A file with a log, and a connection of its own that moves it.
private final class MovedLog: Sendable {
  let folder: TemporaryFolder
  let database: DatabaseQueue
  private let mover: DatabaseQueue
  let pageBytes = JournalFile.pageBytes
  var file: String { folder.journalFile }

  init() throws {
    folder = try TemporaryFolder()
    try #require(waykeeper_journal_file_use())
    database = try JournalFile.openNew(folder.journalFile)
    try database.inDatabase { db in
      try JournalFile.create(db)
      try JournalFile.set(.normal, db)
      for table in ["rows", "others"] {
        try db.execute(sql: "CREATE TABLE \(table) (number INTEGER PRIMARY KEY, text TEXT)")
      }
      try JournalFile.checkpoint(db, .truncate)
    }
    mover = try DatabaseQueue(path: folder.journalFile, configuration: JournalFile.configuration(readonly: false))
  }

  /// Writes so many rows of about a page.
  func write(_ count: Int, to table: String = "rows") throws {
    try database.inDatabase { db in
      try db.inTransaction {
        let insert = "INSERT INTO \(table) (text) VALUES (?)"
        for _ in 0..<count { try db.execute(sql: insert, arguments: [String(repeating: "X", count: 1500)]) }
        return .commit
      }
    }
  }

  func move() throws {
    try mover.inDatabase { db in
      waykeeper_journal_file_move_in_runs(db.sqliteConnection, { _ in rests.add(1, ordering: .relaxed) }, nil)
      try JournalFile.checkpoint(db, .passive)
    }
  }

  func pages() throws -> Int { try database.inDatabase { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 } }

  /// The rows that a connection finds.
  func rows() throws -> Int {
    try DatabaseQueue(path: file, configuration: JournalFile.configuration(readonly: true)).inDatabase {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM rows WHERE text GLOB 'X*'") ?? 0
    }
  }

  /// The rows that lie in the file, without its log.
  func rowsInFile(of table: String = "rows", where condition: String = "text GLOB 'X*'") throws -> Int {
    let copy = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: file, toPath: copy.journalFile)
    return try DatabaseQueue(path: copy.journalFile).inDatabase { db in
      #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
      return try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table) WHERE \(condition)") ?? 0
    }
  }
}

/// How often a thread of this process that moves a log has rested.
private let rests = Atomic(0)

private func writesOfThisProcess() throws -> Int {
  let lines = try String(contentsOfFile: "/proc/self/io", encoding: .utf8).split(separator: "\n")
  return try #require(lines.first { $0.hasPrefix("syscw: ") }.flatMap { Int($0.dropFirst(7)) })
}

/// Lets no file of this process become larger than so many bytes; writes behind that are refused.
private func limitFiles(to bytes: Int?) throws {
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit()
  try #require(getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
  limit.rlim_cur = bytes.map { rlim_t($0) } ?? limit.rlim_max
  try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
}

/// Whether a thread of this process takes no processor from those that run.
private func hasBatchThread() throws -> Bool {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap { pid_t($0) }.contains {
    sched_getscheduler($0) == batchPolicy
  }
}

/// `SCHED_BATCH`, which Glibc names to programs with its extensions alone.
private let batchPolicy: Int32 = 3
