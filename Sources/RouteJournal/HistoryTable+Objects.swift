// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel
import WireProtocol

/// Rows as they are told.
extension HistoryTable {
  /// The object of a row; nil where it is not as wanted.
  func object(_ seq: Int64, _ question: Inspect, _ db: Database) throws -> JSONValue? {
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM \(rawValue) WHERE seq = ?")
    guard let row = try Row.fetchOne(statement, arguments: [seq]).map({ JournalRow($0, of: rawValue) }) else {
      return nil
    }
    switch self {
    case .commits: return try Self.commit(row, holding: question.past.element)
    case .outcomes: return try Self.command(row, question.past)
    }
  }

  private var columns: String {
    switch self {
    case .commits: "seq, at, scene, revision, major_revision, minor, epoch, route, cause"
    case .outcomes: "seq, at, client, sequence, verb, because, origin, outcome"
    }
  }

  private static func commit(_ row: JournalRow, holding element: ElementID?) throws(RowFault) -> JSONValue? {
    if let element {
      let route = try row.value("route") { try StoredJSON.route($0) }
      guard route.element(element) != nil else { return nil }
    }
    return .members([
      .init("scene", .string(try row.text("scene"))), .init("revision", .integer(try row.integer("revision"))),
      .init("majorRevision", .integer(try row.integer("major_revision"))),
      .init("minor", .bool(try row.integer("minor") != 0)), .init("epoch", .integer(try row.integer("epoch"))),
      .init("path", try row.value("route", StoredJSON.wholeRoute)),
      .init("cause", try row.value("cause", StoredJSON.wholeCause)), .init("at", .integer(try row.integer("at"))),
      .init("row", .integer(try row.integer("seq"))),
    ])
  }

  private static func command(_ row: JournalRow, _ past: Inspect.Past) throws(RowFault) -> JSONValue? {
    if let ending = past.command {
      let sequence = UInt64(bitPattern: try row.integer("sequence"))
      let id = CommandID(client: try row.text("client"), sequence: sequence)
      // A client without a sequence is no ending, and means its first command.
      guard let id, id.description.hasSuffix(ending) || id == CommandID(ending) else { return nil }
    }
    let outcome = try row.value("outcome", StoredJSON.wholeOutcome)
    guard case .members(var members) = outcome else { throw row.fault("outcome", "is no object") }
    if past.wantsFailed, !outcome.isFailed { return nil }
    members.append(.init("verb", .string(try row.text("verb"))))
    members.append(.init("because", try row.optionalText("because").map(JSONValue.string) ?? .null))
    members.append(.init("origin", try row.value("origin", StoredJSON.wholeOrigin)))
    members.append(.init("at", .integer(try row.integer("at"))))
    members.append(.init("row", .integer(try row.integer("seq"))))
    return .members(members)
  }
}

extension JSONValue {
  /// Whether an outcome's object tells of a command that was to change something and did not end as asked.
  fileprivate var isFailed: Bool {
    switch (self["outcome"], self["reason"]) {
    case (.string("committed"), _), (.string("unchanged"), .string("same")): false
    default: self["dryRun"] != .bool(true) && self["reason"] != .string("dryRun")
    }
  }
}
