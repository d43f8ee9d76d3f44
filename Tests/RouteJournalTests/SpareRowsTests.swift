// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("What goes where the journal is too large", .offPool)
struct SpareRowsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Commands of some clients in some scenes, of which some are acknowledged, late or never, and some go on.
  private func fill(_ journal: Journal, _ random: inout SeededGenerator) throws {
    var revisions: [SceneName: Revision] = [:]
    var sequences: [Int: Int] = [:]
    let scenes = try (0...random.below(4)).map { try #require(SceneName("scene-\($0)")) }
    for _ in 0..<400 + random.below(1200) {
      let client = random.below(5)
      let sequence = sequences[client, default: 0] + 1
      sequences[client] = sequence
      let name = "kiosk-0XTT8H3B4P4WVZGGJKB5BQXK9\(client)"
      let id = "\(name)-\(sequence)"
      var records: [JournalRecord] = []
      if random.chance(900) {
        let scene = random.pick(scenes)
        revisions[scene, default: 0] += 1
        records.append(.commit(commit(revisions[scene] ?? 1, "home", in: scene)))
      }
      if random.chance(950) {
        records.append(.decided(try decided(id)))
      } else {
        let restarted = Outcome.Kind.failed(who: .coordinator, .restarted, code: nil)
        records.append(.open(OpenRecord(decided: try decided(id, restarted))))
      }
      if random.chance(300) {
        records.append(try acknowledged("\(name)-\(max(1, sequence - random.below(5)))"))
      }
      try journal.commit(records, nowMicros: afternoon)
    }
  }

  /// The same rows as one query finds them, oldest first, with the table of each.
  private static let expected = """
    SELECT * FROM (
      SELECT seq, 0 FROM (SELECT seq, scene, revision FROM commits ORDER BY seq LIMIT 1024) AS c
      WHERE seq < ifnull((SELECT seq FROM commits ORDER BY seq DESC LIMIT 1 OFFSET \(SpareRows.commitsKept - 1)), 0)
        AND revision < (SELECT max(revision) FROM revisions WHERE scene = c.scene)
      UNION ALL
      SELECT seq, 1 FROM (SELECT seq, client, sequence, state FROM outcomes ORDER BY seq LIMIT 1024) AS outcomes
      WHERE state <> 0 AND \(JournalSchema.isAcknowledged)
    ) ORDER BY seq LIMIT ?
    """

  @Test(
    "the oldest that nobody needs, and each statement deletes as many as it is to",
    arguments: 1...20 as ClosedRange<UInt64>)
  func oldest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let journal = try folder.begun()
    try fill(journal, &random)
    if random.bool() { try journal.database.inDatabase { try journal.landmarks.takeOver($0, to: journal.seq) } }
    let wanted = try journal.database.inDatabase { try Int.fetchOne($0, sql: Self.wanted) }
    for _ in 0..<6 {
      let limit = 1 + random.below(400)
      try journal.database.inDatabase { db in
        let spare = try SpareRows(db, atMost: limit, &journal.landmarks)
        let rows = try Row.fetchAll(db, sql: Self.expected, arguments: [limit]).map { [$0[0] as Int64, $0[1]] }
        var found: [[Int64]] = []
        for run in spare.runs {
          let (table, mark) = run.isOutcome ? ("outcomes", Int64(1)) : ("commits", 0)
          let range = try Int64.fetchAll(
            db, sql: "SELECT seq FROM \(table) WHERE seq BETWEEN ? AND ?", arguments: [run.first, run.last])
          #expect(range.count == run.count)
          if !run.isOutcome { #expect(run.commits.map(\.row) == range) }
          found += range.map { [$0, mark] }
        }
        #expect(found.sorted { $0[0] < $1[0] } == rows)
        #expect(spare.count == rows.count && spare.hasOutcomes == rows.contains { $0[1] == 1 })
      }
      journal.retention.bytes = 1
      _ = try journal.maintain(at: JournalTime(afternoon), underLoad: true)
    }
    #expect(try journal.database.inDatabase { try Int.fetchOne($0, sql: Self.wanted) } == wanted)
    try journal.close()
    let left = try JournalCopy(file: folder.journalFile).audit().faults.map(\.problem)
    #expect(left.filter { $0.contains("not that revision") || $0.contains("not found by") } == [])
  }

  /// How many commands a retry may still ask for.
  private static let wanted =
    "SELECT count(*) FROM outcomes WHERE state = \(JournalSchema.State.open.rawValue) OR NOT \(JournalSchema.isAcknowledged)"

  @Test("a bite that finds enough adds no landmark: under a load each would change a page for each scene")
  func addsNoLandmark() throws {
    let journal = try folder.begun()
    for revision in 1...900 as ClosedRange<Revision> {
      let id = "way-\(revision)"
      try journal.commit([.commit(commit(revision, "home")), .decided(decided(id))], nowMicros: afternoon)
      try journal.commit([acknowledged(id)], nowMicros: afternoon)
    }
    let indexed = journal.landmarks.indexed
    #expect(indexed > 0)
    journal.retention.bytes = 1
    for _ in 0..<2 {
      _ = try journal.maintain(at: JournalTime(afternoon), underLoad: true)
      #expect(journal.landmarks.indexed == indexed)
    }
    while try journal.maintain(nowMicros: afternoon) {}
    #expect(journal.landmarks.indexed == journal.seq)
    #expect(journal.statistics.commits == SpareRows.commitsKept && journal.statistics.outcomes == 0)
  }
}
