// SPDX-License-Identifier: Apache-2.0

package import Coordination
import GRDB
package import RouteModel
import WireProtocol

extension Journal {
  /// How past commands ended, newest first, each as an outcome's object with `verb`, `because`, `origin` and `at` (µs of
  /// the wall clock) at its end. Commands of the coordinator itself (a boot, a death policy, a redirect) are among them.
  ///
  /// - Parameters:
  ///   - scene: Only this scene's; nil for all.
  ///   - since: Only those whose scene then had a revision above this one.
  ///   - limit: At most so many.
  package func history(
    scene: SceneName? = nil, since: Revision? = nil, limit: Int = 100
  ) throws(JournalError) -> Report {
    try translating(file) {
      try database.inDatabase { try History.report($0, scene: scene, since: since, limit: limit) }
    }
  }
}

/// Reads the ended commands of a journal in use or of a copy.
enum History {
  static func report(_ db: Database, scene: SceneName?, since: Revision?, limit: Int) throws -> Report {
    // One more than asked for shows whether there is more.
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT seq, at, verb, because, origin, outcome FROM outcomes
          WHERE state <> ?1 AND (?2 IS NULL OR scene = ?2) AND (?3 IS NULL OR revision > ?3)
          ORDER BY seq DESC LIMIT ?4
          """),
      arguments: [
        JournalSchema.State.open.rawValue, scene?.rawValue, since.map { Int64(clamping: $0) }, max(0, limit) + 1,
      ])
    var objects: [ReportObject] = []
    var bytes = 0
    while let row = try rows.next() {
      guard objects.count < limit, bytes <= bytesMax else { return Report(objects: objects, more: true) }
      let object = try object(JournalRow(row, of: "outcomes"))
      bytes += object.encodedByteCount
      objects.append(.json(object))
    }
    return Report(objects: objects, more: false)
  }

  /// No more is read than an answer can hold, in bytes.
  private static let bytesMax = 1024 * 1024

  private static func object(_ row: JournalRow) throws(RowFault) -> JSONValue {
    guard case .members(var members) = try row.value("outcome", StoredJSON.object) else {
      throw row.fault("outcome", "is no object")
    }
    members.append(JSONValue.Member("verb", .string(try row.text("verb"))))
    members.append(JSONValue.Member("because", try row.optionalText("because").map(JSONValue.string) ?? .null))
    members.append(JSONValue.Member("origin", try row.value("origin", StoredJSON.object)))
    members.append(JSONValue.Member("at", .integer(try row.integer("at"))))
    return .members(members)
  }
}
