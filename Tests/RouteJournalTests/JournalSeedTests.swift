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
    let copy = try JournalCopy(file: file)
    var all: [JournalLine] = []
    while case let page = try copy.lines(behind: all.last?.row ?? 0, upTo: last), !page.isEmpty {
      #expect(page.count <= JournalCopy.linesMax)
      all += page
    }
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
