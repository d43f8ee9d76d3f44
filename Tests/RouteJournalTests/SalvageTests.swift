// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("A repair finds the rows behind damage, and what belongs to a journal", .offPool)
struct SalvageTests: RepairSuite {
  let folder: TemporaryFolder
  let mended: TemporaryFolder

  init() throws { (folder, mended) = try (TemporaryFolder(), TemporaryFolder()) }

  /// Makes a journal of 200 commits, the first of which has the number behind `row`.
  private func make(behind row: Int64) throws {
    let database = try JournalFile.openNew(folder.journalFile)
    try database.inDatabase { db in
      try JournalFile.create(db)
      try db.execute(sql: "INSERT INTO start (id, epoch, starts, boot) VALUES (1, 1, 1, '')")
      var writer = RecordWriter(
        seq: row, counts: Journal.Counts(commits: 0, outcomes: 0, gaps: 0), boot: 0, time: JournalTime(afternoon))
      for revision in 1...200 as ClosedRange<Revision> { try writer.write(.commit(commit(revision, "home")), db) }
      try JournalFile.checkpoint(db, .truncate)
    }
    try database.close()
  }

  /// Damages one of the pages that hold the rows.
  private func damage(_ choose: ([Int]) -> Int?) throws {
    var data = try folder.bytes()
    let size = JournalFile.pageBytes
    // Leaves of tables, with more than one row (SQLite's file format, section 1.6).
    let leaves = (1..<data.count / size).filter { data[$0 * size] == 0x0D && data[$0 * size + 4] > 1 }
    let leaf = try #require(choose(leaves))
    data.replaceSubrange(leaf * size..<(leaf + 1) * size, with: [UInt8](repeating: 0xA5, count: size))
    try folder.write(data)
  }

  @Test("a damaged page in front of all others costs what stood on it, however high the oldest number is")
  func highNumbers() throws {
    try make(behind: 5_000_000)
    try damage { $0.first }
    let report = try repair()
    #expect(report.notes.contains("pages of the table commits cannot be read"), "\(report.notes)")
    let kept = report.journal.scenes.map(\.commits).reduce(0, +)
    #expect((180..<200).contains(kept), "\(kept) of 200")
  }

  @Test("rows that came later than the mark beside the journal are found behind a damaged page")
  func olderMark() throws {
    try make(behind: 0)
    do {
      var mark = try Watermark(of: folder.journalFile)
      try mark.write(Watermark.Level(epoch: 7, seq: 10, revision: 10, nextID: 10), nil, .synced)
    }
    try damage { $0[$0.count / 2] }
    let report = try repair()
    #expect(report.journal.scenes.map(\.revisions) == [1...200])
    let kept = report.journal.scenes.map(\.commits).reduce(0, +)
    #expect((180..<200).contains(kept), "\(kept) of 200")
    #expect(report.addedGaps == 1)
  }

  @Test(
    "a column whose name is damaged is known by its place",
    arguments: [
      "commits.route", "commits.at", "commits.seq", "outcomes.because", "outcomes.owner", "outcomes.seq", "gaps.seq",
      "floors.seq", "workers.sensitive",
    ])
  func renamed(_ column: String) throws {
    try folder.fill(turns: 20).close()
    let parts = column.split(separator: ".")
    try folder.change("ALTER TABLE \(parts[0]) RENAME COLUMN \(parts[1]) TO soiled")
    let report = try repair()
    #expect(report.droppedCount == 0, "\(report.dropped)")
    #expect(report.journal.scenes.map(\.commits) == [40, 20] && report.journal.commands == 40)
    let note = "have a damaged name, or are missing: \(parts[1]) (soiled stands in its place)"
    #expect(report.notes == ["columns of the table \(parts[0]) \(note)"])
  }

  @Test("a table that is none of a journal costs what it held, and no more")
  func otherTable() throws {
    try folder.fill(turns: 20).close()
    try folder.change(
      """
      DROP TABLE gaps;
      CREATE TABLE gaps (seq INTEGER PRIMARY KEY, from_at INT, to_at INT, reason TEXT) WITHOUT ROWID;
      """)
    let report = try repair()
    #expect(report.notes == ["pages of the table gaps cannot be read"])
    #expect(report.journal.scenes.map(\.commits) == [40, 20] && report.journal.commands == 40)
  }

  @Test("rows without a column that they need are left out, and the others are kept")
  func missingColumn() throws {
    try folder.fill(turns: 20).close()
    try folder.change("ALTER TABLE commits DROP COLUMN cause")
    let report = try repair()
    #expect(report.droppedCount == 60)
    #expect(report.notes.contains("columns of the table commits have a damaged name, or are missing: cause"))
    #expect(Set(report.dropped.map(\.problem)) == ["cause is missing"])
    #expect(report.journal.commands == 40)
  }

  @Test("of two outcomes of one command the later is kept, which is what its client was told")
  func twoOutcomes() throws {
    try folder.fill(turns: 5).close()
    // Without the index that keeps them apart.
    try folder.change(
      """
      ALTER TABLE outcomes RENAME TO former;
      CREATE TABLE outcomes AS SELECT * FROM former;
      DROP TABLE former;
      INSERT INTO outcomes
      SELECT seq + 1000, at, client, sequence, state, scene, revision, body_hash, verb, because, origin,
        replace(outcome, 'for people', 'told last'), boot, up, owner
      FROM outcomes WHERE seq = (SELECT min(seq) FROM outcomes);
      """)
    let report = try repair()
    #expect(report.droppedCount == 1 && report.dropped.first?.table == "outcomes", "\(report.dropped)")
    #expect(report.dropped.first?.problem.hasSuffix("is of the same command, and later") == true)
    #expect(try mended.count("outcomes") == 10)
    let kept = try DatabaseQueue(path: mended.journalFile).inDatabase {
      try String.fetchOne($0, sql: "SELECT outcome FROM outcomes WHERE seq > 1000")
    }
    #expect(kept?.contains("told last") == true, "\(kept ?? "")")
  }

  @Test("commits that do not fit what follows are left out one by one, also several behind each other")
  func prunes() throws {
    try folder.fill(turns: 100).close()
    try folder.change(
      """
      UPDATE commits SET epoch = epoch + 1
      WHERE scene = 'second' AND (revision % 30 = 3 OR revision BETWEEN 40 AND 44)
      """)
    let report = try repair()
    #expect(report.dropped.map(\.revision) == [3, 33, 44, 43, 42, 41, 40, 63, 93], "\(report.dropped)")
    #expect(report.addedGaps == 5)
  }

  @Test("where very many do not fit, all before what follows is left out in the end")
  func prunesAll() throws {
    try folder.fill(turns: 700).close()
    try folder.change("UPDATE commits SET epoch = epoch + 1 WHERE scene = 'second' AND revision <= 600")
    let report = try repair()
    #expect(report.droppedCount == 201)
    #expect(report.journal.scenes.map(\.commits) == [1400, 100])
    #expect(report.journal.scenes.map(\.revisions.lowerBound) == [1, 601])
  }

  @Test("a link where the new journal is to be made is not followed, and stays")
  func linkAsTarget() throws {
    try folder.fill(turns: 3).close()
    try FileManager.default.createSymbolicLink(
      atPath: mended.journalFile, withDestinationPath: mended("precious"))
    let error = #expect(throws: JournalError.self) {
      try JournalRepair.run(folder.journalFile, into: mended.journalFile)
    }
    #expect(error?.message.contains("is there already") == true)
    #expect(!mended.exists("precious"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: mended.journalFile) == mended("precious"))
  }

  @Test("a link to a journal leads to its log, to its mark and to the lock of its folder")
  func linkAsFile() throws {
    let journal = try folder.fill(turns: 5)
    let copy = try folder.copyOfNow()
    try FileManager.default.copyItem(atPath: folder.journalFile + "-mark", toPath: copy.journalFile + "-mark")
    let links = try TemporaryFolder()
    for (name, file) in [("used", folder.journalFile), ("copied", copy.journalFile)] {
      try FileManager.default.createSymbolicLink(atPath: links(name), withDestinationPath: file)
    }
    let used = #expect(throws: JournalError.self) {
      try JournalRepair.run(links("used"), into: mended.journalFile)
    }
    #expect(used?.code == .locked && used?.message.contains(links("used")) == true)
    let report = try repair(links("copied"))
    #expect(report.file == NamedFile.place(of: copy.journalFile))
    #expect(report.hasMark && report.journal.scenes.map(\.revisions) == [1...10, 1...5])
    try FileManager.default.removeItem(atPath: copy.journalFile + "-wal")
    let faults = try JournalCopy(file: links("copied"), isSound: false).audit().faults
    #expect(faults.contains { $0.problem.contains("its end is lost") }, "\(faults)")
    try journal.close()
  }

  @Test("the new journal has one name, nothing is left beside it, and another name of the damaged one is told")
  func names() throws {
    try folder.fill(turns: 3).close()
    try #require(link(folder.journalFile, folder("twin.sqlite")) == 0)
    let report = try repair()
    #expect(report.notes.count == 1, "\(report.notes)")
    #expect(report.notes.first?.hasPrefix("it has another name on its disk") == true)
    var status = stat()
    #expect(stat(mended.journalFile, &status) == 0)
    #expect(status.st_nlink == 1 && status.st_mode & 0o777 == 0o600)
    let left = try FileManager.default.contentsOfDirectory(atPath: mended.path)
    #expect(Set(left) == [Journal.fileName, Journal.fileName + "-mark"])
  }

  @Test(
    "where the disk of the new journal is full, another one is asked for, and nothing is left",
    .enabled(if: SmallDisk.canBeMade, "a small disk can be made by root alone"), arguments: [350, 1000] as [UInt64])
  func fullDisk(turns: UInt64) throws {
    try folder.fill(turns: turns).close()
    let disk = try SmallDisk()
    let error = #expect(throws: JournalError.self) {
      try JournalRepair.run(folder.journalFile, into: disk.folder.journalFile)
    }
    #expect(
      error?.code == .full && error?.message.hasSuffix("name a NEW on another disk") == true, "\(error?.message ?? "")")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.folder.path).isEmpty)
  }

  @Test("numbers that were looked for are not looked for again")
  func tried() {
    var tried = TriedNumbers()
    #expect(tried.end(behind: 7) == 7)
    tried.note(behind: 40, to: 90)
    tried.note(behind: 10, to: 50)
    tried.note(behind: 10, to: 20)
    #expect([9, 10, 45, 90].map { tried.end(behind: $0) } == [9, 90, 90, 90])
  }

  @Test("of very many rows that are left out the first are told, and all are counted")
  func veryMany() throws {
    try folder.fill(turns: 150).close()
    try folder.change("UPDATE commits SET cause = '{}'")
    let report = try repair()
    #expect(report.droppedCount == 450 && report.dropped.count == JournalReport.faultsMax)
  }

  @Test("what the disk cannot read is zeros in the copy that a repair works on, and all the rest is there")
  func unreadable() throws {
    var bytes = (0..<1_200_000).map { UInt8(truncatingIfNeeded: $0 % 251 + 1) }
    try folder.write(Data(bytes))
    let holes = [8192..<12_288, 1_196_032..<1_200_000]
    var isInterrupted = false
    func reading(_ descriptor: Int32, _ memory: UnsafeMutableRawBufferPointer, _ place: Int) -> Int {
      let asked = place..<place + memory.count
      if !isInterrupted || holes.contains(where: { $0.overlaps(asked) }) {
        errno = isInterrupted ? EIO : EINTR
        isInterrupted = true
        return -1
      }
      return StagedJournal.octets(descriptor, memory, place)
    }
    let staged = try StagedJournal(of: folder.journalFile, in: folder.path, reading: reading)
    for hole in holes { bytes.replaceSubrange(hole, with: [UInt8](repeating: 0, count: hole.count)) }
    let copied = try withExtendedLifetime(staged) { try Data(contentsOf: URL(filePath: staged.file)) }
    let isAsExpected = copied == Data(bytes)
    #expect(isAsExpected, "\(copied.count) bytes")
    #expect(staged.notes == ["the disk cannot read 8064 bytes, zeros took their place"])
    let error = #expect(throws: JournalError.self) {
      try StagedJournal(of: folder.journalFile, in: folder.path, isWhole: true, reading: reading)
    }
    #expect(error?.code == .inaccessible)
  }
}
