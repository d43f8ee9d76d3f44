// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("How the log is written and moved", .offPool)
struct LogWritingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func reader() throws -> DatabaseQueue {
    try DatabaseQueue(path: folder.journalFile, configuration: JournalFile.configuration(readonly: true))
  }

  @Test("another process sees each transaction as soon as it is written")
  func anotherProcessSeesEach() throws {
    let journal = try folder.open()
    _ = try journal.begin(nowMicros: afternoon)
    for number in 1...50 as ClosedRange<Revision> {
      let ended = try decided("way-\(number)")
      try journal.commit([.commit(commit(number, "home", "list")), .decided(ended)], nowMicros: afternoon)
      // What lies in the file, not in the memory of this connection.
      let copy = try folder.copyOfNow()
      let found = try DatabaseQueue(path: copy.journalFile).inDatabase {
        try (Int.fetchOne($0, sql: "SELECT count(*) FROM commits"), String.fetchOne($0, sql: "PRAGMA integrity_check"))
      }
      #expect(found.0 == Int(number) && found.1 == "ok")
    }
    try journal.close()
  }

  /// A small memory for pages, so that some go to the log and are read again before the end of their transaction.
  private static func makeLarge(_ db: Database) throws {
    try db.execute(sql: "PRAGMA cache_size = 10; CREATE TABLE large (number INTEGER PRIMARY KEY, text TEXT)")
  }

  /// Writes 400 rows, each anew.
  private static func fillLarge(_ db: Database, _ text: String) throws {
    for number in 0..<400 {
      try db.execute(sql: "INSERT OR REPLACE INTO large VALUES (?, ?)", arguments: [number, text])
    }
  }

  @Test("a transaction larger than what is collected is whole, and one that is taken back leaves nothing")
  func transactionLargerCollectedWhole() throws {
    let journal = try folder.open()
    _ = try journal.begin(nowMicros: afternoon)
    try journal.database.inDatabase { db in
      try Self.makeLarge(db)
      for round in 0..<3 {
        try? db.inTransaction(.immediate) {
          try Self.fillLarge(db, String(repeating: "\(round)", count: 3000))
          _ = try Int.fetchOne(db, sql: "SELECT sum(length(text)) FROM large")
          return round == 1 ? .rollback : .commit
        }
        let kept = round == 1 ? "0" : "\(round)"
        let rows = try String.fetchAll(db, sql: "SELECT text FROM large")
        #expect(rows == Array(repeating: String(repeating: kept, count: 3000), count: 400))
      }
      #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
    }
    let rows = try reader().inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM large WHERE text LIKE '2%'") }
    #expect(rows == 400)
    try journal.close()
  }

  @Test("a transaction without room for its pages, which writes some of them anew, is whole in the file when it ends")
  func pagesWrittenAnew() throws {
    let journal = try folder.open()
    _ = try journal.begin(nowMicros: afternoon)
    try journal.database.inDatabase { db in
      try Self.makeLarge(db)
      for round in 1...3 {
        try db.inTransaction(.immediate) {
          for pass in 1...2 { try Self.fillLarge(db, String(repeating: "\(pass)", count: 100 * round)) }
          return .commit
        }
        // Before this connection looks at anything: what a kill -9 leaves.
        let copy = try folder.copyOfNow()
        try DatabaseQueue(path: copy.journalFile).inDatabase { copied in
          let text = String(repeating: "2", count: 100 * round)
          let whole = try Int.fetchOne(copied, sql: "SELECT count(*) FROM large WHERE text = ?", arguments: [text])
          #expect(whole == 400, "round \(round)")
          #expect(try String.fetchOne(copied, sql: "PRAGMA integrity_check") == "ok")
        }
      }
    }
    try journal.close()
  }

  @Test("under a load the log is moved meanwhile, does not grow without end, and nothing is lost")
  func underLoadLogMoved() throws {
    var number: Revision = 0
    do {
      let journal = try folder.open()
      _ = try journal.begin(nowMicros: afternoon)
      let start = try folder.bytes().count
      func write(_ turns: Int) throws {
        for _ in 0..<turns {
          number += 1
          let ended = try decided("way-\(number)")
          try journal.commit([.commit(commit(number, "home", "list")), .decided(ended)], nowMicros: afternoon)
        }
      }
      try eventually("a file that has grown while the loop was never idle", withinMs: 600_000) {
        try write(100)
        // The log grows as long as a slow disk holds up the move.
        journal.checkpointer?.wait()
        return try folder.bytes().count > start
      }
      try write(1000)
      #expect(JournalFile.logBytes(folder.journalFile) < 100 << 20)
      try journal.close()
    }
    let again = try folder.open()
    #expect(try again.begin(nowMicros: afternoon + second).scenes.first?.commit.revision == number)
    try again.close()
  }

  @Test("the thread moves each log in two parts and no more, the second log and later ones too")
  func eachLogMovesInTwoParts() throws {
    let journal = try folder.open(durability: .full)
    _ = try journal.begin(nowMicros: afternoon)
    var random = SplitMix64(seed: 1)
    var (number, before, begun, moves): (Revision, UInt64, Int, Int) = (0, 0, 0, 0)
    func write() throws {
      number += 1
      var record = commit(number, "home")
      let text = String(repeating: "x", count: Int.random(in: 50_000...150_000, using: &random))
      record.route = Route(root: Path([Element(id: .root, screen: AnyScreen("home", content: .string(text)))]))
      try journal.commit([.commit(record)], nowMicros: afternoon)
      let frames = try #require(journal.database.inDatabase { LogEnd($0) }).frames
      if frames < before { begun += 1 }
      before = frames
    }
    while begun < 10, number < 5000 {
      try write()
      if journal.checkpointer?.isMoving == true {
        moves += 1
        // As under a load: while the thread moves the log, more comes, so that it does not get to the end.
        try write()
      }
      journal.checkpointer?.wait()
    }
    #expect(begun == 10)
    #expect(moves <= 2 * begun)
    try journal.close()
  }
}

@Suite("A sealed journal", .offPool)
struct FileSealTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let journal = try folder.open()
    _ = try journal.begin(nowMicros: afternoon)
    for number in 1...20 as ClosedRange<Revision> {
      try journal.commit([.commit(commit(number, "home", "list"))], nowMicros: afternoon)
    }
    try journal.close()
  }

  @Test("the end of a coordinator seals its journal, and a start keeps the seal")
  func endCoordinatorSealsJournal() throws {
    #expect(JournalSeal.found(on: folder.journalFile) != nil)
    let journal = try folder.open()
    #expect(journal.isKnown)
    _ = try journal.begin(nowMicros: afternoon + second)
    #expect(JournalSeal.found(on: folder.journalFile) != nil)
    try journal.close()
  }

  @Test("any write by somebody else breaks the seal, also one in the same moment")
  func anyWriteSomebodyElse() throws {
    let handle = try FileHandle(forUpdating: URL(filePath: folder.journalFile))
    try handle.seek(toOffset: 5000)
    try handle.write(contentsOf: Data([1, 2, 3]))
    try handle.close()
    #expect(JournalSeal.found(on: folder.journalFile) == nil)
  }

  @Test("a copy has no seal, and neither has a journal of another boot")
  func copyNoSealNeither() throws {
    let copy = try folder.copyOfNow()
    try FileManager.default.copyItem(atPath: folder.journalFile + "-mark", toPath: copy.journalFile + "-mark")
    #expect(JournalSeal.found(on: copy.journalFile) == nil)
    #expect(FileSeal(of: folder.journalFile) != FileSeal(of: folder.journalFile, boot: "another"))
    #expect(FileSeal(of: folder.journalFile, boot: "") == nil)
  }

  @Test("values that somebody left in the log are looked at")
  func valuesSomebodyLeftLog() throws {
    let other = try DatabaseQueue(path: folder.journalFile)
    try other.inDatabase {
      try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0; UPDATE commits SET revision = -1 WHERE seq = 3")
    }
    // The file is as it was, with its seal; the change lies in the log alone.
    #expect(JournalSeal.found(on: folder.journalFile) != nil)
    #expect(throws: JournalError.self) {
      let journal = try folder.open()
      _ = try journal.begin(nowMicros: afternoon + second)
    }
    try other.close()
  }
}
