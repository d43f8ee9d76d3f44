// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteJournal
import RouteModel
import TestSupport
import Testing
import TestTraits

@Suite("The past is read a page at a time", .offPool)
struct HistoryPageTests {
  let folder: TemporaryFolder
  let journal: Journal

  init() throws {
    folder = try TemporaryFolder()
    journal = try folder.begun()
  }

  /// All pages of a question: the values of a member, and how many pages there were.
  private func all(_ question: Inspect, _ member: String) throws -> (values: [JSONValue], pages: Int) {
    var question = question
    var (values, pages): ([JSONValue], Int) = ([], 0)
    while pages < 1000 {
      let page = try journal.past(question)
      pages += 1
      values += page.objects.compactMap { $0.json?[member] }
      #expect(page.more == (page.next != nil) || question.limit == 0)
      guard let next = page.next else { break }
      if question.past.isAscending { question.past.after = next } else { question.past.before = next }
    }
    return (values, pages)
  }

  private func numbers(_ question: Inspect, _ member: String = "revision") throws -> [Int64] {
    try all(question, member).values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
  }

  private func question(
    _ subject: Inspect.Subject, scene: SceneName? = nil, limit: Int? = nil, _ change: (inout Inspect.Past) -> Void
  ) -> Inspect {
    var past = Inspect.Past()
    change(&past)
    return Inspect(subject, scene: scene, limit: limit, past: past)
  }

  private func write(_ records: [JournalRecord], after seconds: Int64) throws {
    try journal.commit(records, nowMicros: afternoon + seconds * second)
  }

  @Test("pages follow each other without a gap, in both orders", arguments: [1, 3, 4, 100])
  func pages(limit: Int) throws {
    for revision in 1...10 as ClosedRange<Revision> {
      try write(
        [.commit(commit(revision, "home")), .decided(try decided("way-\(revision)", revision: revision))], after: 0)
    }
    for subject in [Inspect.Subject.history, .commits] {
      let newest = question(subject, limit: limit) { _ in }
      #expect(try numbers(newest) == (1...10).reversed())
      let oldest = question(subject, limit: limit) { $0.after = 0 }
      #expect(try numbers(oldest) == Array(1...10))
      #expect(try all(oldest, "row").pages == (10 + limit - 1) / limit)
      let rows = try numbers(oldest, "row")
      #expect(rows == rows.sorted() && Set(rows).count == 10)
      // Between two rows, the newest first.
      let middle = question(subject, limit: limit) { ($0.after, $0.before) = (UInt64(rows[2]), UInt64(rows[6])) }
      #expect(try numbers(middle) == [6, 5, 4])
    }
  }

  @Test("by time, row by row, for a clock may be set back")
  func times() throws {
    for (index, seconds) in ([0, 60, 120, 30, 90] as [Int64]).enumerated() {
      let revision = Revision(index + 1)
      try write(
        [.commit(commit(revision, "home")), .decided(try decided("way-\(revision)", revision: revision))],
        after: seconds)
    }
    for subject in [Inspect.Subject.history, .commits] {
      let range = question(subject) { ($0.from, $0.to) = (afternoon + 30 * second, afternoon + 90 * second) }
      #expect(try numbers(range) == [5, 4, 2])
      let then = question(subject, scene: "main", limit: 1) { $0.to = afternoon + 59 * second }
      #expect(try journal.past(then).objects.first?.json?["revision"] == .integer(4))
    }
  }

  @Test("commands that did not end as asked, without dry runs")
  func failed() throws {
    var dryRun = try decided("way-4", .rejected(.noHost), revision: 1)
    dryRun.isDryRun = true
    try write(
      [
        .decided(try decided("way-1")), .decided(try decided("way-2", .unchanged(.same))),
        .decided(try decided("way-3", .vetoed(by: .coordinator, .guard, code: nil))), .decided(dryRun),
        .decided(try decided("way-5", .unchanged(.dryRun))), .decided(try decided("way-6", .unchanged(.atRoot))),
      ], after: 0)
    let failed = question(.history) { $0.wantsFailed = true }
    #expect(try all(failed, "commandId").values == [.string("way-6"), .string("way-3")])
    let told = try journal.past(question(.history) { $0.command = "way-4" }).objects
    #expect(told.first?.json?["dryRun"] == .bool(true))
    // A retry gets the outcome as it was.
    #expect(try folder.copyOfNow().open().begin(nowMicros: afternoon).decided.count == 6)
  }

  @Test("a command by its id, or an ending of it")
  func commands() throws {
    let client = CommandID.client(name: "remote", randomBits: 1, 2)
    for sequence in 1...21 as ClosedRange<UInt64> {
      let id = try #require(CommandID(client: client, sequence: sequence))
      try write([.decided(try decided(id.description))], after: 0)
    }
    func found(_ ending: String) throws -> Int { try numbers(question(.history) { $0.command = ending }).count }
    #expect(try found("\(client)-21") == 1)
    #expect(try found("\(client)-22") == 0)
    // Without a sequence it is that of its first command.
    #expect(try found(client) == 1)
    #expect(try found(client.suffix(4) + "-21") == 1)
    #expect(try found("-1") == 1)
    #expect(try found("1") == 3)
    #expect(try found(String(client.suffix(4))) == 0)
    // A whole id is that of one command, though others end so.
    try write([.decided(try decided("kiosk")), .decided(try decided("my-kiosk"))], after: 0)
    #expect(try found("kiosk") == 1)
    #expect(try found("iosk") == 2)
  }

  @Test("commits of a scene, by revision, by element, and minor ones")
  func commits() throws {
    try write([.commit(commit(1, "home", nextID: 1))], after: 0)
    try write([.commit(commit(2, "home", "list", nextID: 2))], after: 1)
    var minor = commit(3, "home", "list", nextID: 66)
    (minor.isMinor, minor.majorRevision) = (true, 2)
    try write([.commit(minor), .commit(commit(1, "speed", in: "cluster", nextID: 1))], after: 2)
    try write([.commit(commit(7, "home", "list", "map", nextID: 66))], after: 3)
    try write([.commit(commit(8, "home", nextID: 66))], after: 4)
    #expect(try numbers(question(.commits, scene: "main") { $0.until = 6 }) == [3, 2, 1])
    #expect(try numbers(question(.commits, scene: "main") { $0.until = 0 }) == [])
    #expect(try numbers(Inspect(.commits, scene: "main", since: 3)) == [8, 7])
    #expect(try numbers(Inspect(.commits, since: 3)) == [8, 7])
    #expect(try numbers(Inspect(.commits, scene: "cluster")) == [1])
    #expect(try numbers(question(.commits) { $0.wantsMinor = true }) == [3])
    func holding(_ id: UInt64) throws -> [Int64] {
      try numbers(question(.commits, scene: "main") { ($0.after, $0.element) = (0, ElementID(id)) })
    }
    #expect(try holding(0) == [1, 2, 3, 7, 8])
    #expect(try holding(1) == [2, 3, 7])
    #expect(try holding(2) == [7])
    #expect(try holding(5) == [])
    #expect(try holding(1 << 62) == [])
  }

  @Test("a commit's object tells the route, the cause and when")
  func commitObject() throws {
    try write([.commit(commit(4, "home", "list"))], after: 5)
    let object = try #require(try journal.past(Inspect(.commits)).objects.first?.json)
    guard case .members(let members) = object else { throw POSIXError(.EINVAL) }
    #expect(
      members.map(\.key) == ["scene", "revision", "majorRevision", "minor", "epoch", "path", "cause", "at", "row"])
    #expect(object["at"] == .integer(afternoon + 5 * second))
    #expect(object["cause"]?["origin"]?["pid"] == .integer(12))
    #expect(object["cause"]?["because"] == .string("a test"))
  }

  @Test("a page is bounded in rows that are looked at, in objects, and in bytes")
  func bounds() throws {
    let few = try (1...4200).map { JournalRecord.decided(try decided("way-\($0)", scene: $0 == 1 ? "rare" : "main")) }
    try write(few, after: 0)
    // The one row lies behind more rows than are looked at for a page.
    let rare = Inspect(.history, scene: "rare")
    let page = try journal.past(rare)
    #expect(page.objects.isEmpty && page.more && page.next != nil)
    #expect(try all(rare, "commandId").values == [.string("way-1")])
    #expect(try journal.past(Inspect(.history, limit: 100_000)).objects.count <= 1000)
    #expect(try numbers(Inspect(.history, scene: "main", limit: 100_000), "row").count == 4199)

    let text = String(repeating: "x", count: 60_000)
    for revision in 1...12 as ClosedRange<Revision> {
      var large = commit(revision, "home")
      large.route = Route(
        root: Path([Element(id: .root, screen: AnyScreen("home", content: .object([("t", .string(text))])))]))
      try write([.commit(large)], after: 1)
    }
    let commits = try journal.past(Inspect(.commits))
    #expect(commits.objects.count == 4 && commits.more)
    #expect(try numbers(Inspect(.commits)) == (1...12).reversed())
    // Neither is more than that read in vain.
    let absent = try journal.past(question(.commits) { $0.element = ElementID(9) })
    #expect(absent.objects.isEmpty && absent.more)
    #expect(try numbers(question(.commits) { $0.element = ElementID(9) }) == [])
  }

  @Test(
    "a spoiled row is an error that names it",
    arguments: [
      "UPDATE outcomes SET outcome = '{'", "UPDATE outcomes SET origin = 'nobody'", "UPDATE outcomes SET outcome = '7'",
      "UPDATE commits SET route = '['", "UPDATE commits SET cause = ''",
    ])
  func spoiled(sql: String) throws {
    try write([.commit(commit(1, "home")), .decided(try decided("way-1"))], after: 0)
    try journal.close()
    try DatabaseQueue(path: folder.journalFile).write { try $0.execute(sql: sql) }
    let copy = try JournalCopy(file: folder.journalFile)
    let subject: Inspect.Subject = sql.contains("commits") ? .commits : .history
    let error = #expect(throws: JournalError.self) { try copy.past(Inspect(subject)) }
    #expect(error?.code == .corrupt)
    #expect(error?.message.contains("of \(sql.split(separator: " ")[1])") == true, "\(error?.message ?? "")")
  }
}
