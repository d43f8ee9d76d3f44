// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteJournal
import RouteModel
import TestSupport
import Testing
import TestTraits

@Suite("When the disk fails at run time", .offPool)
struct JournalGapTests {
  @Test(
    "a full disk is told, the route goes on in memory, and everything is caught up when there is room again",
    .enabled(if: SmallDisk.canBeMade, "a small disk can be made by root alone"))
  func fullDisk() throws {
    let disk = try SmallDisk()
    let journal = try disk.folder.open()
    _ = try journal.begin(nowMicros: afternoon)
    try journal.commit(
      [.commit(commit(1, "home")), .worker(WorkerRecord("kiosk"), isRegistered: true)], nowMicros: afternoon)
    try disk.fill()

    let error = try #require(throws: JournalError.self) {
      for revision in 2...10_000 as ClosedRange<Revision> {
        try journal.commit([.commit(commit(revision, "home", "list"))], nowMicros: afternoon)
      }
    }
    #expect(error.code == .full)
    let gap = try #require(journal.gap)
    #expect(gap == JournalGap(fromMicros: afternoon, error: error))

    var ended = try decided("way-1", revision: 20_001)
    ended.outcome.durable = false
    #expect(throws: error) {
      try journal.commit(
        [
          .commit(commit(20_000, "home")), .commit(commit(20_001, "home", "map")),
          .commit(commit(1, "speed", in: "cluster")), .worker(WorkerRecord("kiosk"), isRegistered: false),
          .worker(WorkerRecord("exhibits"), isRegistered: true), .decided(ended),
        ], nowMicros: afternoon + second)
    }
    #expect(throws: error) { try journal.recover(nowMicros: afternoon + 2 * second) }
    #expect(journal.gap == gap)

    try disk.makeRoom()
    try journal.recover(nowMicros: afternoon + minute)
    #expect(journal.gap == nil)
    #expect(journal.statistics.gaps == 1)
    try journal.commit([.commit(commit(2, "speed", in: "cluster"))], nowMicros: afternoon + minute)

    let restored = try disk.folder.copyOfNow().open().begin(nowMicros: afternoon + minute)
    #expect(
      restored.scenes.map(\.commit) == [commit(2, "speed", in: "cluster"), commit(20_001, "home", "map")])
    #expect(restored.decided.map(\.record) == [ended])
    #expect(restored.workers.map(\.name) == ["exhibits"])
  }

  @Test("after an end in a gap nothing that was told in it is given again, and the loss is told")
  func endInGap() throws {
    let folder = try TemporaryFolder()
    let journal = try folder.open()
    _ = try journal.begin(nowMicros: afternoon)
    try journal.commit([.commit(commit(1, "home", nextID: 10))], nowMicros: afternoon)
    try FileManager.default.moveItem(atPath: folder.journalFile, toPath: folder.journalFile + ".away")
    for revision in 2...40 as ClosedRange<Revision> {
      let records = [JournalRecord.commit(commit(revision, "home", "list", nextID: 10 + revision))]
      #expect(throws: JournalError.self) { try journal.commit(records, nowMicros: afternoon + second) }
      journal.markGap(of: records)
    }
    try FileManager.default.moveItem(atPath: folder.journalFile + ".away", toPath: folder.journalFile)
    let left = try folder.copyOfNow()
    try FileManager.default.copyItem(atPath: folder.journalFile + "-mark", toPath: left.journalFile + "-mark")
    let next = try left.open()
    let restored = try next.begin(nowMicros: afternoon + minute)
    #expect(next.warnings.count == 1 && next.statistics.gaps == 1)
    let main = try #require(restored.scenes.first?.commit)
    #expect(main.revision > 40 && main.majorRevision == main.revision && main.nextID >= 50)
    // Where the gap is closed, nothing is missing.
    try journal.recover(nowMicros: afternoon + minute)
    let mended = try folder.copyOfNow()
    try FileManager.default.copyItem(atPath: folder.journalFile + "-mark", toPath: mended.journalFile + "-mark")
    let again = try mended.open()
    #expect(try again.begin(nowMicros: afternoon + 2 * minute).scenes.map(\.commit.revision) == [40])
    #expect(again.warnings.isEmpty)
  }

  @Test("what was decided in a gap has its own time in the history, and not that of its end")
  func ownTimes() throws {
    let folder = try TemporaryFolder()
    let journal = try folder.begun()
    try journal.commit([.commit(commit(1, "home"))], nowMicros: afternoon)
    try FileManager.default.moveItem(atPath: folder.journalFile, toPath: folder.journalFile + ".away")
    let revisions: [(Revision, SceneName, Int64)] = [(2, "main", 1), (3, "main", 2), (1, "cluster", 3)]
    for (revision, scene, seconds) in revisions {
      let records: [JournalRecord] = [
        .commit(commit(revision, "home", "list", in: scene)),
        .decided(try decided("way-\(seconds)", scene: scene, revision: revision)),
      ]
      #expect(throws: JournalError.self) { try journal.commit(records, nowMicros: afternoon + seconds * second) }
    }
    try FileManager.default.moveItem(atPath: folder.journalFile + ".away", toPath: folder.journalFile)
    try journal.recover(nowMicros: afternoon + minute)
    try journal.commit([.decided(try decided("way-4", revision: 3))], nowMicros: afternoon + 2 * minute)
    func times(_ report: Report) -> [Int64] {
      report.objects.compactMap {
        if case .json(let object) = $0, case .integer(let at)? = object["at"] { at } else { nil }
      }
    }
    #expect(
      times(try journal.history()) == [
        afternoon + 2 * minute, afternoon + 3 * second, afternoon + 2 * second, afternoon + second,
      ])
    // The last commit of each scene is kept, and the first one of the gap was in the file that was away.
    let commits = times(try journal.past(Inspect(.commits)))
    #expect(commits == [afternoon + 3 * second, afternoon + 2 * second, afternoon + second, afternoon])
    var past = Inspect.Past()
    past.to = afternoon + 2 * second
    #expect(times(try journal.history(past)) == [afternoon + 2 * second, afternoon + second])
  }

  @Test(
    "a full disk at the start is refused",
    .enabled(if: SmallDisk.canBeMade, "a small disk can be made by root alone"))
  func fullDiskAtStart() throws {
    let disk = try SmallDisk()
    try disk.fill()
    let error = try #require(throws: JournalError.self) { try disk.folder.open().begin(nowMicros: afternoon) }
    #expect(error.code == .full)
  }

  @Test("without a gap there is nothing to recover")
  func nothingToRecover() throws {
    let folder = try TemporaryFolder()
    let journal = try folder.open()
    _ = try journal.begin(nowMicros: afternoon)
    try journal.recover(nowMicros: afternoon)
    #expect(journal.statistics.gaps == 0)
  }
}
