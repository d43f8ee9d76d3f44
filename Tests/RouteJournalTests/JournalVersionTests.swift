// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("The tables of a journal tell its version, where a bit of its header has changed", .offPool)
struct JournalVersionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func told() throws -> ClosedRange<Int>? {
    let database = try DatabaseQueue(path: folder.journalFile)
    defer { try? database.close() }
    return try database.inDatabase { try JournalSchema.versionsOfTables($0) }
  }

  @Test("each version is known by its tables, and is so when it is taken over", arguments: JournalSchema.versions)
  func versions(_ version: Int) throws {
    if version < JournalSchema.version {
      let file = Bundle.module.url(forResource: "Files/version-\(version)", withExtension: "sqlite")
      try folder.write(try Data(contentsOf: try #require(file)))
      // The step from 5 to 6 changed no column.
      #expect(try told() == (version == 5 || version == 6 ? 5...6 : version...version))
    }
    let journal = try folder.open()
    _ = try journal.begin(at: JournalTime(JournalMigrationTests.written + minute))
    try journal.close()
    #expect(try told() == JournalSchema.version...JournalSchema.version)
  }

  @Test(
    "tables that are not exactly a journal's tell none",
    arguments: [
      "CREATE TABLE diary (day TEXT)", "DROP TABLE gaps", "ALTER TABLE workers ADD COLUMN later TEXT",
      "ALTER TABLE commits RENAME COLUMN seq TO number",
    ])
  func others(_ sql: String) throws {
    try folder.fill(turns: 1).close()
    try folder.change(sql)
    #expect(try told() == nil)
  }

  @Test(
    "it is damaged then, an examination says why, and a repair keeps all of it; nil stands for another program",
    arguments: [0, -9, 1, 2, 3, 4, 5, 6, 15, 7 | 1 << 30, nil] as [Int?])
  func mended(_ version: Int?) throws {
    try folder.fill(turns: 20).close()
    try folder.change(
      version.map { "PRAGMA user_version = \($0)" } ?? "PRAGMA application_id = 7; PRAGMA user_version = 9")
    let header = version.map { "its header says version \($0)" } ?? "its header names another program"
    let problem = "\(header), its tables are those of version 7"
    let before = try folder.bytes()
    let unsound = #expect(throws: JournalError.self) {
      try JournalCopy(file: folder.journalFile, isSound: false)
    }
    #expect(unsound?.code == .corrupt && unsound?.problem.contains("(\(problem))") == true)
    let target = try TemporaryFolder()
    let report = try JournalRepair.run(folder.journalFile, into: target.journalFile)
    #expect(report.notes == ["\(problem): the header was set right"])
    #expect(report.journal.isSound && report.droppedCount == 0, "\(report.journal.faults) \(report.dropped)")
    #expect(report.journal.scenes.map(\.revisions) == [1...40, 1...20] && report.journal.commands == 40)
    let restored = try target.open().begin(nowMicros: afternoon + minute)
    #expect(restored.workers == [WorkerRecord("kiosk", uid: 1000)])
    let refused = #expect(throws: JournalError.self) { try folder.open() }
    #expect(refused?.code == .corrupt)
    #expect(try folder.bytes() == before)
  }

  @Test("of a journal of an older version the header is set right as well")
  func older() throws {
    let file = Bundle.module.url(forResource: "Files/version-4", withExtension: "sqlite")
    try folder.write(try Data(contentsOf: try #require(file)))
    try folder.change("PRAGMA user_version = \(4 | 1 << 20)")
    let target = try TemporaryFolder()
    let report = try JournalRepair.run(folder.journalFile, into: target.journalFile)
    #expect(report.notes.first?.hasSuffix("its tables are those of version 4: the header was set right") == true)
    #expect(report.journal.scenes.map(\.commits) == [1, 6] && report.journal.commands == 4)
  }
}
