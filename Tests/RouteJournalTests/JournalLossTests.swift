// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("Files that are taken away while they are in use", .offPool)
struct JournalLossTests {
  let folder: TemporaryFolder
  private let elsewhere: TemporaryFolder

  init() throws { (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder()) }

  enum Loss: CaseIterable {
    case allDeleted, fileDeleted, fileMoved, logDeleted, indexDeleted, emptied, logEmptied, logCut, exchanged
    case folderDeleted, folderMoved
  }

  private func lose(_ loss: Loss) throws {
    let (files, file) = (FileManager.default, folder.journalFile)
    switch loss {
    case .allDeleted: for suffix in ["", "-wal", "-shm", "-mark"] { try files.removeItem(atPath: file + suffix) }
    case .fileDeleted: try files.removeItem(atPath: file)
    case .fileMoved: try files.moveItem(atPath: file, toPath: file + ".old")
    case .logDeleted: try files.removeItem(atPath: file + "-wal")
    case .indexDeleted: try files.removeItem(atPath: file + "-shm")
    case .emptied: truncate(file, 0)
    case .logEmptied: truncate(file + "-wal", 0)
    case .logCut: truncate(file + "-wal", off_t(try folder.bytes(Journal.fileName + "-wal").count / 2))
    case .exchanged:
      try files.removeItem(atPath: file)
      try folder.write(Data())
    case .folderDeleted: try files.removeItem(atPath: folder.path)
    case .folderMoved: try files.moveItem(atPath: folder.path, toPath: elsewhere.path + "/moved")
    }
  }

  private func fill(_ journal: Journal) throws {
    _ = try journal.begin(nowMicros: afternoon)
    try journal.commit(
      [
        .commit(commit(1, "home", "list")), .decided(try decided("way-1")), .commit(commit(7, "speed", in: "cluster")),
        .worker(WorkerRecord("kiosk", uid: 1000, sensitive: ["login"]), isRegistered: true),
      ], nowMicros: afternoon)
  }

  @Test("a copy that an end has left before it took the place of a lost file goes with the next start")
  func leftCopy() throws {
    try folder.begun().close()
    for suffix in ["-new", "-new-wal"] { try folder.write(Data("left".utf8), Journal.fileName + suffix) }
    try folder.open().close()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains("-new") }, "\(names)")
  }

  @Test(
    "are missed by the next turn, at once and later, and all that stood is written to a new file",
    arguments: Loss.allCases, [0, second])
  func replaces(loss: Loss, later: Int64) throws {
    let journal = try folder.open()
    try fill(journal)
    try lose(loss)
    let ended = try decided("way-2", revision: 2)
    let turn: [JournalRecord] = [.commit(commit(2, "home", command: ended.outcome.id)), .decided(ended)]
    let error = try #require(throws: JournalError.self) { try journal.commit(turn, nowMicros: afternoon + later) }
    #expect(error.code == .inaccessible)
    #expect(error.message.contains("while waykeeperd had it open"), "\(error)")
    #expect(journal.gap == JournalGap(fromMicros: afternoon + later, error: error))

    try journal.recover(nowMicros: afternoon + 2 * second)
    #expect(journal.gap == nil)
    #expect(journal.statistics.gaps == 1)
    var status = stat()
    #expect(stat(folder.journalFile, &status) == 0 && status.st_mode & 0o777 == 0o600)
    try journal.commit([.commit(commit(3, "home", "map"))], nowMicros: afternoon + 3 * second)
    // What a kill -9 leaves now.
    let copy = try folder.copyOfNow()
    try FileManager.default.copyItem(atPath: folder.journalFile + "-mark", toPath: copy.journalFile + "-mark")
    let reopened = try copy.open()
    let restored = try reopened.begin(nowMicros: afternoon + 4 * second)
    #expect(reopened.warnings.isEmpty)
    #expect(restored.scenes.map(\.commit) == [commit(7, "speed", in: "cluster"), commit(3, "home", "map")])
    #expect(restored.workers == [WorkerRecord("kiosk", uid: 1000, sensitive: ["login"])])
    // Of an emptied file no more than what is in memory can be copied: earlier outcomes may be lost, and the gap says so.
    let ids = restored.decided.map(\.record.outcome.id.description)
    #expect(ids == ["way-1", "way-2"] || [.emptied, .logEmptied, .logCut].contains(loss) && ids == ["way-2"])
    #expect(FileManager.default.fileExists(atPath: folder.journalFile + "-lost") == (ids == ["way-2"]))
    #expect(restored.starts == 2)
  }

  @Test("are missed by the look from time to time too, once", arguments: Loss.allCases)
  func looks(loss: Loss) throws {
    let journal = try folder.open()
    try fill(journal)
    try journal.check(at: JournalTime(afternoon))
    try lose(loss)
    #expect(throws: JournalError.self) { try journal.check(at: JournalTime(afternoon)) }
    #expect(journal.gap != nil)
    #expect(throws: Never.self) { try journal.check(at: JournalTime(afternoon)) }
    try journal.recover(nowMicros: afternoon)
    try journal.check(at: JournalTime(afternoon))
  }

  @Test("a file that is damaged while it is in use is replaced by one with the present routes, and kept beside it")
  func damagedInUse() throws {
    let journal = try folder.begun()
    // More than SQLite keeps of it in memory.
    var revision: Revision = 0
    func commitMany(_ count: Revision) throws {
      for _ in 0..<count {
        revision += 1
        try journal.commit(
          [.commit(commit(revision, "home", "list")), .decided(try decided("way-\(revision)"))], nowMicros: afternoon)
      }
    }
    try commitMany(4000)
    while try journal.maintain(nowMicros: afternoon) {}
    truncate(folder.journalFile, off_t(try folder.bytes().count / 2))
    let error = try #require(throws: JournalError.self) { try commitMany(4000) }
    #expect(
      error.code == .corrupt && error.message.contains("what is left of it lies in journal.sqlite-lost"), "\(error)")
    try journal.recover(nowMicros: afternoon + second)
    #expect(journal.gap == nil)
    try journal.commit([.commit(commit(revision + 1, "home", "map"))], nowMicros: afternoon + second)
    let restored = try folder.copyOfNow().open().begin(nowMicros: afternoon + 2 * second)
    #expect(restored.scenes.map(\.commit) == [commit(revision + 1, "home", "map")])
    #expect(FileManager.default.fileExists(atPath: folder.journalFile + "-lost"))
    try journal.close()
  }

  @Test("a file that somebody put in their place is not written over")
  func foreignFile() throws {
    let journal = try folder.open()
    try fill(journal)
    try FileManager.default.removeItem(atPath: folder.journalFile)
    try folder.write(Data("somebody's".utf8))
    #expect(throws: JournalError.self) { try journal.commit([.commit(commit(2, "home"))], nowMicros: afternoon) }
    let error = try #require(throws: JournalError.self) { try journal.recover(nowMicros: afternoon) }
    #expect(error.message.contains("another file lies at"), "\(error)")
    #expect(try folder.bytes() == Data("somebody's".utf8))
    #expect(journal.gap != nil)
    try FileManager.default.removeItem(atPath: folder.journalFile)
    try journal.recover(nowMicros: afternoon + second)
    #expect(journal.gap == nil)
  }

  @Test("a replacement that fails half way goes on where it was, and loses nothing", arguments: [true, false])
  func failsHalfWay(isInPlace: Bool) throws {
    let journal = try folder.open()
    try fill(journal)
    try lose(.fileDeleted)
    #expect(throws: JournalError.self) { try journal.commit([.commit(commit(2, "home"))], nowMicros: afternoon) }
    // Either the mark cannot be opened once the new file is in its place, or the new file cannot get there.
    let obstacle = isInPlace ? folder.journalFile + "-mark" : folder.journalFile
    try? FileManager.default.removeItem(atPath: obstacle)
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    try Data().write(to: URL(filePath: obstacle + "/something"))
    for _ in 0..<2 {
      let error = try #require(throws: JournalError.self) { try journal.recover(nowMicros: afternoon) }
      #expect(journal.gap != nil, "\(error)")
    }
    try FileManager.default.removeItem(atPath: obstacle)
    try journal.recover(nowMicros: afternoon + second)
    #expect(journal.gap == nil)
    try journal.commit([.commit(commit(3, "home", "map"))], nowMicros: afternoon + second)
    let restored = try folder.copyOfNow().open().begin(nowMicros: afternoon + 2 * second)
    #expect(restored.scenes.map(\.commit) == [commit(7, "speed", in: "cluster"), commit(3, "home", "map")])
    #expect(restored.decided.map(\.record.outcome.id.description) == ["way-1"])
    try journal.close()
  }

  @Test("upkeep takes nothing away")
  func upkeep() throws {
    let journal = try folder.open()
    try fill(journal)
    for revision in 2...40 as ClosedRange<Revision> {
      try journal.commit([.commit(commit(revision, "home"))], nowMicros: afternoon)
      if revision.isMultiple(of: 5) { while try journal.maintain(nowMicros: afternoon) {} }
      try journal.check(at: JournalTime(afternoon))
    }
    #expect(journal.gap == nil)
  }

  @Test("upkeep does not hide that the log was cut short")
  func upkeepOfCutLog() throws {
    let journal = try folder.open(retention: Retention(ageMs: 1))
    try fill(journal)
    try lose(.logCut)
    while try journal.maintain(nowMicros: afternoon + 20 * minute) {}
    let error = try #require(throws: JournalError.self) {
      try journal.commit([.commit(commit(2, "home"))], nowMicros: afternoon + 20 * minute)
    }
    #expect(error.message.contains("-wal was cut short"), "\(error)")
  }

  @Test(
    "an end moves nothing of a log that was emptied or cut: the file keeps what it has, and the next start misses the rest",
    arguments: [(Loss.logEmptied, false), (.logEmptied, true), (.logCut, false)])
  func endsBesideSpoiledLog(loss: Loss, isWrittenOn: Bool) throws {
    do {
      let journal = try folder.begun()
      for revision in 1...40 as ClosedRange<Revision> {
        try journal.commit(
          [.commit(commit(revision, "home", "list")), .decided(try decided("way-\(revision)"))], nowMicros: afternoon)
      }
      try journal.close()
    }
    do {
      let journal = try folder.begun()
      for revision in 41...60 as ClosedRange<Revision> {
        try journal.commit([.commit(commit(revision, "home", "map"))], nowMicros: afternoon)
      }
      try lose(loss)
      // What a transaction does that was under way: it writes on behind a hole.
      if isWrittenOn {
        try journal.database.inDatabase { try $0.execute(sql: "UPDATE start SET starts = starts + 1") }
      }
      #expect(throws: JournalError.self) { try journal.commit([.commit(commit(61, "home"))], nowMicros: afternoon) }
      try journal.close()
    }
    let journal = try folder.open()
    let restored = try journal.begin(nowMicros: afternoon + second)
    #expect(journal.warnings.contains { $0.contains("has lost its end") }, "\(journal.warnings)")
    #expect(restored.decided.count == 40)
    #expect(restored.scenes.first.map { $0.commit.revision > 60 } == true, "revision 60 was given")
    try journal.close()
  }

  @Test("A lost file that cannot be copied for now is kept open, and copied later with all that it held")
  func copiedLater() throws {
    let journal = try folder.open()
    try fill(journal)
    try lose(.fileDeleted)
    // In the place of the copy.
    let obstacle = folder.journalFile + "-new"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    let ended = try decided("way-2", revision: 2)
    #expect(throws: JournalError.self) { try journal.commit([.decided(ended)], nowMicros: afternoon) }
    #expect(throws: JournalError.self) { try journal.recover(nowMicros: afternoon + second) }
    #expect(journal.gap != nil)
    #expect(!FileManager.default.fileExists(atPath: folder.journalFile))
    try FileManager.default.removeItem(atPath: obstacle)
    try journal.recover(nowMicros: afternoon + 2 * second)
    #expect(journal.gap == nil)
    let restored = try folder.copyOfNow().open().begin(nowMicros: afternoon + 3 * second)
    #expect(restored.decided.map(\.record.outcome.id.description) == ["way-1", "way-2"])
  }
}
