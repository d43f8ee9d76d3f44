// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("A journal that upkeep finds damaged is replaced: else nothing of it would be cut any more", .offPool)
struct UpkeepDamageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A journal in use with too many commits, the oldest of which are damaged on the disk.
  private func damaged() throws -> Journal {
    do {
      let journal = try folder.begun()
      for revision in 1...400 as ClosedRange<Revision> {
        try journal.commit(
          [.commit(commit(revision, "home", "list")), .decided(try decided("way-\(revision)"))], nowMicros: afternoon)
      }
      try journal.close()
    }
    let journal = try folder.open(retention: Retention(commits: 100))
    _ = try journal.begin(nowMicros: afternoon + second)
    // Else it would not look at the disk.
    try journal.database.inDatabase { try $0.execute(sql: "PRAGMA shrink_memory") }
    let (data, size) = (try folder.bytes(), JournalFile.pageBytes)
    // Leaves of tables, with more than one row (SQLite's file format, section 1.6).
    let leaves = (1..<data.count / size).filter { data[$0 * size] == 0x0D && data[$0 * size + 4] > 1 }
    let file = try FileHandle(forUpdating: URL(filePath: folder.journalFile))
    for leaf in leaves.prefix(leaves.count / 4) {
      try file.seek(toOffset: UInt64(leaf * size))
      try file.write(contentsOf: Data(repeating: 0xA5, count: size))
    }
    try file.close()
    return journal
  }

  /// Where what is left of a lost file lies, where so many others lay before.
  private func lost(_ number: Int) -> String { Journal.fileName + "-lost" + (number == 1 ? "" : "-\(number)") }

  @Test("with the next look, once, and what is left of it and of earlier ones is kept", arguments: [0, 1, 9])
  func begins(earlier: Int) throws {
    for number in 0..<earlier {
      for suffix in ["", "-wal"] { try folder.write("earlier", lost(number + 1) + suffix) }
    }
    let journal = try damaged()
    let later = afternoon + 11 * minute
    let error = try #require(throws: JournalError.self) { while try journal.maintain(nowMicros: later) {} }
    #expect(error.code == .corrupt)
    #expect(journal.gap == nil)
    #expect(throws: JournalError.self) { try journal.check(at: JournalTime(later)) }
    #expect(journal.gap?.error.code == .corrupt)

    try journal.recover(nowMicros: later)
    #expect(journal.gap == nil)
    try journal.check(at: JournalTime(later))
    while try journal.maintain(nowMicros: later) {}
    try journal.commit([.commit(commit(401, "home", "map"))], nowMicros: later)
    let place = min(earlier + 1, 9)
    for number in 1..<place {
      for suffix in ["", "-wal"] { #expect(try folder.bytes(lost(number) + suffix) == Data("earlier".utf8)) }
    }
    #expect(try folder.bytes(lost(place)).count > 10_000)
    let log = try? folder.bytes(lost(place) + "-wal")
    #expect(log != Data("earlier".utf8), "the log of another file")
    let reason = try journal.database.inDatabase { try String.fetchOne($0, sql: "SELECT reason FROM gaps") }
    #expect(reason?.hasSuffix("what is left of it lies in \(folder(lost(place)))") == true, "\(reason ?? "")")
    try journal.close()
  }

  @Test("also where the disk did not take what was moved, which the system tells once: then all of it is copied")
  func unsynced() throws {
    let journal = try folder.begun()
    try journal.commit([.commit(commit(1, "home")), .decided(try decided("way-1"))], nowMicros: afternoon)
    let failure = DatabaseError(resultCode: .SQLITE_IOERR_FSYNC)
    #expect(throws: JournalError.self) { try journal.notingDamage { () throws -> Void in throw failure } }
    let error = try #require(throws: JournalError.self) { try journal.check(at: JournalTime(afternoon)) }
    #expect(error.message.contains("the disk did not take what was written"), "\(error)")
    try journal.recover(nowMicros: afternoon + second)
    #expect(journal.gap == nil)
    #expect(journal.statistics.outcomes == 1)
    #expect(!folder.exists(lost(1)))
    try journal.check(at: JournalTime(afternoon + second))
    try journal.close()
  }

  @Test("an end before it is replaced leaves no seal: the next start reads all of it, and finds the damage")
  func endsDamaged() throws {
    do {
      let journal = try folder.begun()
      let failure = DatabaseError(resultCode: .SQLITE_CORRUPT)
      #expect(throws: JournalError.self) { try journal.notingDamage { () throws -> Void in throw failure } }
      try journal.close(at: JournalTime(afternoon))
    }
    #expect(JournalSeal.found(on: folder.journalFile) == nil)
  }

  @Test("another failure of upkeep is told, and begins no gap")
  func otherFailure() throws {
    let journal = try folder.begun()
    let failure = DatabaseError(resultCode: .SQLITE_FULL)
    #expect(throws: JournalError.self) { try journal.notingDamage { () throws -> Void in throw failure } }
    try journal.check(at: JournalTime(afternoon))
    #expect(journal.gap == nil)
    try journal.close()
  }
}
