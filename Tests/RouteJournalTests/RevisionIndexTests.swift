// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("Commits are found by their revisions, whether the index has them or not", .offPool)
struct RevisionIndexTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Rows of a turn of a filled journal.
  private static let turnRows = 5
  /// Turns after which some commits are in the index, and some are not.
  private static let turns = UInt64(RevisionIndex.runRows) / UInt64(turnRows) + 40

  private func number(_ sql: String) throws -> Int64 {
    try DatabaseQueue(path: folder.journalFile).inDatabase { try Int64.fetchOne($0, sql: sql) ?? -1 }
  }

  private var faults: [String] {
    get throws {
      try JournalCopy(file: folder.journalFile).audit().faults.map {
        "\($0.table ?? "") \($0.row ?? "") \($0.problem)"
      }
    }
  }

  @Test("many commits are taken over at a time, and an examination finds all of them")
  func takesOver() throws {
    let journal = try folder.fill(turns: Self.turns)
    // One of each scene and run; the transaction that ends a run may begin the next.
    #expect(try (2...4).contains(number("SELECT count(*) FROM revisions")))
    #expect(try number("SELECT indexed FROM start") < number("SELECT max(seq) FROM commits"))
    #expect(journal.statistics.commits == Int(3 * Self.turns))
    let report = try JournalCopy(file: folder.journalFile).audit()
    #expect(report.isSound, "\(report.faults)")
    #expect(report.scenes.map(\.commits) == [Int(2 * Self.turns), Int(Self.turns)])
    #expect(try JournalCopy(file: folder.journalFile).scenes() == ["main", "second"])
  }

  @Test("commits since and until a revision, and those that held an element, are found on both sides")
  func questions() throws {
    let journal = try folder.fill(turns: Self.turns)
    let newest = Revision(Self.turns)
    for revision in [2, newest - 3] {
      var past = Inspect.Past()
      past.until = revision + 1
      let report = try journal.past(Inspect(.commits, scene: "second", since: revision - 1, past: past))
      #expect(report.objects.map { $0.revision } == [.integer(Int64(revision + 1)), .integer(Int64(revision))])
      let element = ElementID(8 * revision)
      past = Inspect.Past()
      past.element = element
      let holding = try journal.past(Inspect(.commits, scene: "second", past: past))
      #expect(holding.objects.map { $0.revision } == [.integer(Int64(revision))])
      let route = try JournalCopy(file: folder.journalFile).route(of: "second", at: revision)
      #expect(route?.element(element) != nil)
    }
  }

  @Test("what is noted while commits are written is what their rows say")
  func noted() throws {
    var random = SeededGenerator(seed: 1)
    let journal = try folder.begun()
    let scenes = (0..<20).compactMap { SceneName("scene-\($0)") }
    var revisions = [Revision](repeating: 0, count: scenes.count)
    var expected: Set<Row> = []
    // One turn is longer than a run.
    for turn in 0..<50 {
      let records = (0..<(turn == 7 ? Int(RevisionIndex.runRows) + 300 : 50)).map { _ in
        let index = Int.random(in: 0..<scenes.count, using: &random)
        revisions[index] += 1
        return JournalRecord.commit(commit(revisions[index], "home", in: scenes[index]))
      }
      let before = journal.landmarks.indexed
      try journal.commit(records, nowMicros: afternoon)
      #expect(journal.landmarks.areNoted)
      let rows = try journal.database.inDatabase {
        try Row.fetchAll(
          $0,
          sql: """
            SELECT scene, max(revision) AS revision, seq FROM commits WHERE seq > ? AND seq <= ?
            GROUP BY scene, seq / \(RevisionIndex.runRows)
            """, arguments: [before, journal.landmarks.indexed])
      }
      expected.formUnion(rows)
    }
    #expect(expected.count > 2 * scenes.count)
    let noted = try journal.database.inDatabase {
      try Row.fetchAll($0, sql: "SELECT scene, revision, seq FROM revisions")
    }
    #expect(Set(noted) == expected)
    try journal.close()
    #expect(try number("SELECT indexed FROM start") > 2 * RevisionIndex.runRows)
  }

  @Test("a start goes on from the newest commits, and has taken over all")
  func start() throws {
    try folder.fill(turns: Self.turns).close()
    let restored = try folder.begun(nowMicros: afternoon + minute).restored
    #expect(restored.scenes.map(\.commit.revision) == [2 * Revision(Self.turns), Revision(Self.turns)])
    #expect(try number("SELECT indexed FROM start") == number("SELECT max(seq) FROM outcomes"))
    #expect(try faults == [])
  }

  @Test(
    "where the index does not fit, an examination says so, and a start makes it anew",
    arguments: [
      ("DELETE FROM revisions", "commits 1 is not found by the table revisions"),
      ("DELETE FROM revisions WHERE scene = 'main'", "commits 1 is not found by the table revisions"),
      ("UPDATE revisions SET seq = seq + 1", "of commits is not that revision"),
      ("INSERT INTO revisions VALUES ('main', 1000, 2)", "row 2 of commits is not that revision"),
      ("DELETE FROM commits WHERE seq = (SELECT min(seq) FROM revisions)", "of commits is not that revision"),
      ("UPDATE start SET indexed = (SELECT max(seq) FROM commits)", "is not found by the table revisions"),
    ])
  func mends(sql: String, fault: String) throws {
    try folder.fill(turns: Self.turns).close()
    try folder.change(sql)
    let before = try faults
    #expect(before.contains { $0.contains(fault) }, "\(before)")
    let restored = try folder.begun(nowMicros: afternoon + minute).restored
    #expect(restored.scenes.map(\.commit.revision) == [2 * Revision(Self.turns), Revision(Self.turns)])
    let left = try faults.filter { $0.contains("not that revision") || $0.contains("not found by") }
    #expect(left == [])
  }

  @Test(
    "a start does not go on from a row that has the highest revision and is not the newest", arguments: [true, false],
    [
      "UPDATE commits SET revision = 1059 WHERE scene = 'main' AND revision = 35",
      """
      UPDATE commits SET revision = (SELECT max(revision) FROM commits WHERE scene = 'main')
      WHERE scene = 'main' AND revision = 16;
      DELETE FROM revisions
      """,
      """
      UPDATE commits SET revision = 3
      WHERE scene = 'second' AND revision = (SELECT max(revision) FROM commits WHERE scene = 'second')
      """,
    ])
  func disorder(isTakenOver: Bool, sql: String) throws {
    try folder.fill(turns: isTakenOver ? Self.turns : 40).close()
    try folder.change(sql)
    let error = #expect(throws: JournalError.self) { _ = try folder.begun(nowMicros: afternoon + minute) }
    #expect(error?.code == .corrupt, "\(error?.message ?? "")")
    #expect(error?.message.contains("is its highest, and a later row has none above it") == true)
    #expect(error?.message.contains("way journal repair") == true)
  }

  @Test("every commit is found by its revision, and each revision that is not there is not")
  func each() throws {
    let journal = try folder.fill(turns: Self.turns)
    for isClosed in [false, true] {
      if isClosed { try journal.close() }
      let copy = try JournalCopy(file: folder.journalFile)
      for revision in 0...Self.turns + 1 {
        let route = try copy.route(of: "second", at: revision)
        #expect(route?.element(ElementID(8 * revision)) != nil || !(1...Self.turns).contains(revision), "\(revision)")
        #expect(route == nil || (1...Self.turns).contains(revision))
      }
      #expect(try copy.route(of: "nowhere", at: 1) == nil)
    }
  }

  @Test("where a later commit is cut before an earlier one, the earlier one is still found")
  func order() throws {
    try folder.fill(turns: Self.turns).close()
    let row = try number("SELECT min(seq) FROM revisions WHERE scene = 'second'")
    let database = try DatabaseQueue(path: folder.journalFile)
    try database.inDatabase { try RevisionIndex.Deletion($0).run(row, $0) }
    try database.close()
    let copy = try JournalCopy(file: folder.journalFile)
    #expect(try copy.route(of: "second", at: Revision((row + 1) / 5 - 1)) != nil)
    #expect(try copy.route(of: "second", at: Revision((row + 1) / 5)) == nil)
    #expect(try !faults.contains { $0.contains("not found by") })
  }

  @Test("what is cut goes from the index too, and each scene keeps its last commit")
  func cut() throws {
    let journal = try folder.fill(turns: Self.turns)
    journal.retention.commits = 1
    while try journal.maintain(nowMicros: afternoon + 24 * 60 * minute) {}
    #expect(journal.statistics.commits == 2)
    #expect(try number("SELECT count(*) FROM revisions") == 2)
    #expect(try faults == [])
  }

  @Test("where the journal is too large, the landmarks of young commits go with them")
  func cutForSize() throws {
    let journal = try folder.fill(turns: Self.turns)
    let before = try number("SELECT count(*) FROM revisions")
    journal.retention.bytes = 1
    while try journal.maintain(nowMicros: afternoon) {}
    #expect(journal.statistics.commits == SpareRows.commitsKept)
    #expect(try number("SELECT count(*) FROM revisions") < before)
    #expect(try number("SELECT count(*) FROM revisions WHERE seq NOT IN (SELECT seq FROM commits)") == 0)
    #expect(try faults == [])
  }

  @Test(
    "a commit that was written before its gap, and is written again, counts once, on both sides",
    arguments: [2, Revision(RevisionIndex.runRows) - 1, Revision(RevisionIndex.runRows)])
  func replaced(revision: Revision) throws {
    do {
      let journal = try folder.begun()
      for earlier in 1..<revision { try journal.commit([.commit(commit(earlier, "home"))], nowMicros: afternoon) }
      try FileManager.default.moveItem(atPath: folder.journalFile, toPath: folder.journalFile + ".away")
      #expect(throws: JournalError.self) {
        try journal.commit([.commit(commit(revision, "home", "list"))], nowMicros: afternoon + second)
      }
      try FileManager.default.moveItem(atPath: folder.journalFile + ".away", toPath: folder.journalFile)
      try journal.recover(nowMicros: afternoon + minute)
      #expect(journal.statistics.commits == Int(revision))
      #expect(try number("SELECT count(*) FROM commits") == Int64(revision))
      #expect(try faults == [])
    }
    let restored = try folder.begun(nowMicros: afternoon + 2 * minute).restored
    #expect(restored.scenes.map(\.commit.revision) == [revision])
  }

  @Test(
    "ids that a scene without commits since has told are noted with its newest commit, on both sides",
    arguments: [true, false])
  func ids(isTakenOver: Bool) throws {
    do {
      let journal = try folder.begun()
      func writeQuiet() throws {
        for revision in 1...3 as ClosedRange<Revision> {
          try journal.commit([.commit(commit(revision, "home", in: "quiet"))], nowMicros: afternoon)
        }
      }
      if isTakenOver { try writeQuiet() }
      for revision in 1...Revision(RevisionIndex.runRows) {
        try journal.commit([.commit(commit(revision, "home"))], nowMicros: afternoon)
      }
      if !isTakenOver { try writeQuiet() }
      #expect(try number("SELECT count(*) FROM revisions WHERE scene = 'quiet'") == (isTakenOver ? 1 : 0))
      try journal.commit([.ids("quiet", below: 77)], nowMicros: afternoon)
      #expect(try number("SELECT next_id FROM commits WHERE scene = 'quiet' AND revision = 3") == 77)
      try journal.close()
    }
    let restored = try folder.begun(nowMicros: afternoon + minute).restored
    #expect(restored.scenes.map(\.commit.nextID) == [10, 77])
    #expect(restored.scenes.map(\.commit.revision) == [Revision(RevisionIndex.runRows), 3])
  }

  @Test("where the end is lost, the index knows the revisions that a start raises")
  func raised() throws {
    try folder.fill(turns: Self.turns).close()
    try folder.change("DELETE FROM commits WHERE seq > 2200; DELETE FROM outcomes WHERE seq > 2200")
    let restored = try folder.begun(nowMicros: afternoon + minute).restored
    #expect(zip(restored.scenes, [2 * Self.turns, Self.turns]).allSatisfy { $0.commit.revision > $1 })
    #expect(try faults == [])
  }

  @Test("a row of the table for a newest commit that is not there is noticed")
  func knowsNewest() throws {
    let database = try DatabaseQueue()
    try database.inDatabase { db in
      try db.execute(sql: JournalSchema.tables)
      try db.execute(sql: "INSERT INTO revisions VALUES ('main', 1, 7)")
      #expect(try !RevisionIndex.knowsNewest(db))
      try db.execute(
        sql: """
          INSERT INTO commits (seq, at, scene, revision, major_revision, minor, epoch, next_id, route, cause)
          VALUES (7, 0, 'main', 1, 1, 0, 1, 1, '[]', '{}')
          """)
      #expect(try RevisionIndex.knowsNewest(db))
    }
  }

  @Test("a row out of the order of revisions is found, and goes in a repair", arguments: [1000, 2])
  func outOfOrder(row: Int) throws {
    try folder.fill(turns: 20).close()
    try folder.change("UPDATE commits SET seq = -1 WHERE seq = 2; DELETE FROM commits WHERE seq = -1")
    try folder.change("UPDATE commits SET seq = \(row) WHERE scene = 'second' AND revision = 7")
    #expect(try faults.contains { $0.contains(", which has an earlier revision") })
    let mended = try TemporaryFolder()
    let report = try JournalRepair.run(folder.journalFile, into: mended.journalFile)
    #expect(report.journal.isSound, "\(report.journal.faults)")
    #expect(report.dropped.filter { $0.scene == "second" }.map(\.revision) == [7], "\(report.dropped)")
    #expect(report.journal.scenes.map(\.commits).last == 19)
  }

  @Test("the texts of the tables have room in the first page, in a repaired journal and in one for a replay too")
  func firstPage() throws {
    try folder.fill(turns: 3).close()
    let mended = try TemporaryFolder()
    _ = try JournalRepair.run(folder.journalFile, into: mended.journalFile)
    let seeded = try TemporaryFolder()
    let seed = try JournalSeed(in: seeded.path)
    try seed.add(try JournalCopy(file: folder.journalFile).lines())
    try seed.finish()
    for folder in [folder, mended, seeded] {
      // A leaf, by SQLite's file format, section 1.6.
      #expect(try folder.bytes()[100] == 0x0D)
    }
  }
}

extension TemporaryFolder {
  fileprivate func begun(nowMicros: Int64) throws -> (journal: Journal, restored: Restored) {
    let journal = try open()
    return (journal, try journal.begin(nowMicros: nowMicros))
  }
}

extension ReportObject {
  fileprivate var revision: JSONValue? {
    guard case .json(let object) = self else { return nil }
    return object["revision"]
  }
}
