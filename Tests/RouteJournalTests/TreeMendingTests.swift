// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("A damaged page above the rows of a table costs none of them", .offPool)
struct TreeMendingTests: RepairSuite {
  let folder: TemporaryFolder
  let mended: TemporaryFolder

  init() throws { (folder, mended) = try (TemporaryFolder(), TemporaryFolder()) }

  private func overwrite(_ pages: [Int]) throws {
    for page in pages {
      try folder.overwrite(page, with: [UInt8](repeating: 0xA5, count: TemporaryFolder.pageBytes))
    }
  }

  private func note(of table: String) -> String {
    "pages that lead to the rows of the table \(table) cannot be read; they were made anew, by what the file tells of its pages"
  }

  @Test("where its first page is lost, all rows stay", arguments: ["commits", "outcomes"])
  func firstPage(_ table: String) throws {
    try folder.fill(turns: 200).close()
    let root = try folder.root(of: table)
    try #require(folder.children(of: root).count > 10)
    try overwrite([root])
    let report = try repair()
    #expect(report.journal.scenes.map(\.commits) == [400, 200] && report.journal.commands == 400)
    #expect(report.droppedCount == 0, "\(report.dropped)")
    #expect(report.notes.contains(note(of: table)), "\(report.notes)")
    #expect(report.notes.contains { $0.hasPrefix("SQLite finds damage (") }, "\(report.notes)")
  }

  @Test("where one of several pages above its rows is lost, or all of them, all rows stay", arguments: [true, false])
  func innerPages(areAll: Bool) throws {
    try folder.fill(turns: 1000).close()
    let root = try folder.root(of: "commits")
    let inner = try folder.children(of: root).filter { try folder.octets($0)[0] == TreeLeaf.innerSign }
    try #require(inner.count > 1)
    try overwrite(areAll ? [root] + inner : [inner[0]])
    let report = try repair()
    #expect(report.journal.scenes.map(\.commits) == [2000, 1000] && report.droppedCount == 0, "\(report.dropped)")
    #expect(report.notes.contains(note(of: "commits")), "\(report.notes)")
  }

  @Test("a leaf that is lost as well costs its own rows alone, and no revision is given again")
  func newestLeaf() throws {
    try folder.fill(turns: 200).close()
    let root = try folder.root(of: "commits")
    try overwrite([root, try #require(folder.children(of: root).last)])
    let report = try repair()
    let kept = report.journal.scenes.map(\.commits).reduce(0, +)
    #expect(kept > 550 && kept < 600, "\(kept)")
    #expect(report.journal.scenes.map(\.name) == ["main", "second"])
    #expect(report.journal.scenes.allSatisfy { $0.revisions.upperBound > ($0.name == "main" ? 400 : 200) })
  }

  @Test("rows that were cut, and lie on free pages, do not come back")
  func freePages() throws {
    try folder.fill(turns: 200).close()
    try folder.change(
      "PRAGMA secure_delete = OFF; DELETE FROM commits WHERE seq <= 500; DELETE FROM outcomes WHERE seq <= 500")
    let data = try folder.bytes()
    try #require((11..<80).contains { data.firstRange(of: Data(#"{"id":\#($0)}"#.utf8)) != nil })
    let left = try (folder.count("commits"), folder.count("outcomes"))
    try overwrite([folder.root(of: "commits"), folder.root(of: "outcomes")])
    let report = try repair()
    #expect(try mended.count("commits") == left.0, "\(report.dropped)")
    #expect(try mended.count("outcomes") == left.1, "\(report.dropped)")
    #expect(report.journal.scenes.allSatisfy { $0.revisions.lowerBound > 90 })
  }

  @Test("a table that is whole stays as it is, where a page of another one has an earlier image of its last leaf")
  func earlierImage() throws {
    try folder.fill(turns: 200).close()
    let (commits, outcomes) = try (folder.leaves(of: "commits"), folder.leaves(of: "outcomes"))
    let stale = try commits.suffix(3).map { try folder.octets($0) }.last { $0.number(at: 3, octets: 2) > 1 }
    var image = try #require(stale)
    image.set(image.number(at: 3, octets: 2) - 1, at: 3, octets: 2)
    let page = outcomes[outcomes.count * 3 / 10]
    let lost = try folder.rows(in: folder.octets(page))
    try folder.overwrite(page, with: image)
    let report = try repair()
    #expect(report.journal.scenes.map(\.commits) == [400, 200], "\(report.dropped)")
    #expect(report.journal.scenes.map(\.revisions) == [1...400, 1...200])
    #expect(!report.notes.contains(note(of: "commits")), "\(report.notes)")
    #expect(try mended.count("outcomes") == 400 - lost.count)
  }

  @Test(
    "where a page leads to one of another table, or twice to one, all rows stay", arguments: ["outcomes", "commits"])
  func wrongPointer(_ table: String) throws {
    try folder.fill(turns: 200).close()
    let root = try folder.root(of: "commits")
    let leaves = try folder.leaves(of: table)
    var octets = try folder.octets(root)
    let cell = folder.cells(of: octets)[10]
    octets.set(leaves[leaves.count * 9 / 10], at: cell, octets: 4)
    try folder.overwrite(root, with: octets)
    let report = try repair()
    #expect(report.journal.scenes.map(\.commits) == [400, 200] && report.droppedCount == 0, "\(report.dropped)")
    #expect(report.notes.contains(note(of: "commits")), "\(report.notes)")
    #expect(report.journal.commands == 400)
  }

  @Test("whatever is lost of the pages above rows and of their map, the repair ends", arguments: 0..<12)
  func anything(_ step: Int) throws {
    try folder.fill(turns: 100).close()
    var data = try folder.bytes()
    let above = try ["commits", "outcomes"].map { try folder.root(of: $0) } + [2]
    for (index, page) in above.enumerated() {
      for place in stride(from: 7 * index + step, to: TemporaryFolder.pageBytes, by: 12 + step) {
        data[(page - 1) * TemporaryFolder.pageBytes + place] ^= UInt8(1 << ((place + step) % 8))
      }
    }
    try folder.write(data)
    let report = try? JournalRepair.run(folder.journalFile, into: mended.journalFile)
    #expect(report?.journal.isSound ?? true, "\(report?.journal.faults ?? [])")
  }
}
