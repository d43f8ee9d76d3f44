// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel
import WireProtocol

/// One of the two tables that hold the past.
enum HistoryTable: String {
  case commits, outcomes

  /// The rows whose short columns are as wanted, in the wanted order, among the next so many.
  ///
  /// - Returns: The rows, and the last one that was looked at, where there are more behind it.
  func find(
    _ question: Inspect, among rowsMax: Int, atMost limit: Int, _ db: Database
  ) throws -> (rows: [Int64], end: Int64?) {
    let past = question.past
    let range = try HistoryRange(question, in: self, db)
    let order = past.isAscending ? "ASC" : "DESC"
    let window = "FROM \(rawValue) WHERE seq > :above AND seq < :below ORDER BY seq \(order) LIMIT"
    let statement = try db.cachedStatement(
      sql: """
        SELECT seq FROM (SELECT seq, \(conditions) AS fits \(window) :rows) WHERE fits
        ORDER BY seq \(order) LIMIT :limit
        """)
    let bounds: StatementArguments = ["above": range.above, "below": range.below]
    var arguments: StatementArguments = [
      "scene": question.scene?.rawValue, "since": question.since.map { Int64(clamping: $0) },
      "until": past.until.map { Int64(clamping: $0) }, "from": past.from, "to": past.to, "rows": rowsMax,
      "limit": limit,
    ]
    arguments += self == .commits ? ["minor": past.wantsMinor] : ["open": JournalSchema.State.open.rawValue]
    let rows = try Int64.fetchAll(statement, arguments: bounds + arguments)
    if rows.count == limit { return (rows, rows.last) }
    let last = try db.cachedStatement(sql: "SELECT seq \(window) 2 OFFSET :offset")
    let ends = try Int64.fetchAll(last, arguments: bounds + ["offset": rowsMax - 1])
    return (rows, ends.count == 2 ? ends[0] : nil)
  }

  private var conditions: String {
    let own = self == .commits ? "(NOT :minor OR minor <> 0)" : "state <> :open"
    return """
      (\(own) AND (:scene IS NULL OR scene = :scene) AND (:since IS NULL OR revision > :since)
        AND (:until IS NULL OR revision <= :until) AND (:from IS NULL OR at >= :from) AND (:to IS NULL OR at <= :to))
      """
  }

  /// A second look at a row, without reading its texts as what they are: whether it is likely to be wanted, and how long the
  /// text is that says so.
  func look(_ seq: Int64, _ question: Inspect, _ db: Database) throws -> (isLikely: Bool, bytes: Int) {
    let past = question.past
    switch self {
    case .commits:
      guard let element = past.element else { return (true, 0) }
      let statement = try db.cachedStatement(
        sql: "SELECT instr(route, ?) > 0 AS likely, length(route) AS bytes FROM commits WHERE seq = ?")
      return try Self.look(statement, ["\"id\":\(element.rawValue)", seq])
    case .outcomes:
      let statement = try db.cachedStatement(
        sql: """
          SELECT (NOT ? OR outcome NOT LIKE '{"outcome":"committed"%') AND (? IS NULL OR client || '-' || sequence LIKE ?
            OR client LIKE ?) AS likely, length(outcome) AS bytes FROM outcomes WHERE seq = ?
          """)
      let ending = past.command.map { "%" + $0.replacing(/[%_]/) { _ in "_" } }
      return try Self.look(statement, [past.wantsFailed, ending, ending, ending, seq])
    }
  }

  private static func look(
    _ statement: Statement, _ arguments: StatementArguments
  ) throws -> (isLikely: Bool, bytes: Int) {
    guard let row = try Row.fetchOne(statement, arguments: arguments).map({ JournalRow($0, of: "row") }) else {
      return (false, 0)
    }
    return (try row.optionalInteger("likely") != 0, Int(clamping: try row.optionalInteger("bytes") ?? 0))
  }
}
