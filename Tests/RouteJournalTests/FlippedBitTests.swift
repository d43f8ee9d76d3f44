// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("A flipped bit in a row costs a repair that row, and no other", .offPool)
struct FlippedBitTests: RepairSuite {
  let folder: TemporaryFolder
  let mended: TemporaryFolder

  init() throws { (folder, mended) = try (TemporaryFolder(), TemporaryFolder()) }

  private func row(of scene: String, _ revision: Int) throws -> Int64 {
    let row = try DatabaseQueue(path: folder.journalFile).inDatabase {
      try Int64.fetchOne(
        $0, sql: "SELECT seq FROM commits WHERE scene = ? AND revision = ?", arguments: [scene, revision])
    }
    return try #require(row)
  }

  @Test(
    "a commit that has a higher revision by it goes, and one that has that revision stays",
    arguments: [("second", 36, 100), ("main", 72, 200), ("second", 37, 101), ("main", 72, 88)])
  func raised(scene: String, revision: Int, to other: Int) throws {
    try folder.fill(turns: 100).close()
    let row = try row(of: scene, revision)
    try folder.change("UPDATE commits SET revision = \(other) WHERE seq = \(row)")
    let report = try repair()
    #expect(report.dropped.map(\.row) == ["\(row)"], "\(report.dropped)")
    #expect(report.journal.scenes.map(\.revisions) == [1...200, 1...100])
    #expect(report.journal.scenes.map(\.commits).reduce(0, +) == 299)
    #expect(report.addedGaps == 1)
  }

  @Test(
    "the newest commit that has the revision of an older one by it goes, and its own is not given again",
    arguments: [("second", 100, 36), ("main", 200, 72)])
  func lowered(scene: String, revision: Int, to other: Int) throws {
    try folder.fill(turns: 100).close()
    let row = try row(of: scene, revision)
    try folder.change("UPDATE commits SET revision = \(other) WHERE seq = \(row)")
    let report = try repair()
    #expect(report.dropped.map(\.row) == ["\(row)"], "\(report.dropped)")
    let changed = try #require(report.journal.scenes.first { $0.name.rawValue == scene })
    #expect(changed.revisions.upperBound > revision)
    #expect(report.journal.scenes.map(\.commits).reduce(0, +) == 299)
  }

  @Test(
    "a commit that has another scene by it goes where that leaves no number for a gap",
    arguments: [35, 36] as [Revision])
  func scene(revision: Revision) throws {
    try folder.fill(turns: 40).close()
    try folder.change("UPDATE commits SET scene = 'iain' WHERE scene = 'main' AND revision = \(revision)")
    let report = try repair()
    #expect(report.dropped.map(\.scene) == ["iain"] && report.dropped.map(\.revision) == [revision])
    #expect(report.journal.scenes.map(\.name) == ["main", "second"])
    #expect(report.journal.scenes.map(\.commits) == [79, 40] && report.addedGaps == 1)
    #expect(report.journal.scenes[0].holes.map(\.revisions) == [revision...revision])
  }

  @Test("two commits of one revision are told apart behind many that do not fit, too")
  func pairBehindMany() throws {
    try folder.fill(turns: 220).close()
    try folder.change(
      """
      UPDATE commits SET major_revision = revision + 1
      WHERE scene = 'main' AND (revision % 2 = 0 AND revision <= 400 OR revision = 415);
      UPDATE commits SET revision = 406 WHERE scene = 'main' AND revision = 402;
      """)
    let report = try repair()
    #expect(report.journal.isSound, "\(report.journal.faults)")
    #expect(report.journal.scenes.first?.revisions.upperBound == 440)
    #expect(report.droppedCount > 200)
  }

  @Test("of two floors of one client the later is kept, and the other is told")
  func twoFloors() throws {
    do {
      let journal = try folder.begun()
      try journal.commit([.decided(try decided("way-1")), try acknowledged("way-1")], nowMicros: afternoon)
      try journal.close()
    }
    // Without the index that keeps them apart.
    try folder.change(
      """
      ALTER TABLE floors RENAME TO former;
      CREATE TABLE floors AS SELECT * FROM former;
      DROP TABLE former;
      INSERT INTO floors SELECT seq + 1000, at, client, sequence + 1, boot, up, owner FROM floors;
      """)
    let report = try repair()
    #expect(report.droppedCount == 1 && report.dropped.first?.table == "floors", "\(report.dropped)")
    #expect(report.dropped.first?.problem.hasSuffix("is of the same client, and later") == true)
    let kept = try DatabaseQueue(path: mended.journalFile).inDatabase {
      try Int64.fetchAll($0, sql: "SELECT seq FROM floors")
    }
    #expect(kept.count == 1 && kept.allSatisfy { $0 > 1000 }, "\(kept)")
  }

  @Test("in the sign at the beginning of a file it costs nothing, in a journal of any version", arguments: 1...6)
  func sign(version: Int) throws {
    let file = Bundle.module.url(forResource: "Files/version-\(version)", withExtension: "sqlite")
    var data = try Data(contentsOf: try #require(file))
    try folder.write(data)
    let whole = try JournalRepair.run(folder.journalFile, into: mended("whole.sqlite"))
    data[5] ^= 0x10
    try folder.write(data)
    let report = try repair()
    #expect(report.notes == ["the sign at its beginning was damaged, and was set right"] + whole.notes)
    #expect(report.droppedCount == whole.droppedCount, "\(report.dropped)")
    #expect(report.journal.scenes.map(\.commits) == whole.journal.scenes.map(\.commits))
    #expect(report.journal.commands == whole.journal.commands)
  }

  @Test("a small journal of an older version has its rows behind a lost first page too", arguments: 1...3)
  func firstPage(version: Int) throws {
    let file = Bundle.module.url(forResource: "Files/version-\(version)", withExtension: "sqlite")
    var data = try Data(contentsOf: try #require(file))
    try folder.write(data)
    let whole = try JournalRepair.run(folder.journalFile, into: mended("whole.sqlite"))
    data.replaceSubrange(0..<100, with: [UInt8](repeating: 0x5A, count: 100))
    try folder.write(data)
    let report = try repair()
    #expect(report.notes.contains { $0.hasPrefix("its first page was lost") }, "\(report.notes)")
    #expect(report.journal.scenes.map(\.commits) == whole.journal.scenes.map(\.commits))
    #expect(report.journal.commands == whole.journal.commands)
  }
}
