// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite(
  "A repair keeps what can be read, says what is lost, and makes a journal that a coordinator begins with", .offPool)
struct JournalRepairTests {
  let folder: TemporaryFolder
  private let mended: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    mended = try TemporaryFolder()
  }

  /// Repairs, and begins with what comes of it.
  private func repair() throws -> (report: RepairReport, restored: Restored) {
    let before = try folder.bytes()
    let report = try JournalRepair.run(folder.journalFile, into: mended.journalFile)
    #expect(try folder.bytes() == before)
    #expect(report.journal.isSound, "\(report.journal.faults)")
    let first = try JournalCopy(file: mended.journalFile).audit()
    #expect(first.isSound, "as it is: \(first.faults) \(report.notes)")
    let journal = try mended.open()
    let restored = try journal.begin(nowMicros: afternoon + 5 * minute)
    let next = try JournalCopy(file: mended.journalFile).audit()
    #expect(next.isSound, "after a start: \(next.faults) \(report.journal.faults) \(report.notes)")
    try journal.close()
    let left = try FileManager.default.contentsOfDirectory(atPath: mended.path).filter { $0.hasPrefix("way-journal-") }
    #expect(left.isEmpty)
    return (report, restored)
  }

  /// Makes an empty journal; those of older coordinators have pages of 4096 bytes.
  private func make(pageBytes: Int) throws {
    let database = try DatabaseQueue(path: folder.journalFile)
    try database.inDatabase { try JournalFile.create($0, pageBytes: pageBytes) }
    try database.close()
  }

  @Test(
    "where root repairs, the new files belong to the owner of the old one",
    .enabled(if: geteuid() == 0, "needs root"))
  func owner() throws {
    try folder.fill(turns: 2).close()
    #expect(chown(folder.journalFile, 4711, 4712) == 0)
    #expect(try JournalRepair.run(folder.journalFile, into: mended.journalFile).notes.isEmpty)
    for suffix in ["", "-mark"] {
      var status = stat()
      #expect(stat(mended.journalFile + suffix, &status) == 0)
      #expect(status.st_uid == 4711 && status.st_gid == 4712 && status.st_mode & 0o777 == 0o600, "\(suffix)")
    }
  }

  @Test("what an earlier one has left that was ended by force is named, and stays")
  func leftFolder() throws {
    try folder.fill(turns: 2).close()
    let left = mended("way-journal-a1b2c3")
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
    try mended.write("no folder", "way-journal-notes")
    let notes = try JournalRepair.run(folder.journalFile, into: mended.journalFile).notes
    let note = "a `way journal` that did not come to its end has left \(left): remove it, unless one is at work"
    #expect(notes == [note])
    #expect(FileManager.default.fileExists(atPath: left))
  }

  @Test("a sound journal is copied whole")
  func whole() throws {
    try folder.fill(turns: 20).close()
    let (report, restored) = try repair()
    #expect(report.notes.isEmpty && report.droppedCount == 0 && report.addedGaps == 0 && report.hasMark)
    #expect(report.journal.scenes.map(\.revisions) == [1...40, 1...20] && report.journal.commands == 40)
    #expect(
      restored.scenes.map(\.commit.route) == [CommitRecord(main: 20).appeared.route, CommitRecord(second: 20).route])
    #expect(restored.workers == [WorkerRecord("kiosk", uid: 1000)])
    #expect(restored.decided.count == 40)
  }

  @Test("each damage that an examination finds is mended", arguments: JournalAuditTests.damages.indices)
  func mends(_ index: Int) throws {
    try folder.fill(turns: 30).close()
    try folder.change(JournalAuditTests.damages[index].sql)
    let (report, restored) = try repair()
    #expect(restored.scenes.count == 2)
    #expect(report.journal.scenes.map(\.commits).reduce(0, +) >= 78, "few are lost: \(report.dropped)")
    let newest = restored.scenes.map(\.commit.revision)
    #expect(newest[0] >= 60 && newest[1] >= 30, "nothing is given again")
  }

  @Test("of a commit that was changed it is the one that goes, not its neighbours")
  func changed() throws {
    try folder.fill(turns: 30).close()
    try folder.change("UPDATE commits SET route = replace(route, 'list', 'lost') WHERE scene = 'main' AND revision = 9")
    let report = try repair().report
    #expect(report.dropped.map(\.revision) == [9], "\(report.dropped)")
    #expect(report.addedGaps == 1)
    #expect(report.journal.scenes[0].holes.map(\.revisions) == [9...9])
    #expect(report.journal.scenes[0].holes[0].reason.contains("when the journal was repaired"))
  }

  @Test("a worker that is left out is told by its name")
  func workers() throws {
    let names: [WorkerName] = ["cluster", "exhibits", "kiosk", "tickets", "wall"]
    do {
      // Whoever has it holds its folder.
      let journal = try folder.fill(turns: 3)
      for name in names {
        try journal.commit([.worker(WorkerRecord(name, uid: 1000), isRegistered: true)], nowMicros: afternoon + minute)
      }
      try journal.close()
    }
    try folder.change("UPDATE workers SET on_death = 'nonsense'")
    let (report, restored) = try repair()
    #expect(report.dropped.allSatisfy { $0.table == "workers" }, "\(report.dropped)")
    #expect(report.dropped.compactMap(\.row).sorted() == names.map { "\"\($0)\"" })
    #expect(restored.workers.isEmpty)
  }

  @Test("a scene of which no commit is left begins above all that it had, and an examination misses it")
  func sceneGone() throws {
    try folder.fill(turns: 30).close()
    try folder.change("DELETE FROM commits WHERE scene = 'second'")
    let found = try JournalCopy(file: folder.journalFile).audit()
    #expect(found.faults.contains { $0.problem.contains("of second, of which there is no commit") }, "\(found.faults)")
    let restored = try repair().restored
    #expect(restored.scenes.map(\.commit.scene) == ["main"])
    #expect(restored.floor.revision >= 30, "revisions are given again")
    #expect(restored.floor.nextID > 8 * 30, "ids are given again")
  }

  @Test("where the newest commit is left out and no command tells of it, the one before takes a number above it")
  func newestUntold() throws {
    try folder.fill(turns: 30).close()
    try folder.change("UPDATE commits SET route = 'x' WHERE scene = 'main' AND revision = 60")
    let main = try #require(repair().restored.scenes.first { $0.commit.scene == "main" })
    #expect(main.commit.revision > 60, "revision 60 is given again")
  }

  @Test("damage behind which rows are missing that nothing tells of is told", arguments: [1, 2, 3, 4] as [UInt8])
  func hidden(_ bit: UInt8) throws {
    try folder.fill(turns: 200).close()
    var data = try folder.bytes()
    // How many cells the first page of `commits` has (SQLite's file format, section 1.6).
    data[3 * 2048 + 4] ^= 1 << bit
    try folder.write(data)
    let report = try JournalRepair.run(folder.journalFile, into: mended.journalFile)
    #expect(report.notes.contains { $0.hasPrefix("SQLite finds damage (") }, "\(report.notes)")
    let isNoneLeft = report.notes.contains("no commit could be read: the routes of all scenes are lost")
    #expect(isNoneLeft == report.journal.scenes.isEmpty, "\(report.notes)")
  }

  @Test("overwritten pages cost what stood on them", arguments: [3, 7, 20])
  func pages(_ step: Int) throws {
    try folder.fill(turns: 200).close()
    var data = try folder.bytes()
    let pages = data.count / 4096
    for page in stride(from: 14, to: pages, by: step) {
      data.replaceSubrange(page * 4096..<(page + 1) * 4096, with: [UInt8](repeating: 0xA5, count: 4096))
    }
    try folder.write(data)
    let (report, restored) = try repair()
    #expect(report.notes.contains { $0.contains("cannot be read") })
    #expect(restored.scenes.count == 2)
    let kept = report.journal.scenes.map(\.commits).reduce(0, +)
    #expect(kept >= 600 / (step == 3 ? 10 : 3), "\(kept) of 600 with 1 of \(step) pages gone")
  }

  @Test(
    "pages that lead back to rows that were read cost what stood on them, and the repair ends",
    .timeLimit(.minutes(20)), arguments: Array(stride(from: 10, to: 100, by: 6)))
  func backwards(_ place: Int) throws {
    try folder.fill(turns: 200).close()
    var data = try folder.bytes()
    let size = 2048
    // A leaf of a table begins with this octet (SQLite's file format, section 1.6).
    let leaves = (2..<data.count / size).filter { data[$0 * size] == 0x0D }
    func range(_ index: Int) -> Range<Int> { leaves[index] * size..<(leaves[index] + 1) * size }
    data.replaceSubrange(range(place), with: data[range(place - 3)])
    data.replaceSubrange(range(place + 1), with: [UInt8](repeating: 0xA5, count: size))
    try folder.write(data)
    let restored = try repair().restored
    #expect(restored.scenes.count == 2)
  }

  @Test("a file that was cut short gives what is left of it", arguments: [0.4, 0.7, 0.99], [2048, 4096])
  func cut(_ part: Double, pageBytes: Int) throws {
    try make(pageBytes: pageBytes)
    try folder.fill(turns: 200).close()
    let data = try folder.bytes()
    try folder.write(data.prefix(Int(Double(data.count) * part)))
    let (report, restored) = try repair()
    #expect(report.notes.contains { $0.contains("bytes are missing") }, "\(report.notes)")
    #expect(!restored.scenes.isEmpty)
    #expect(report.journal.scenes.map(\.commits).reduce(0, +) > Int(300 * part))
  }

  @Test("a header that counts too few pages costs no row")
  func pageCount() throws {
    try folder.fill(turns: 200).close()
    var octets = Array(try folder.bytes())
    let pages = octets.count / JournalFile.pageBytes
    // It counts where the last change wrote it (SQLite's file format, section 1.3).
    try #require(octets.number(at: 28, octets: 4) == pages && octets[24..<28] == octets[92..<96])
    let counted = pages - (1 << (Int.bitWidth - 1 - pages.leadingZeroBitCount))
    try #require(counted > 0)
    octets.set(counted, at: 28, octets: 4)
    try folder.write(Data(octets))
    let (report, restored) = try repair()
    #expect(report.notes == ["its header counts \(counted) pages, it has \(pages): the header was set right"])
    #expect(report.journal.scenes.map(\.commits) == [400, 200] && report.droppedCount == 0, "\(report.dropped)")
    #expect(restored.scenes.map(\.commit.revision) == [400, 200])
  }

  @Test(
    "a lost end is written down as a gap, and nothing that was given is given again",
    arguments: [
      "DELETE FROM commits WHERE seq > :n; DELETE FROM outcomes WHERE seq > :n", "UPDATE start SET epoch = 1",
    ])
  func lostEnd(_ sql: String) throws {
    try folder.fill(turns: 30).close()
    let whole = try JournalCopy(file: folder.journalFile).audit()
    try folder.change(sql.replacing(":n", with: "100"))
    let isCut = sql.hasPrefix("DELETE")
    #expect(
      try JournalCopy(file: folder.journalFile).audit().faults.contains { $0.problem.contains("its end is lost") })
    let (report, restored) = try repair()
    #expect(report.notes.contains { $0.hasPrefix("its end is lost") }, "\(report.notes)")
    #expect(report.journal.gaps == 1)
    #expect(report.journal.epoch >= whole.epoch && restored.epoch > whole.epoch)
    let (old, new) = (whole.scenes.map(\.revisions.upperBound), restored.scenes.map(\.commit.revision))
    #expect(zip(old, new).allSatisfy { isCut ? $0 < $1 : $0 == $1 }, "\(old) \(new)")
    #expect(zip(restored.scenes.map(\.commit.nextID), [41, 241]).allSatisfy { $0 >= $1 })
    #expect(report.journal.scenes.flatMap(\.holes).allSatisfy { $0.reason.contains("its end was lost") })
    #expect(report.journal.scenes.allSatisfy { $0.holes.count == (isCut ? 1 : 0) })
    // A start behind a lost end has a warning; the one behind the repair has none.
    let next = try mended.open()
    _ = try next.begin(nowMicros: afternoon + 9 * minute)
    #expect(next.warnings.isEmpty)
    try next.close()
  }

  @Test(
    "a number that is wrong in one row costs that row, and nothing that is older or newer",
    arguments: ["epoch = epoch - 1", "epoch = epoch + 1", "major_revision = major_revision + 32"])
  func wrongNumber(_ change: String) throws {
    try folder.fill(turns: 150).close()
    try folder.change("UPDATE commits SET \(change) WHERE scene = 'main' AND revision = 251")
    let (report, _) = try repair()
    #expect(report.dropped.map(\.revision) == [251], "\(report.dropped)")
    #expect(report.journal.scenes.map(\.commits) == [299, 150])
  }

  @Test("a lost first page is replaced", arguments: [0..<4096, 0..<2048, 0..<100, 16..<60], [2048, 4096])
  func firstPage(_ range: Range<Int>, pageBytes: Int) throws {
    try make(pageBytes: pageBytes)
    try folder.fill(turns: 50).close()
    #expect(try folder.bytes().dropFirst(16).prefix(2) == Data([UInt8(pageBytes >> 8), 0]))
    var data = try folder.bytes()
    data.replaceSubrange(range, with: [UInt8](repeating: 0x5A, count: range.count))
    try folder.write(data)
    let (report, restored) = try repair()
    #expect(restored.scenes.map(\.commit.route.root.tip?.id) == [ElementID(60), ElementID(400)])
    #expect(report.journal.scenes.map(\.commits) == [100, 50])
  }

  @Test(
    "a table that is missing costs what it held, and no more", arguments: ["commits", "outcomes", "gaps", "floors"])
  func missingTable(_ table: String) throws {
    try folder.fill(turns: 20).close()
    let database = try DatabaseQueue(path: folder.journalFile)
    try database.writeWithoutTransaction { try $0.execute(sql: "DROP TABLE \(table)") }
    try database.close()
    let (report, restored) = try repair()
    #expect(report.notes.contains("the table \(table) is missing") == (table != "floors"))
    #expect(report.journal.scenes.map(\.commits) == (table == "commits" ? [] : [40, 20]))
    #expect(restored.decided.count == (table == "outcomes" ? 0 : 40))
  }

  @Test("what cannot be read is told of the journal that is repaired, and not of the new one")
  func namesTheDamaged() throws {
    try folder.fill(turns: 3).close()
    try folder.change("DELETE FROM commits; DELETE FROM outcomes")
    let error = #expect(throws: JournalError.self) {
      try JournalRepair.run(folder.journalFile, into: mended.journalFile)
    }
    #expect(error?.code == .corrupt)
    #expect(error?.message.hasPrefix("the journal \(folder.journalFile) is damaged (no row of it is whole") == true)
  }

  @Test("of a journal of an older version whose first page is lost, nothing is taken for floors")
  func firstPageOfOlder() throws {
    let database = try DatabaseQueue(path: folder.journalFile)
    try database.inDatabase { try JournalFile.create($0) }
    // As version 3 made it, with rows where version 4 begins its floors.
    try database.writeWithoutTransaction { try $0.execute(sql: "DROP TABLE floors; PRAGMA user_version = 3") }
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "INSERT INTO start (id, epoch, starts, boot) VALUES (1, 1, 1, '')")
      var writer = RecordWriter(
        seq: 0, counts: Journal.Counts(commits: 0, outcomes: 0, gaps: 0), boot: 0, time: JournalTime(afternoon))
      for revision in 1...200 as ClosedRange<Revision> { try writer.write(.commit(commit(revision, "home")), db) }
      try JournalFile.checkpoint(db, .truncate)
    }
    try database.close()
    var data = try folder.bytes()
    data.replaceSubrange(0..<2048, with: [UInt8](repeating: 0x5A, count: 2048))
    try folder.write(data)
    let (report, restored) = try repair()
    #expect(report.droppedCount == 0, "\(report.dropped)")
    #expect(report.notes.count == 1, "\(report.notes)")
    #expect(restored.acknowledged.isEmpty)
    #expect(try mended.count("floors") == 0)
    #expect(report.journal.scenes.map(\.commits) == [200])
  }

  @Test("what clients have acknowledged is kept, also where rows of an older version say it", arguments: [true, false])
  func acknowledgements(isOlder: Bool) throws {
    if isOlder {
      let file = Bundle.module.url(forResource: "Files/version-5", withExtension: "sqlite")
      try folder.write(try Data(contentsOf: try #require(file)))
    } else {
      let journal = try folder.begun()
      for client in ["one", "other"] {
        try journal.commit([.decided(try decided(client)), acknowledged(client)], nowMicros: afternoon)
      }
      try journal.close()
    }
    let (report, restored) = try repair()
    #expect(report.droppedCount == 0, "\(report.dropped)")
    #expect(try mended.count("floors") == 2)
    if !isOlder { #expect(restored.acknowledged.map(\.record.client) == ["one", "other"] && restored.decided.isEmpty) }
  }

  @Test("nothing that can be read, a target that is there and a journal in use are refused, and nothing is left behind")
  func refused() throws {
    do {
      let journal = try folder.fill(turns: 3)
      let used = #expect(throws: JournalError.self) {
        try JournalRepair.run(folder.journalFile, into: mended.journalFile)
      }
      #expect(used?.code == .locked && used?.message.contains("pid \(getpid())") == true)
      try journal.close()
    }
    try mended.write(Data("mine".utf8))
    let taken = #expect(throws: JournalError.self) {
      try JournalRepair.run(folder.journalFile, into: mended.journalFile)
    }
    #expect(taken?.message.contains("is there already") == true)
    #expect(try mended.bytes() == Data("mine".utf8))
    let diary = try TemporaryFolder()
    for (text, code) in [("this is my diary\n", .foreign), ("SQLite format 3\0", .corrupt), ("", .foreign)]
      as [(String, JournalError.Code)]
    {
      try diary.write(Data(String(repeating: text, count: 500).utf8))
      let error = #expect(throws: JournalError.self) {
        try JournalRepair.run(diary.journalFile, into: mended("new.sqlite"))
      }
      #expect(error?.code == code)
      #expect(error?.message.contains("way journal") == false, "it is a repair that says so: \(error?.message ?? "")")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: mended.path) == [Journal.fileName])
  }
}

extension CommitRecord {
  fileprivate var appeared: CommitRecord { CommitRecord(appearedIn: self) }
}
