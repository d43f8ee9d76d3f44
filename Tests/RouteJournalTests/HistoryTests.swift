// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteJournal
import RouteModel
import TestSupport
import Testing
import TestTraits

@Suite("The past can be read", .offPool)
struct HistoryTests {
  let folder: TemporaryFolder
  let journal: Journal

  init() throws {
    folder = try TemporaryFolder()
    journal = try folder.begun()
    for revision in 1...5 as ClosedRange<Revision> {
      let at = afternoon + Int64(revision) * second
      try journal.commit([.decided(try decided("way-\(revision)", revision: revision))], nowMicros: at)
      let other = try decided("other-\(revision)", .rejected(.noHost), scene: "cluster", revision: 0)
      try journal.commit([.decided(other)], nowMicros: at)
    }
  }

  private func ids(_ report: Report) -> [String] {
    report.objects.compactMap {
      guard case .string(let id)? = $0.json?["commandId"] else { return nil }
      return id
    }
  }

  @Test("newest first, and it says whether there is more")
  func newestFirst() throws {
    let all = try journal.history()
    #expect(ids(all).prefix(3) == ["other-5", "way-5", "other-4"])
    #expect(all.objects.count == 10)
    #expect(!all.more)
    let some = try journal.history(limit: 3)
    #expect(ids(some) == ["other-5", "way-5", "other-4"])
    #expect(some.more)
    #expect(try journal.history(limit: 10).more == false)
    #expect(try journal.history(limit: 0) == Report(objects: [], more: true))
  }

  @Test("by scene and by revision")
  func filters() throws {
    #expect(ids(try journal.history(scene: "main", since: 3)) == ["way-5", "way-4"])
    #expect(ids(try journal.history(scene: "cluster", limit: 2)) == ["other-5", "other-4"])
    #expect(ids(try journal.history(since: 4)) == ["way-5"])
    #expect(try journal.history(scene: "nowhere") == Report(objects: []))
  }

  @Test("each is the object of its outcome, with who wanted what, why and when")
  func objects() throws {
    let object = try #require(try journal.history(scene: "main", limit: 1).objects.first?.json)
    #expect(object["outcome"] == .string("committed"))
    #expect(object["revision"] == .integer(5))
    #expect(object["message"] == .string("for people: \"é\"\n"))
    #expect(object["verb"] == .string("show list"))
    #expect(object["because"] == .string("a note"))
    #expect(object["origin"]?["name"] == .string("way"))
    #expect(object["at"] == .integer(afternoon + 5 * second))
    guard case .members(let members) = object else { throw POSIXError(.EINVAL) }
    #expect(
      members.map(\.key) == [
        "outcome", "reason", "message", "scene", "epoch", "revision", "commandId", "path", "asked", "ms", "durable",
        "verb", "because", "origin", "at", "row",
      ])
  }

  @Test("a copied file can be read, and is not changed")
  func copy() throws {
    let expected = try journal.history()
    try journal.close()
    let before = try folder.bytes()
    let copy = try JournalCopy(file: folder.journalFile)
    #expect(try copy.history() == expected)
    #expect(try copy.statistics().outcomes == 10)
    #expect(try folder.bytes() == before)
  }

  @Test("a copy with its log, taken while the daemon runs, can be read")
  func liveCopy() throws {
    let copied = try folder.copyOfNow()
    let copy = try JournalCopy(file: copied.journalFile)
    #expect(try copy.history() == journal.history())
  }

  @Test("where there is no journal, that is said")
  func noCopy() throws {
    let error = try #require(throws: JournalError.self) { try JournalCopy(file: folder("none.sqlite")) }
    #expect(error.message.contains("no journal"))
  }
}
