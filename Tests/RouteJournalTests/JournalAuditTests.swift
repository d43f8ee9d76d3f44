// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("An examination finds what is wrong with a journal, and nothing in a sound one", .offPool)
struct JournalAuditTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func report() throws -> JournalReport {
    try JournalCopy(file: folder.journalFile, isSound: false).audit()
  }

  /// Changes the file as a person with sqlite3 would.
  private func change(_ sql: String) throws { try folder.change(sql) }

  @Test(
    "a journal of several scenes with minor commits, open commands and workers is sound, beside who writes it and after"
  )
  func sound() throws {
    let journal = try folder.fill(turns: 30)
    for report in try [
      report(),
      {
        try journal.close(); return try self.report()
      }(),
    ] {
      #expect(report.isSound, "\(report.faults)")
      #expect(report.scenes.map(\.name) == ["main", "second"])
      #expect(report.scenes.map(\.revisions) == [1...60, 1...30])
      #expect(report.scenes.map(\.commits) == [60, 30])
      #expect(report.commands == 60 && report.openCommands == 0 && report.version == JournalSchema.version)
    }
  }

  /// What is done to a journal, and words of the fault that must be found.
  static let damages: [(sql: String, words: String)] = [
    ("DELETE FROM commits WHERE scene = 'main' AND revision IN (7, 8)", "revisions 7 to 8 are missing"),
    ("UPDATE commits SET route = replace(route, 'list', 'lost') WHERE scene = 'main' AND revision = 9", "@1 list"),
    ("UPDATE commits SET route = '[]' WHERE scene = 'main' AND revision = 9", "route cannot stand"),
    ("UPDATE commits SET route = 'gone' WHERE scene = 'main' AND revision = 9", "route"),
    ("UPDATE commits SET cause = '{}' WHERE scene = 'second' AND revision = 3", "cause"),
    ("UPDATE commits SET next_id = 1 WHERE scene = 'second' AND revision = 3", "next_id is 1"),
    ("UPDATE commits SET epoch = epoch + 1 WHERE scene = 'second' AND revision = 3", "epochs only grow"),
    ("UPDATE commits SET major_revision = 2 WHERE scene = 'main' AND revision = 10", "newest major revision"),
    ("UPDATE commits SET minor = 1 WHERE scene = 'second' AND revision = 4", "it is minor"),
    ("UPDATE outcomes SET outcome = replace(outcome, 'exhibit', 'exhibid') WHERE seq = 3", "has another path"),
    ("UPDATE outcomes SET outcome = 'no' WHERE seq = 3", "outcome"),
    ("UPDATE outcomes SET sequence = 77 WHERE seq = 3", "is that of"),
    ("UPDATE workers SET uid = -1", "uid is -1"),
    ("DELETE FROM start", "no start was ever written"),
    ("DELETE FROM commits WHERE scene = 'main' AND revision > 50", "whose newest commit here is 50"),
  ]

  @Test("each damage is found, with its place, and nothing else is", arguments: damages.indices)
  func damaged(_ index: Int) throws {
    let (sql, words) = Self.damages[index]
    try folder.fill(turns: 30).close()
    try change(sql)
    let report = try report()
    #expect(!report.isSound)
    #expect(report.faults.contains { $0.problem.contains(words) }, "\(report.faults)")
    #expect(report.faults.allSatisfy { $0.table == nil || $0.row != nil || $0.table == "start" })
    #expect(report.scenes.count == 2 || sql.hasPrefix("DELETE FROM commits"))
  }

  @Test("an id that an earlier element had is found, many revisions later")
  func idAgain() throws {
    try folder.fill(turns: 5).close()
    // @1 was the list of the first commits, and @40 stands there since.
    try change(
      #"UPDATE commits SET route = replace(route, '"id":40,', '"id":3,') WHERE scene = 'second' AND revision = 5"#)
    try change("UPDATE outcomes SET outcome = replace(outcome, '\"id\":40,', '\"id\":3,')")
    let faults = try report().faults
    #expect(
      faults.contains { $0.revision == 5 && $0.problem.contains("with an id that an earlier element had") }, "\(faults)"
    )
  }

  @Test("revisions that could not be written are told with the reason, and are no fault")
  func gap() throws {
    let journal = try folder.fill(turns: 3)
    let record = CommitRecord(second: 9)
    try FileManager.default.moveItem(atPath: folder.journalFile, toPath: folder("elsewhere"))
    #expect(throws: JournalError.self) { try journal.commit([.commit(record)], nowMicros: afternoon + second) }
    try journal.recover(nowMicros: afternoon + 2 * second)
    try journal.close()
    let report = try report()
    #expect(report.isSound, "\(report.faults)")
    let hole = try #require(report.scenes.last?.holes.first)
    #expect(hole.revisions == 4...8 && hole.reason.contains("moved or deleted"))
  }

  @Test("a lost end is found by the mark beside the journal; after the next start it is told and no fault")
  func lostEnd() throws {
    try folder.fill(turns: 3).close()
    let early = try folder.bytes()
    do {
      let journal = try folder.open()
      _ = try journal.begin(nowMicros: afternoon + minute)
      try journal.commit([.commit(CommitRecord(second: 4))], nowMicros: afternoon + minute)
      try journal.close()
    }
    try folder.write(early)
    let lost = try report()
    #expect(lost.faults.map(\.problem).contains { $0.contains("its end is lost") }, "\(lost.faults)")
    let next = try folder.open()
    _ = try next.begin(nowMicros: afternoon + 2 * minute)
    let found = try report()
    #expect(found.isSound, "\(found.faults)")
    #expect(found.gaps == 1 && found.scenes.last?.holes.count == 1)
    try next.close()
  }

  /// Has a journal go on for a while without its file, with this commit.
  private func makeGap(_ journal: Journal, with record: CommitRecord, at micros: Int64) throws {
    try FileManager.default.moveItem(atPath: folder.journalFile, toPath: folder("elsewhere"))
    #expect(throws: JournalError.self) { try journal.commit([.commit(record)], nowMicros: micros) }
    try journal.recover(nowMicros: micros + second)
    try FileManager.default.removeItem(atPath: folder("elsewhere"))
  }

  /// Has the journal lose a commit that its mark has seen, and begins it.
  private func loseEnd(_ record: CommitRecord, at micros: Int64) throws -> Journal {
    let early = try folder.bytes()
    do {
      let journal = try folder.open()
      _ = try journal.begin(nowMicros: micros)
      try journal.commit([.commit(record)], nowMicros: micros)
      try journal.close()
    }
    try folder.write(early)
    let next = try folder.open()
    _ = try next.begin(nowMicros: micros + second)
    #expect(next.warnings.count == 1)
    return next
  }

  @Test("of a lost end and a later gap, with no commit between them, each explains the hole that it made")
  func gapBehindLostEnd() throws {
    try folder.fill(turns: 3).close()
    let journal = try loseEnd(CommitRecord(second: 4), at: afternoon + minute)
    try makeGap(journal, with: CommitRecord(second: 400), at: afternoon + 2 * minute)
    try journal.close()
    let report = try report()
    #expect(report.isSound && report.gaps == 2, "\(report.faults)")
    let holes = try #require(report.scenes.last?.holes)
    #expect(holes.map { $0.reason.contains("has lost its end") } == [true, false], "\(holes)")
    #expect(holes.map { $0.reason.contains("moved or deleted") } == [false, true], "\(holes)")
  }

  @Test("a hole between a gap in front of its commit and a lost end behind it is explained by both")
  func lostEndBehindGap() throws {
    do {
      let journal = try folder.fill(turns: 3)
      try makeGap(journal, with: CommitRecord(second: 9), at: afternoon + minute)
      try journal.close()
    }
    try loseEnd(CommitRecord(second: 400), at: afternoon + 2 * minute).close()
    let report = try report()
    #expect(report.isSound && report.gaps == 2, "\(report.faults)")
    let reasons = try #require(report.scenes.last?.holes.map(\.reason))
    #expect(reasons.count == 1 && reasons[0].contains("moved or deleted"), "\(reasons)")
    #expect(reasons.first?.contains("; and the journal \(folder.journalFile) has lost its end") == true, "\(reasons)")
  }

  @Test("damaged pages and a file cut short are found, and what can be read is told")
  func pages() throws {
    try folder.fill(turns: 200).close()
    let whole = try folder.bytes()
    var data = whole
    for page in stride(from: 12, to: data.count / 4096, by: 9) {
      data.replaceSubrange(page * 4096..<(page + 1) * 4096, with: [UInt8](repeating: 0xA5, count: 4096))
    }
    try folder.write(data)
    let report = try report()
    #expect(report.faults.contains { $0.problem.hasPrefix("SQLite: ") }, "\(report.faults)")
    #expect(!report.scenes.isEmpty, "\(report.faults)")
    #expect(!report.faults.contains { $0.problem.contains("temp.") }, "\(report.faults)")
    #expect(throws: JournalError.self) { try JournalCopy(file: folder.journalFile) }
    try folder.write(whole.prefix(whole.count / 2))
    let error = #expect(throws: JournalError.self) { try self.report() }
    #expect(error?.code == .corrupt && error?.message.contains("way journal repair FILE -o NEW") == true)
  }

  @Test(
    "what is no journal is said to be none, without advice for a coordinator", arguments: ["this is my diary\n", ""])
  func foreign(text: String) throws {
    try folder.write(Data(String(repeating: text, count: 100).utf8))
    let error = #expect(throws: JournalError.self) { try self.report() }
    let message = try #require(error?.message)
    #expect(!message.contains("move it away") && !message.contains("restore"), "\(message)")
    #expect(error?.code == .foreign)
    #expect(
      message.hasSuffix(
        "is no journal (\(text.isEmpty ? "it is empty" : "it is no SQLite database")); "
          + "name a journal.sqlite, or a copy of one"))
  }

  @Test("another program's database, and a journal of a later version, are told apart, with what to do")
  func otherVersion() throws {
    try folder.fill(turns: 3).close()
    try change("PRAGMA user_version = 9")
    let later = #expect(throws: JournalError.self) { try self.report() }
    #expect(
      later?.message.hasSuffix(
        "is of version 9, this `way` reads up to version \(JournalSchema.version); take the `way` of the waykeeperd that wrote it"
      ) == true)
    try change("CREATE TABLE diary (day TEXT); PRAGMA application_id = 7")
    let other = #expect(throws: JournalError.self) { try self.report() }
    #expect(
      other?.message.hasSuffix(
        "is an SQLite database of another program, and no journal; name a journal.sqlite, or a copy of one") == true)
    #expect(later?.code == .otherVersion && other?.code == .otherVersion)
    let place = #expect(throws: JournalError.self) { try JournalCopy(file: folder.path) }
    #expect(place?.message.hasSuffix("is a folder; name a file in it, such as \(folder.path)/journal.sqlite") == true)
  }

  @Test("a journal whose first page is lost is a damaged one, and what SQLite says of damage is one line")
  func oneLine() throws {
    try folder.fill(turns: 200).close()
    let whole = try folder.bytes()
    var data = whole
    data.replaceSubrange(0..<4096, with: [UInt8](repeating: 0x5A, count: 4096))
    try folder.write(data)
    let lost = #expect(throws: JournalError.self) { try self.report() }
    #expect(lost?.code == .corrupt && lost?.message.contains("(its first page is lost)") == true)
    data = whole
    for page in stride(from: 12, to: data.count / 4096, by: 9) {
      data.replaceSubrange(page * 4096..<(page + 1) * 4096, with: [UInt8](repeating: 0xA5, count: 4096))
    }
    try folder.write(data)
    let damaged = #expect(throws: JournalError.self) { try JournalCopy(file: folder.journalFile) }
    let message = try #require(damaged?.message)
    #expect(message.contains("is damaged (") && !message.contains("\n") && !message.contains("***"), "\(message)")
    #expect(try report().faults.allSatisfy { !$0.problem.contains("\n") })
  }

  @Test("of a journal that was cut short it is told how much is missing")
  func cutShort() throws {
    try folder.fill(turns: 200).close()
    let whole = try folder.bytes()
    try folder.write(whole.prefix(whole.count / 2))
    let error = try #require(throws: JournalError.self) { try self.report() }
    let report = JournalReport(of: folder.journalFile, error)
    #expect(report.faults.map(\.problem).last == "its last \(whole.count - whole.count / 2) bytes are missing")
    #expect(report.bytes == whole.count / 2 && !report.isSound)
  }

  @Test("a journal of version 1 is examined as it is")
  func versionOne() throws {
    let name = try #require(Bundle.module.url(forResource: "Files/version-1", withExtension: "sqlite"))
    let report = try JournalCopy(file: name.path, isSound: false).audit()
    #expect(report.isSound, "\(report.faults)")
    #expect(report.version == 1 && !report.scenes.isEmpty)
  }

  @Test(
    "of an older version a worker is found that the start refuses",
    arguments: [
      (1, "name = 'no name'"), (2, "sensitive = 'nonsense'"), (3, #"on_death = '{"pin":"nonsense"}'"#),
      (4, #"on_death = '{"pin":"nonsense"}'"#), (5, #"on_death = '{"pin":"nonsense"}'"#),
      (6, #"on_death = '{"pin":"nonsense"}'"#),
    ])
  func olderWorkers(version: Int, change: String) throws {
    try folder.write(try JournalMigrationTests.file(of: version))
    #expect(try report().isSound)
    try self.change("UPDATE workers SET \(change)")
    let faults = try report().faults
    #expect(faults.map(\.table) == ["workers"], "\(faults)")
    let later = JournalTime(JournalMigrationTests.written + minute)
    let refused = #expect(throws: JournalError.self) { try folder.open().begin(at: later) }
    #expect(refused?.code == .corrupt)
  }

  @Test("an end that the mark alone has is not lost while a coordinator has the journal open")
  func unwrittenEnd() throws {
    try folder.fill(turns: 3).close()
    var mark = try Watermark(of: folder.journalFile)
    try mark.write(Watermark.Level(epoch: 1, seq: 1000), nil, .synced)
    let lock = try FolderLock(folder: folder.path)
    let held = try report()
    #expect(held.holder == "pid \(getpid())")
    let problems = held.faults.map(\.problem)
    #expect(problems.contains { $0.hasPrefix("its end is not written: the waykeeperd that runs (pid") }, "\(problems)")
    let copy = folder.path + "/copy.sqlite"
    for suffix in ["", "-mark"] {
      try FileManager.default.copyItem(atPath: folder.journalFile + suffix, toPath: copy + suffix)
    }
    let other = try JournalCopy(file: copy, isSound: false).audit()
    #expect(other.holder == nil)
    #expect(other.faults.contains { $0.problem.hasPrefix("its end is lost") }, "\(other.faults)")
    extendLifetime(lock)
  }

  @Test("of an older version a lost end is found that the start tells", arguments: JournalSchema.versions.dropLast())
  func olderLostEnd(version: Int) throws {
    try folder.write(try JournalMigrationTests.file(of: version))
    var mark = try Watermark(of: folder.journalFile)
    try mark.write(Watermark.Level(epoch: 1, seq: 24), nil, .synced)
    let lost = "the newest \(version < 5 ? 13 : 10) rows or more"
    #expect(try report().faults.map(\.problem) == ["its end is lost: the mark beside it has seen \(lost)"])
    let journal = try folder.open()
    _ = try journal.begin(at: JournalTime(JournalMigrationTests.written + minute))
    #expect(journal.warnings.map { $0.contains(lost) } == [true])
  }

  @Test("a damaged page of a commit is told of the commit, and all commands are examined")
  func overflowPage() throws {
    let journal = try folder.fill(turns: 5)
    for turn in 6...7 as ClosedRange<Revision> {
      var commit = CommitRecord(second: turn)
      let text = String(repeating: "z", count: turn == 6 ? 10_000 : 1)
      commit.route.root.elements[2].screen = AnyScreen("exhibit", content: .object([("text", .string(text))]))
      var ended = try decided("way-\(turn + 5)", scene: "second", revision: turn)
      ended.outcome.path = PlacedPath(commit.route.root)
      try journal.commit([.commit(commit), .decided(ended)], nowMicros: afternoon + minute)
    }
    try journal.close()
    var data = try folder.bytes()
    let size = JournalFile.pageBytes
    let page = try #require(
      (1..<data.count / size).first { page in
        data[page * size + 4..<(page + 1) * size].allSatisfy { $0 == UInt8(ascii: "z") }
      })
    // The number of the row's next page (SQLite's file format, section 1.6).
    data.replaceSubrange(page * size..<page * size + 4, with: [UInt8](repeating: 0xFF, count: 4))
    try folder.write(data)
    let report = try report()
    #expect(
      report.faults.contains { $0.revision == 6 && $0.problem == "a page of it cannot be read" }, "\(report.faults)")
    #expect(!report.faults.contains { $0.problem.contains("the table outcomes") }, "\(report.faults)")
    #expect(report.commands == 12)
  }
}
