// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteJournal
import RouteModel
import TestSupport
import Testing
import TestTraits

@Suite("A value that cannot be used refuses the journal, with its row, and ends nothing", .offPool)
struct JournalValueTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A journal with something in each table.
  private func fill() throws {
    let journal = try folder.open()
    _ = try journal.begin(nowMicros: afternoon)
    for number in 1...3 as ClosedRange<Revision> {
      try journal.commit(
        [.commit(commit(number, "home", "list")), .decided(try decided("way-\(number)"))], nowMicros: afternoon)
    }
    try journal.commit([.worker(WorkerRecord("kiosk", uid: 1000), isRegistered: true)], nowMicros: afternoon)
    try journal.close()
    try edit("INSERT INTO floors SELECT seq, at, client, sequence, boot, up, owner FROM outcomes WHERE sequence = 1")
  }

  private func edit(_ sql: String) throws {
    let database = try DatabaseQueue(path: folder.journalFile)
    try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    try database.close()
  }

  private func refusal() throws -> JournalError {
    try #require(throws: JournalError.self) { try folder.open().begin(nowMicros: afternoon + second) }
  }

  @Test("an outcome that tells of another command: a copy of its own would run a second time")
  func otherCommand() throws {
    try fill()
    try edit("UPDATE outcomes SET sequence = 77 WHERE client = 'way-3'")
    let error = try refusal()
    #expect(error.code == .corrupt)
    #expect(error.message.contains("of outcomes: outcome is that of way-3"), "\(error)")
  }

  static let farEnds = ["-9223372036854775808", "-1", "9223372036854775807"]

  @Test(
    "a number at its ends",
    arguments: [
      "start.epoch", "start.starts", "start.seq", "start.floor_revision", "start.floor_id", "boots.elapsed",
      "commits.seq",
      "commits.revision", "commits.major_revision", "commits.minor", "commits.epoch", "commits.next_id", "commits.boot",
      "commits.up", "outcomes.seq", "outcomes.state", "outcomes.revision", "outcomes.boot", "outcomes.up",
      "outcomes.owner",
      "workers.uid", "floors.seq", "floors.boot", "floors.up", "floors.owner",
    ], Self.farEnds)
  func ends(place: String, value: String) throws {
    try fill()
    let (table, column) = (place.prefix { $0 != "." }, place.drop { $0 != "." }.dropFirst())
    let key = ["start": "id", "boots": "number", "workers": "name"][String(table)] ?? "seq"
    try edit("UPDATE \(table) SET \(column) = \(value) WHERE \(key) = (SELECT max(\(key)) FROM \(table))")
    let error = try refusal()
    #expect(error.code == .corrupt)
    #expect(error.message.contains("of \(table): \(column) is \(value)"), "\(error)")
  }

  @Test("a time at its ends", arguments: ["commits.at", "outcomes.at"], [Self.farEnds[0], Self.farEnds[2]])
  func times(place: String, value: String) throws {
    try fill()
    let (table, column) = (place.prefix { $0 != "." }, place.drop { $0 != "." }.dropFirst())
    try edit("UPDATE \(table) SET \(column) = \(value) WHERE seq = (SELECT max(seq) FROM \(table))")
    #expect(try refusal().message.contains("of \(table): at is \(value)"))
  }

  @Test(
    "a column or a table that is missing",
    arguments: [
      "commits.next_id", "commits.up", "outcomes.owner", "outcomes.verb", "workers.sensitive", "start.seq",
      "boots.elapsed",
    ])
  func missing(place: String) throws {
    try fill()
    let (table, column) = (place.prefix { $0 != "." }, place.drop { $0 != "." }.dropFirst())
    try edit("ALTER TABLE \(table) DROP COLUMN \(column)")
    let error = try refusal()
    #expect(error.code == .corrupt)
    #expect(error.message.contains("\(column)"), "\(error)")
    try edit("DROP TABLE \(table)")
    #expect(try refusal().code == .corrupt)
  }

  @Test("a table without types whose values have others")
  func types() throws {
    try fill()
    try edit("CREATE TABLE other AS SELECT * FROM commits; DROP TABLE commits; ALTER TABLE other RENAME TO commits")
    try edit("UPDATE commits SET next_id = 'many' WHERE seq = (SELECT max(seq) FROM commits)")
    #expect(try refusal().message.contains("of commits: next_id is"))
    try edit("UPDATE commits SET next_id = NULL")
    #expect(try refusal().message.contains("of commits: next_id is"))
    try edit("UPDATE commits SET next_id = 9, route = x'00'")
    #expect(try refusal().message.contains("of commits: route is no text"))
  }

  @Test(
    "a route that may not stand, and a next id that an element has",
    arguments: [
      ("route = '[]'", "at least one element"),
      ("route = '[' || rtrim(replace(hex(zeroblob(300)), '00', element), ',') || ']'", "more than 256"),
      ("route = '[' || rtrim(replace(hex(zeroblob(2)), '00', element), ',') || ']'", "more than one element"),
      ("next_id = 1", "next_id is 1, and the route has the id 1"), ("route = 'no JSON'", "route"),
      ("scene = '7 th'", "'7 th' is no name"),
    ])
  func routes(change: String, message: String) throws {
    try fill()
    let element = #"'{"id":0,"screen":"home","content":null,"presentation":"push","hasAppeared":true},'"#
    try edit(
      "UPDATE commits SET \(change.replacing("element", with: element)) WHERE seq = (SELECT max(seq) FROM commits)")
    let error = try refusal()
    #expect(error.code == .corrupt)
    #expect(error.message.contains("row 5 of commits"), "\(error)")
    if message != "more than 256" { #expect(error.message.contains(message), "\(error)") }
  }

  @Test("numbers that are great, and not too great, are counted on")
  func greatNumbers() throws {
    try fill()
    try edit("UPDATE start SET epoch = 1 << 61, starts = 1 << 61, seq = 1 << 61")
    try edit("UPDATE commits SET revision = 1 << 61, next_id = 1 << 61 WHERE seq = (SELECT max(seq) FROM commits)")
    let journal = try folder.open()
    let restored = try journal.begin(nowMicros: afternoon + second)
    #expect(restored.epoch == 1 << 61 + 1)
    #expect(restored.scenes.map(\.commit.revision) == [1 << 61])
    try journal.commit([.commit(commit(1 << 61 + 1, "home", nextID: 1 << 61 + 1))], nowMicros: afternoon + second)
    #expect(try journal.history().objects.count == 3)
  }
}
