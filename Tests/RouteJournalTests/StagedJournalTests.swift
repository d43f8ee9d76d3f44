// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("A journal whose folder cannot be written is read as a copy of one moment, also while it is written", .offPool)
struct StagedJournalTests {
  let folder: TemporaryFolder
  private let temporary: TemporaryFolder

  init() throws { (folder, temporary) = (try TemporaryFolder(), try TemporaryFolder()) }

  /// Commits so many more turns of the second scene.
  private func commit(_ turns: ClosedRange<Revision>, to journal: Journal) throws {
    for turn in turns {
      try journal.commit([.commit(CommitRecord(second: turn))], nowMicros: afternoon + minute)
    }
  }

  /// Moves all of the log into the file, and begins another one.
  private func beginLogAnew(_ journal: Journal, with turn: Revision) throws {
    try journal.database.inDatabase { _ = try JournalFile.checkpoint($0, .truncate) }
    journal.places.noteNewLog()
    try commit(turn...turn, to: journal)
  }

  @Test("what is written behind the copy is no lost end of it")
  func goesOn() throws {
    let journal = try folder.fill(turns: 3)
    let staged = try StagedJournal(of: folder.journalFile, in: temporary.path, isWhole: true)
    try commit(4...9, to: journal)
    let report = try JournalCopy(folder.journalFile, by: staged, isSound: false).audit()
    #expect(report.isSound, "\(report.faults)")
    #expect(report.scenes.map(\.commits) == [6, 3])
    try journal.close()
  }

  @Test("where the log begins anew between the two files, both are copied again")
  func logBeginsAnew() throws {
    let journal = try folder.fill(turns: 3)
    var reads = 0
    func reading(_ descriptor: Int32, _ memory: UnsafeMutableRawBufferPointer, _ place: Int) -> Int {
      let count = StagedJournal.octets(descriptor, memory, place)
      reads += 1
      // The file is read to its end.
      if reads == 2 { #expect(throws: Never.self) { try beginLogAnew(journal, with: 4) } }
      return count
    }
    let staged = try StagedJournal(of: folder.journalFile, in: temporary.path, isWhole: true, reading: reading)
    let report = try JournalCopy(folder.journalFile, by: staged, isSound: false).audit()
    #expect(report.isSound, "\(report.faults)")
    #expect(report.scenes.map(\.commits) == [6, 4])
    try journal.close()
  }

  @Test("where it begins anew each time that is said, with what to do")
  func neverStill() throws {
    let journal = try folder.fill(turns: 3)
    var turn: Revision = 3
    func reading(_ descriptor: Int32, _ memory: UnsafeMutableRawBufferPointer, _ place: Int) -> Int {
      turn += 1
      #expect(throws: Never.self) { try beginLogAnew(journal, with: turn) }
      return StagedJournal.octets(descriptor, memory, place)
    }
    let error = #expect(throws: JournalError.self) {
      try StagedJournal(of: folder.journalFile, in: temporary.path, isWhole: true, reading: reading)
    }
    #expect(error?.code == .locked)
    #expect(error?.message.contains("a coordinator writes \(folder.journalFile) while it is copied") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
    try journal.close()
  }

  @Test("a damaged one is told by its own name")
  func ownName() throws {
    try folder.fill(turns: 30).close()
    var bytes = try folder.bytes()
    bytes.replaceSubrange(4096..., with: [UInt8](repeating: 0xA5, count: bytes.count - 4096))
    try folder.write(bytes)
    let staged = try StagedJournal(of: folder.journalFile, in: temporary.path, isWhole: true)
    let error = #expect(throws: JournalError.self) {
      try JournalCopy(folder.journalFile, by: staged, isSound: true)
    }
    #expect(error?.code == .corrupt)
    #expect(error?.message.contains("the journal \(folder.journalFile) is damaged") == true, "\(error?.message ?? "")")
  }
}
