// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("What a client has acknowledged hides the outcomes that were written before, and no other", .offPool)
struct FloorTests {
  let folder: TemporaryFolder
  private static let client = "kiosk-0XTT8H3B4P4WVZGGJKB5BQXK9G"

  init() throws { folder = try TemporaryFolder() }

  private func decide(_ sequence: Int, _ journal: Journal, at now: Int64 = afternoon) throws {
    let rejected = Outcome.Kind.rejected(.noHost)
    try journal.commit([.decided(decided("\(Self.client)-\(sequence)", rejected))], nowMicros: now)
  }

  private func acknowledge(_ sequence: Int, _ journal: Journal, at now: Int64 = afternoon) throws {
    try journal.commit([acknowledged("\(Self.client)-\(sequence)")], nowMicros: now)
  }

  /// The numbers that a start remembers.
  private func remembered(_ now: Int64 = afternoon) throws -> [UInt64] {
    try folder.copyOfNow().open().begin(nowMicros: now).decided.map(\.record.outcome.id.sequence)
  }

  @Test("a command of a lower number that ends later is remembered")
  func lowerLater() throws {
    do {
      let journal = try folder.begun()
      for sequence in [1, 3] { try decide(sequence, journal) }
      try acknowledge(3, journal)
      #expect(try remembered() == [])
      for sequence in [2, 4] { try decide(sequence, journal, at: afternoon + minute) }
      #expect(try remembered(afternoon + minute) == [2, 4])
      journal.retention.bytes = 1
      while try journal.maintain(nowMicros: afternoon + minute) {}
      #expect(journal.statistics.outcomes == 2)
      try journal.close(at: JournalTime(afternoon + minute))
    }
    let next = try folder.open()
    #expect(next.isKnown)
    #expect(try next.begin(nowMicros: afternoon + minute).decided.map(\.record.outcome.id.sequence) == [2, 4])
  }

  @Test("a command that was under way at an end ends with the next start, behind what its client acknowledged before")
  func interrupted() throws {
    do {
      let journal = try folder.begun()
      let restarted = Outcome.Kind.failed(who: .coordinator, .restarted, code: nil)
      let open = OpenRecord(decided: try decided("\(Self.client)-2", restarted))
      try journal.commit([.open(open)], nowMicros: afternoon)
      try decide(3, journal)
      try acknowledge(3, journal)
    }
    #expect(try remembered(afternoon + 9 * minute) == [2])
    _ = try folder.open().begin(nowMicros: afternoon + 9 * minute)
    #expect(try remembered(afternoon + 12 * minute) == [2])
  }

  @Test("the last row may be one of this table, and no number is given twice where it goes")
  func numbers() throws {
    let later = afternoon + 20 * minute
    var newest: Int64 = 0
    do {
      let journal = try folder.begun()
      try decide(1, journal)
      try acknowledge(1, journal)
      try acknowledge(1, journal, at: afternoon + second)
      newest = journal.seq
      #expect(try JournalCopy(file: folder.journalFile).audit().faults.isEmpty)
      while try journal.maintain(nowMicros: later) {}
      #expect(try folder.count("floors") == 0)
      try journal.close(at: JournalTime(later))
    }
    let next = try folder.open()
    _ = try next.begin(nowMicros: later)
    #expect(next.warnings.isEmpty && next.seq == newest)
    #expect(try JournalCopy(file: folder.journalFile).audit().faults.isEmpty)
  }

  @Test("in a gap the last one of a client counts, and hides nothing of what ended in the gap")
  func gap() throws {
    let journal = try folder.begun()
    for sequence in 1...3 { try decide(sequence, journal) }
    try FileManager.default.moveItem(atPath: folder.journalFile, toPath: folder.journalFile + ".away")
    #expect(throws: JournalError.self) { try decide(4, journal) }
    for sequence in [1, 3, 4] { #expect(throws: JournalError.self) { try acknowledge(sequence, journal) } }
    #expect(throws: JournalError.self) { try decide(2, journal, at: afternoon + minute) }
    try FileManager.default.moveItem(atPath: folder.journalFile + ".away", toPath: folder.journalFile)
    try journal.recover(nowMicros: afternoon + minute)
    #expect(try folder.count("floors") == 1)
    #expect(try remembered(afternoon + minute) == [4, 2])
    try journal.close()
  }

  @Test("the age of what was acknowledged is known over a boot, also where nothing else was written behind it")
  func boots() throws {
    func time(_ ms: Int64) -> JournalTime { JournalTime(wallMicros: afternoon + ms * 1000, bootMs: ms) }
    do {
      let journal = try folder.open()
      _ = try journal.begin(at: time(3_000_000), bootID: "one")
      try journal.commit([.decided(decided("\(Self.client)-1"))], at: time(4_000_000))
      try journal.commit([acknowledged("\(Self.client)-1")], at: time(5_000_000))
    }
    let restored = try folder.open().begin(at: time(1000), bootID: "two")
    #expect(restored.acknowledged.map(\.ageMs) == [1000])
  }

  @Test("a repair keeps the younger of a floor and what rows of an older version say")
  func repair() throws {
    let older = try #require(Bundle.module.url(forResource: "Files/version-5", withExtension: "sqlite"))
    try folder.write(try Data(contentsOf: older))
    let later = JournalMigrationTests.written + minute
    let client = "way-2G5NE8C26JF3TYMVB8TEAQMQCR"
    do {
      let journal = try folder.open()
      _ = try journal.begin(nowMicros: later)
      try journal.commit([.decided(decided("\(client)-10")), acknowledged("\(client)-10")], nowMicros: later)
      try journal.close()
    }
    _ = try JournalRepair.run(folder.journalFile, into: folder("mended"))
    let floor = try DatabaseQueue(path: folder("mended")).inDatabase {
      try Row.fetchOne($0, sql: "SELECT sequence, at FROM floors WHERE client = ?", arguments: [client])
    }
    #expect(floor == ["sequence": 10, "at": later])
  }

  @Test("of two floors with one number one stays, and the journal is taken over")
  func oneNumber() throws {
    let older = try #require(Bundle.module.url(forResource: "Files/version-5", withExtension: "sqlite"))
    try folder.write(try Data(contentsOf: older))
    // The floor of somebody else has the number of a row that its client has acknowledged.
    try DatabaseQueue(path: folder.journalFile).writeWithoutTransaction {
      try $0.execute(
        sql: """
          INSERT INTO floors (seq, at, client, sequence, boot, up, owner)
          SELECT 14, at, 'other', 1, boot, up, owner FROM outcomes LIMIT 1
          """)
    }
    _ = try folder.open().begin(nowMicros: JournalMigrationTests.written + minute)
    #expect(try folder.count("floors") == 3)
  }

  @Test("where the first page is lost, they are found in their place")
  func firstPage() throws {
    do {
      let journal = try folder.begun()
      try journal.commit([.commit(commit(1, "home"))], nowMicros: afternoon)
      try decide(1, journal)
      try acknowledge(1, journal)
      try journal.close()
    }
    var data = try folder.bytes()
    data.replaceSubrange(0..<2048, with: [UInt8](repeating: 0x5A, count: 2048))
    try folder.write(data)
    let report = try JournalRepair.run(folder.journalFile, into: folder("mended"))
    #expect(report.droppedCount == 0 && report.notes.count == 1, "\(report.notes)")
    let clients = try DatabaseQueue(path: folder("mended")).inDatabase {
      try String.fetchAll($0, sql: "SELECT client FROM floors")
    }
    #expect(clients == [Self.client])
  }
}
