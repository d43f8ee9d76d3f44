// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel

/// The rows that can be wanted, both ends left out. The commits of a scene are found by revision, without a
/// walk through all rows.
struct HistoryRange {
  private(set) var above: Int64
  private(set) var below: Int64

  init(_ question: Inspect, in table: HistoryTable, _ db: Database) throws {
    above = question.past.after.map { Int64(clamping: $0) } ?? 0
    below = question.past.before.map { Int64(clamping: $0) } ?? .max
    switch table {
    case .commits: if let scene = question.scene { try narrow(to: scene, question, db) }
    case .outcomes:
      if let id = question.past.command.flatMap({ CommandID($0) }) { try narrow(to: id, db) }
    }
  }

  /// Leaves out what lies before the first wanted commit of a scene, or behind the last.
  private mutating func narrow(to scene: SceneName, _ question: Inspect, _ db: Database) throws {
    let search = try Self.search(db)
    if let since = question.since, let row = try Self.last(scene, upTo: since, search) { above = max(above, row.seq) }
    if let until = question.past.until {
      guard let row = try Self.last(scene, upTo: until, search) else { return below = 0 }
      below = min(below, Self.behind(row.seq))
    }
    if let element = question.past.element, let row = try Self.last(before: element, scene, search) {
      above = max(above, row.seq)
    }
  }

  /// Leaves out all but the command with a whole id. A text without a client part that no command has is an ending of others.
  private mutating func narrow(to id: CommandID, _ db: Database) throws {
    let statement = try db.cachedStatement(sql: "SELECT seq FROM outcomes WHERE client = ? AND sequence = ?")
    let row = try GRDB.Row.fetchOne(statement, arguments: [id.client, Int64(bitPattern: id.sequence)])
    guard let seq = try row.map({ try JournalRow($0, of: "outcomes").integer("seq") }) else {
      if !id.isFree { below = 0 }
      return
    }
    (above, below) = (max(above, Self.before(seq)), min(below, Self.behind(seq)))
  }

  /// A damaged journal may hold any number.
  private static func before(_ number: Int64) -> Int64 { number == .min ? .min : number - 1 }
  private static func behind(_ number: Int64) -> Int64 { number == .max ? .max : number + 1 }

  private struct Row {
    let seq: Int64
    let revision: Int64
    let nextID: UInt64
  }

  /// What ``last(_:upTo:_:)`` searches with.
  private static func search(_ db: Database) throws -> Statement {
    try db.cachedStatement(
      sql: "SELECT seq, revision, next_id FROM commits WHERE seq = \(RevisionIndex(db).newestUpTo)")
  }

  /// The last commit of a scene up to a revision.
  private static func last(_ scene: SceneName, upTo revision: Revision, _ search: Statement) throws -> Row? {
    let row = try GRDB.Row.fetchOne(
      search, arguments: ["scene": scene.rawValue, "revision": Int64(clamping: revision)])
    guard let row = row.map({ JournalRow($0, of: "commits") }) else { return nil }
    return Row(
      seq: try row.integer("seq"), revision: try row.integer("revision"),
      nextID: UInt64(bitPattern: try row.integer("next_id")))
  }

  /// The last commit of a scene before an element's id was given out or reserved; ids only grow, so it is found by halving.
  private static func last(before element: ElementID, _ scene: SceneName, _ search: Statement) throws -> Row? {
    guard var newest = try last(scene, upTo: .max, search).map({ min($0.revision, before(.max)) }) else { return nil }
    var (oldest, found): (Int64, Row?) = (1, nil)
    while oldest <= newest {
      let middle = oldest + (newest - oldest) / 2
      guard let row = try last(scene, upTo: Revision(middle), search) else {
        oldest = middle + 1
        continue
      }
      if row.nextID <= element.rawValue {
        (found, oldest) = (row, middle + 1)
      } else {
        newest = before(row.revision)
      }
    }
    return found
  }
}
