// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("A repair takes from the write-ahead log what it has, whatever became of the file", .offPool)
struct RepairLogTests {
  let folder: TemporaryFolder
  private let mended: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    mended = try TemporaryFolder()
  }

  private func repair(_ copy: TemporaryFolder) throws -> RepairReport {
    let report = try JournalRepair.run(copy.journalFile, into: mended.journalFile)
    #expect(report.journal.isSound, "\(report.journal.faults)")
    return report
  }

  /// The pages that the log of a journal has.
  private func pages(inLogOf copy: TemporaryFolder) throws -> Set<Int> {
    let log = Array(try copy.bytes(Journal.fileName + "-wal"))
    // Each lies behind 24 octets of its own, all of them behind 32 (SQLite's file format, section 4).
    return Set(stride(from: 32, to: log.count, by: 24 + JournalFile.pageBytes).map { log.number(at: $0, octets: 4) })
  }

  /// Overwrites octets at the beginning of a journal.
  private func soil(_ copy: TemporaryFolder, _ count: Int) throws {
    var data = try copy.bytes()
    data.replaceSubrange(0..<count, with: [UInt8](repeating: 0x5A, count: count))
    try copy.write(data)
  }

  /// A journal of 50 turns that was closed, and changed since: the change lies in the log alone.
  private func changed(_ sql: String) throws -> TemporaryFolder {
    try folder.fill(turns: 50).close()
    let database = try DatabaseQueue(path: folder.journalFile)
    try database.inDatabase { try $0.execute(sql: sql) }
    let copy = try folder.copyOfNow()
    try database.close()
    return copy
  }

  @Test("behind a lost first page a log that has not that page is read", arguments: [16, 100, 2048])
  func keepsLog(lost: Int) throws {
    let copy = try changed("UPDATE commits SET next_id = 4711 WHERE scene = 'second' AND revision = 50")
    let logged = try pages(inLogOf: copy)
    try #require(!logged.isEmpty && !logged.contains(1))
    try soil(copy, lost)
    let report = try repair(copy)
    #expect(report.journal.scenes.map(\.commits) == [100, 50] && report.droppedCount == 0, "\(report.dropped)")
    #expect(!report.notes.contains { $0.contains("was left out") }, "\(report.notes)")
    let next = try DatabaseQueue(path: mended.journalFile).inDatabase {
      try Int64.fetchOne($0, sql: "SELECT next_id FROM commits WHERE scene = 'second' AND revision = 50")
    }
    #expect(next == 4711)
  }

  @Test("beside an emptied file the log gives all that it has")
  func emptied() throws {
    let journal = try folder.fill(turns: 20)
    let copy = try folder.copyOfNow()
    try journal.close()
    try copy.write(Data())
    let report = try repair(copy)
    #expect(report.notes.contains("it is empty; what its write-ahead log has took its place"), "\(report.notes)")
    #expect(report.journal.scenes.map(\.commits) == [40, 20] && report.journal.commands == 40)
    #expect(try copy.bytes().isEmpty)
  }

  @Test("a first page that the log alone has is used and told, and no start goes on with it")
  func firstPageInLog() throws {
    try folder.fill(turns: 20).close()
    let journal = try folder.open()
    _ = try journal.begin(nowMicros: afternoon + minute)
    for turn in 21...60 as ClosedRange<UInt64> {
      let main = CommitRecord(main: turn)
      try journal.commit(
        [.commit(main), .commit(CommitRecord(appearedIn: main))], nowMicros: afternoon + minute)
    }
    let copy = try folder.copyOfNow()
    try journal.close()
    try #require(pages(inLogOf: copy).contains(1))
    try soil(copy, 100)
    let refused = #expect(throws: JournalError.self) { try copy.open() }
    let unread = #expect(throws: JournalError.self) { try JournalCopy(file: copy.journalFile) }
    for error in [refused, unread] {
      #expect(error?.code == .corrupt && error?.message.contains("(its first page is lost)") == true)
    }
    let report = try repair(copy)
    #expect(report.notes == ["its first page is lost; what its write-ahead log has took its place"])
    #expect(report.journal.scenes.map(\.commits) == [120, 20])
  }

  @Test("a page that the file has not and the log has is not missing")
  func cutFile() throws {
    let copy = try changed(
      """
      UPDATE commits SET at = at + 1;
      UPDATE outcomes SET at = at + 1, sequence = sequence + 1000000;
      UPDATE outcomes SET sequence = sequence - 1000000;
      """)
    let data = try copy.bytes()
    try #require(pages(inLogOf: copy).contains(data.count / JournalFile.pageBytes))
    try copy.write(data.dropLast(JournalFile.pageBytes))
    let report = try repair(copy)
    #expect(report.notes.isEmpty && report.droppedCount == 0, "\(report.notes) \(report.dropped)")
    #expect(report.journal.scenes.map(\.commits) == [100, 50] && report.journal.commands == 100)
  }
}
