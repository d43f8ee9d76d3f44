// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteJournal
import RouteModel
import TestSupport
import Testing
import TestTraits

@Suite("What is exported can be read again, and a coordinator begins with it", .offPool)
struct JournalSeedTests {
  let folder: TemporaryFolder
  private let fresh: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    fresh = try TemporaryFolder()
  }

  /// The lines of a journal, page by page.
  private func lines(of file: String, upTo last: UInt64 = .max) throws -> [JournalLine] {
    var pages = try PastPages(JournalCopy(file: file), upTo: last)
    var all: [JournalLine] = []
    while case let page = try pages.next(), !page.isEmpty {
      #expect(page.count <= PastPages.rowsMax)
      all += page
    }
    #expect(pages.missing == 0)
    return all
  }

  private func begin(with lines: [JournalLine]) throws -> Restored {
    let seed = try JournalSeed(in: fresh("state"))
    try seed.add(lines)
    try seed.finish()
    #expect(try JournalCopy(file: seed.file).audit().isSound)
    let journal = try Journal.open(in: fresh("state"), durability: .normal, retention: Retention())
    defer { try? journal.close() }
    return try journal.begin(nowMicros: afternoon + 60 * minute)
  }

  @Test("each line survives the way to text and back")
  func roundTrip() throws {
    try folder.fill(turns: 100).close()
    let all = try lines(of: folder.journalFile)
    #expect(all.count == 500)
    for line in all {
      let read = try JournalLine(parsing: line.text)
      #expect(read.text == line.text && read.row == line.row)
    }
  }

  @Test("rows that are cut while pages are read are told by a gap in their place, and nothing else is missing")
  func overtaken() throws {
    try folder.fill(turns: 300).close()
    var pages = try PastPages(JournalCopy(file: folder.journalFile))
    var all = try pages.next()
    let row = try #require(all.last?.row)
    for table in ["commits", "outcomes"] {
      try folder.change("DELETE FROM \(table) WHERE seq BETWEEN \(row + 1) AND \(row + 600)")
    }
    while case let page = try pages.next(), !page.isEmpty { all += page }
    #expect(pages.missing == 600)
    #expect(all.count == 1500 - 600 + 1)
    let gaps = all.filter { if case .gap = $0.entry { true } else { false } }
    #expect(gaps.map(\.row) == [row + 1])
    #expect(gaps.first?.text.contains("rows cut before they could be read: 600") == true)
    let seed = try JournalSeed(in: fresh("state"))
    try seed.add(try all.map { try JournalLine(parsing: $0.text) })
    try seed.finish()
  }

  @Test("of rows that are cut up to the last one a gap is told as well")
  func overtakenToTheEnd() throws {
    try folder.fill(turns: 100).close()
    var pages = try PastPages(JournalCopy(file: folder.journalFile))
    let first = try pages.next()
    let row = try #require(first.last?.row)
    for table in ["commits", "outcomes"] { try folder.change("DELETE FROM \(table) WHERE seq > \(row)") }
    let (gap, end) = try (pages.next(), pages.next())
    #expect(gap.map(\.row) == [row + 1] && end.isEmpty)
    #expect(pages.missing == 500 - 256)
  }

  @Test("what is read in one moment has all rows, also those that are cut meanwhile")
  func oneMoment() throws {
    try folder.fill(turns: 300).close()
    var rows: [UInt64] = []
    try JournalCopy(file: folder.journalFile).forEachLine { line in
      if rows.isEmpty { #expect(throws: Never.self) { try folder.change("DELETE FROM commits; DELETE FROM outcomes") } }
      rows.append(line.row)
      return true
    }
    #expect(rows.count == 1500 && rows == rows.sorted())
    #expect(try folder.count("commits") == 0)
  }

  @Test("a coordinator begins at any row, with the same path, ids and revision", arguments: [1, 7, 20])
  func anywhere(_ turn: UInt64) throws {
    try folder.fill(turns: 20).close()
    let all = try lines(of: folder.journalFile).map { try JournalLine(parsing: $0.text) }
    let wanted = try #require(all.first { $0.commit?.scene == "main" && $0.commit?.revision == 2 * turn })
    let restored = try begin(with: all.filter { $0.row <= wanted.row })
    let main = try #require(restored.scenes.first { $0.commit.scene == "main" }).commit
    #expect(main == CommitRecord(appearedIn: CommitRecord(main: turn)))
    #expect(restored.scenes.count == (turn == 1 ? 1 : 2))
    #expect(restored.workers.isEmpty)
  }

  @Test(
    "what is no line of an export is refused with its problem",
    arguments: [
      ("", "no JSON"), ("[]", "no object with one member"), (#"{"comit":{}}"#, "known are commit, command and gap"),
      (#"{"commit":{}}"#, "scene"), (#"{"gap":{"from":1,"to":2,"reason":"full"}}"#, "has from, to, reason and row"),
      (#"{"gap":{"from":1,"to":2,"reason":"full","row":0}}"#, "row 0"),
      (
        #"{"commit":{"scene":"main","revision":1,"majorRevision":1,"minor":false,"epoch":1,"path":[],"cause":{"kind":"start","verb":"start","origin":{"name":"way"},"asked":[],"tokens":[],"guards":"ask"},"at":1,"row":1}}"#,
        "cannot stand"
      ),
    ])
  func refused(text: String, words: String) throws {
    let fault = #expect(throws: JournalLineFault.self) { try JournalLine(parsing: text) }
    #expect(fault?.description.contains(words) == true, "\(String(describing: fault))")
  }

  @Test("lines that are not in the order of their rows are refused")
  func order() throws {
    try folder.fill(turns: 2).close()
    let seed = try JournalSeed(in: fresh("state"))
    let error = try #require(
      #expect(throws: JournalError.self) { try seed.add(try self.lines(of: folder.journalFile).reversed()) })
    #expect(error.message.contains("not in the order of their rows"))
  }
}
