// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

/// `Files/version-1.sqlite` was written by the last waykeeperd that knew version 1 alone; `Files/version-2.sqlite` is the same one
/// version later, with an owner, and with a worker that has a user and a sensitive screen; `Files/version-3.sqlite` one more
/// version later, with what becomes of that screen; `Files/version-4.sqlite` is that one with the floor of a client;
/// `Files/version-5.sqlite` has the same rows in tables that the last waykeeperd of version 5 made, and rows that clients have
/// acknowledged, one of them with a floor; `Files/version-6.sqlite` is that one with floors alone to say so.
@Suite("A journal of an older version is taken over", .offPool)
struct JournalMigrationTests {
  let folder: TemporaryFolder
  /// When its last row was written.
  static let written: Int64 = 1_795_319_749_151_789

  /// A minute after that, behind a start of the machine.
  private static let later = JournalTime(wallMicros: written + minute, bootMs: 5_000)

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(try Self.file(of: 1))
  }

  /// A journal of an older version, as it was written.
  static func file(of version: Int) throws -> Data {
    let file = Bundle.module.url(forResource: "Files/version-\(version)", withExtension: "sqlite")
    return try Data(contentsOf: try #require(file, "put a journal of version \(version) there"))
  }

  @Test("each older version is taken over whole", arguments: JournalSchema.versions.dropLast())
  func everyVersion(version: Int) throws {
    try folder.write(try Self.file(of: version))
    let restored = try folder.open().begin(at: Self.later, bootID: "later")
    #expect(restored.scenes.map(\.commit.revision) == [1, 6])
    #expect(restored.decided.count == 4)
    let audit = try JournalCopy(file: folder.journalFile).statistics()
    #expect(audit.commits == 7)
  }

  @Test("each older version is exported as it is", arguments: JournalSchema.versions.dropLast())
  func exported(version: Int) throws {
    try folder.write(try Self.file(of: version))
    let copy = try JournalCopy(file: folder.journalFile)
    let lines = try copy.lines()
    #expect(lines.count == (version >= 5 ? 14 : 11))
    #expect(try folder.count("commits") == 7)
  }

  @Test("owners and sensitive screens come back from version 2")
  func version2() throws {
    try folder.write(try Self.file(of: 2))
    let restored = try folder.open().begin(at: Self.later, bootID: "later")
    #expect(restored.workers == [WorkerRecord("kiosk", uid: 1000, sensitive: ["pin"])])
    #expect(restored.decided.compactMap(\.record.owner) == [1000])
  }

  @Test("what becomes of screens comes back from version 3")
  func version3() throws {
    try folder.write(try Self.file(of: 3))
    let restored = try folder.open().begin(at: Self.later, bootID: "later")
    #expect(restored.workers == [WorkerRecord("kiosk", uid: 1000, sensitive: ["pin"], onDeath: ["pin": .pop])])
  }

  @Test("a client's floor comes back from version 4")
  func version4() throws {
    try folder.write(try Self.file(of: 4))
    let restored = try folder.open().begin(at: Self.later, bootID: "later")
    #expect(restored.acknowledged.map(\.record.client) == ["gone"])
    #expect(restored.acknowledged.map(\.record.below) == [8])
  }

  @Test("how far clients have acknowledged comes back from the rows of version 5, behind older floors")
  func version5() throws {
    try folder.write(try Self.file(of: 5))
    let restored = try folder.open().begin(at: Self.later, bootID: "later")
    let clients = ["way-2G5NE8C26JF3TYMVB8TEAQMQCR", "way-7ZZZ8C26JF3TYMVB8TEAQMQCR9"]
    #expect(restored.acknowledged.map(\.record.client) == clients)
    #expect(restored.acknowledged.map(\.record.below) == [10, 4])
    #expect(try folder.count("floors") == 2)
  }

  @Test("each has the tables and columns of a new one then", arguments: JournalSchema.versions.dropLast())
  func tables(version: Int) throws {
    try folder.write(try Self.file(of: version))
    _ = try folder.open().begin(at: Self.later, bootID: "later")
    let new = try TemporaryFolder()
    _ = try new.begun()
    #expect(try Self.columns(of: folder) == Self.columns(of: new))
  }

  private static func columns(of folder: TemporaryFolder) throws -> [String: [String]] {
    try DatabaseQueue(path: folder.journalFile).inDatabase { db in
      let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
      return try Dictionary(
        uniqueKeysWithValues: tables.map { table in
          (
            table,
            try db.columns(in: table).map {
              "\($0.name) \($0.type.prefix(3)) \($0.isNotNull) \($0.defaultValueSQL ?? "") \($0.primaryKeyIndex)"
            }
          )
        })
    }
  }

  @Test(
    "it goes on, beside the index that it keeps: with more commits than a run, over a gap, and with the old ones cut")
  func goesOnBeyondARun() throws {
    try folder.write(try Self.file(of: 4))
    let journal = try folder.open()
    _ = try journal.begin(at: Self.later, bootID: "later")
    let newest = Revision(RevisionIndex.runRows) + 10
    for revision in 7..<newest {
      try journal.commit([.commit(commit(revision, "home", nextID: 4 + revision))], at: Self.later)
    }
    try FileManager.default.moveItem(atPath: folder.journalFile, toPath: folder.journalFile + ".away")
    #expect(throws: JournalError.self) {
      try journal.commit([.commit(commit(newest, "home", nextID: 4 + newest))], at: Self.later)
    }
    try FileManager.default.moveItem(atPath: folder.journalFile + ".away", toPath: folder.journalFile)
    try journal.recover(at: Self.later)
    #expect(journal.statistics.commits == Int(newest) + 1)
    journal.retention.commits = 1
    let day = JournalTime(wallMicros: Self.later.wallMicros + 24 * 60 * minute, bootMs: 24 * 3_600_000)
    while try journal.maintain(at: day) {}
    #expect(journal.statistics.commits == 2)
    try journal.close()
    #expect(try JournalCopy(file: folder.journalFile).route(of: "main", at: newest) != nil)
  }

  @Test("commits are taken over without a walk through the index that older journals keep")
  func takingOver() throws {
    _ = try folder.open().begin(at: Self.later, bootID: "later")
    let steps = try DatabaseQueue(path: folder.journalFile).inDatabase { db in
      try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(RevisionIndex.takingOver)").map { $0["detail"] as String }
    }
    #expect(steps.contains("SEARCH commits USING INTEGER PRIMARY KEY (rowid>?)"), "\(steps)")
  }

  @Test("the first page of a new journal is right for one of version 4 that was lost")
  func lostFirstPage() throws {
    var data = try Self.file(of: 4)
    data.replaceSubrange(0..<4096, with: [UInt8](repeating: 0x5A, count: 4096))
    try folder.write(data)
    let mended = try TemporaryFolder()
    let report = try JournalRepair.run(folder.journalFile, into: mended.journalFile)
    #expect(report.journal.isSound && report.droppedCount == 0, "\(report.journal.faults) \(report.dropped)")
    #expect(report.journal.scenes.map(\.commits) == [1, 6])
    #expect(report.journal.commands == 4)
  }

  @Test("scenes, outcomes and workers come back from version 1, and again after that")
  func version1() throws {
    let start = Self.later
    for start in [start, JournalTime(wallMicros: start.wallMicros + minute, bootMs: start.bootMs + 60_000)] {
      let restored = try folder.open().begin(at: start, bootID: "later")
      #expect(restored.scenes.map(\.commit.scene) == ["cluster", "main"])
      #expect(restored.scenes.map(\.commit.revision) == [1, 6])
      #expect(restored.scenes.last?.ageMs == (start.wallMicros - Self.written) / 1000)
      #expect(restored.decided.map(\.record.verb).sorted().first == "back")
      #expect(restored.decided.count == 4)
      #expect(restored.decided.allSatisfy { $0.record.owner == nil })
      #expect(restored.workers == [WorkerRecord("kiosk")])
    }
  }

  @Test("the new columns hold what is written after the migration")
  func goesOn() throws {
    var ended = try decided("way-1")
    ended.owner = 1000
    let worker = WorkerRecord(
      "exhibits", uid: 1001, sensitive: ["login", "pay"],
      onDeath: ["exhibit": .pop, "film": .fallback(AnyScreen("sorry", content: .string("later")))],
      scenes: ["left", "main"])
    do {
      let journal = try folder.open()
      _ = try journal.begin(nowMicros: Self.written + minute)
      try journal.commit(
        [.decided(ended), .worker(worker, isRegistered: true)], nowMicros: Self.written + minute)
    }
    let restored = try folder.open().begin(nowMicros: Self.written + minute)
    #expect(restored.decided.last?.record == ended)
    #expect(restored.workers == [worker, WorkerRecord("kiosk")])
  }

  @Test(
    "its age counts from its newest row, however the clock was set meanwhile", arguments: [-400, 0, 400] as [Int64])
  func keepsTheWindow(days: Int64) throws {
    let start = JournalTime(wallMicros: Self.written + days * 24 * 60 * minute, bootMs: 30_000)
    let restored = try folder.open().begin(at: start, bootID: "later")
    #expect(restored.decided.count == 4)
  }

  @Test("a start that fails leaves it as it was, of version 1")
  func failsWhole() throws {
    var damaged = try folder.bytes()
    while let key = damaged.firstRange(of: Data(#""screen":"detail""#.utf8)) {
      damaged.replaceSubrange(key, with: Data(#""scrXXn":"detail""#.utf8))
    }
    try folder.write(damaged)
    let error = #expect(throws: JournalError.self) { try folder.open().begin(nowMicros: afternoon) }
    #expect(error?.code == .corrupt)
    #expect(try folder.bytes() == damaged)
  }

  @Test("a copy of version 1 can be read without a daemon, and is not changed")
  func copy() throws {
    let before = try folder.bytes()
    let copy = try JournalCopy(file: folder.journalFile)
    #expect(try copy.history().objects.count == 4)
    #expect(try copy.past(Inspect(.commits)).objects.count == 7)
    #expect(try copy.scenes() == ["cluster", "main"])
    #expect(try copy.statistics().commits == 7)
    #expect(try folder.bytes() == before)
  }
}
