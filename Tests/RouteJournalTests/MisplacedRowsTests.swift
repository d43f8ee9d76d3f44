// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("A row or a page out of its order costs a repair what stands on that page, and no other row", .offPool)
struct MisplacedRowsTests {
  let folder: TemporaryFolder
  private let mended: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    mended = try TemporaryFolder()
  }

  /// Repairs a journal after `change`, and compares the rows with those of before.
  ///
  /// - Parameter change: Damages a page, and returns its number.
  private func compare(_ change: () throws -> Int) throws -> RepairReport {
    try folder.fill(turns: 200).close()
    let before = try ["commits", "outcomes"].map { try folder.rows(of: $0) }
    let whole = try folder.bytes()
    let page = try change()
    let damaged = try folder.bytes()
    try folder.write(whole)
    let hit = try Set(folder.rows(in: folder.octets(page)))
    try folder.write(damaged)
    let report = try JournalRepair.run(folder.journalFile, into: mended.journalFile)
    #expect(report.journal.isSound, "\(report.journal.faults)")
    for (table, rows) in zip(["commits", "outcomes"], before) {
      let lost = try rows.subtracting(mended.rows(of: table)).subtracting(hit)
      #expect(lost.isEmpty, "\(table): \(lost.sorted()) \(report.notes) \(report.dropped)")
    }
    // A gap may come behind the last row.
    let newest = before.flatMap(\.self).max() ?? 0
    let end = try DatabaseQueue(path: mended.journalFile).inDatabase { try JournalFile.newest($0) }
    #expect((newest...newest + 1).contains(end), "\(newest) became \(end)")
    return report
  }

  @Test(
    "one bit of the number of a row", arguments: ["commits", "outcomes"],
    [0x4000, 0x0100, 0x0040, 0x0020, 0x0004] as [UInt16])
  func bit(_ table: String, _ mask: UInt16) throws {
    for isLast in [true, false] {
      let report = try MisplacedRowsTests().change(mask, in: table, ofLast: isLast)
      #expect(report.notes.contains { $0.hasPrefix("SQLite finds damage (") }, "\(report.notes)")
    }
  }

  /// Changes bits of the number of a row on a page, of the last or of one in the middle.
  private func change(_ mask: UInt16, in table: String, ofLast isLast: Bool) throws -> RepairReport {
    try compare {
      let leaves = try folder.leaves(of: table)
      let page = leaves[leaves.count / 5]
      var octets = try folder.octets(page)
      let places = try folder.places(in: octets)
      let place = places[isLast ? places.count - 1 : places.count / 2]
      // Numbers of three digits have two octets, the first of which says that it is not the last one.
      try #require(octets[place] & 0x80 != 0 && octets[place + 1] & 0x80 == 0)
      octets[place] ^= UInt8(mask >> 8)
      octets[place + 1] ^= UInt8(mask & 0xFF)
      try folder.overwrite(page, with: octets)
      return page
    }
  }

  @Test(
    "a leaf that holds a copy of another one, of its own table or of another", arguments: ["commits", "outcomes"],
    ["commits", "outcomes"])
  func copy(_ table: String, _ source: String) throws {
    let report = try compare {
      let (leaves, others) = try (folder.leaves(of: table), folder.leaves(of: source))
      let page = leaves[leaves.count / 10]
      try folder.overwrite(page, with: folder.octets(others[others.count * 9 / 10]))
      return page
    }
    #expect(report.notes.contains("pages of the table \(table) cannot be read"), "\(report.notes)")
  }

  @Test("a number that is raised above all does not hide that the end is lost")
  func lostEnd() throws {
    try folder.fill(turns: 200).close()
    try folder.change("DELETE FROM commits WHERE seq > 900; DELETE FROM outcomes WHERE seq > 900")
    let leaves = try folder.leaves(of: "outcomes")
    let page = leaves[leaves.count / 5]
    var octets = try folder.octets(page)
    let place = try folder.places(in: octets)[0]
    octets[place] ^= 0x40
    try folder.overwrite(page, with: octets)
    let report = try JournalRepair.run(folder.journalFile, into: mended.journalFile)
    #expect(report.journal.isSound, "\(report.journal.faults)")
    #expect(report.notes.contains { $0.hasPrefix("its end is lost") }, "\(report.notes)")
    #expect(
      report.dropped.contains { $0.problem == "its number is above those of rows behind it" }, "\(report.dropped)")
  }

  @Test("numbers in order are known by their last, also behind one that is out of order")
  func order() {
    var order = RowOrder()
    let meetings = [2, 4, 900, 6, 8].map { order.meet($0) }
    #expect(meetings == [.once, .once, .once, .once, .once])
    #expect(!order.isWhole && order.end == 8 && order.strays == [900])
    #expect(order.contains(900) && !order.contains(5))
    let again = [900, 900, -1].map { order.meet($0) }
    #expect(again == [.twice, .often, .once])
    #expect(order.strays.isEmpty && order.sure == 8)
  }
}
