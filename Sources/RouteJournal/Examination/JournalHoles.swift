// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel

/// The times when the journal could not be written, by which missing revisions are explained.
///
/// A gap is written before the commits behind it. Where the end of the journal was lost, the last commit of each scene is
/// renumbered in its place, and the gap is written behind it.
struct JournalHoles {
  private let gaps: [(seq: Int64, reason: String)]

  init(_ db: Database) throws {
    gaps = try Row.fetchAll(db, sql: "SELECT seq, from_at, to_at, reason FROM gaps ORDER BY seq").map {
      let row = JournalRow($0, of: "gaps")
      return (try row.integer("seq"), try row.text("reason"))
    }
  }

  var count: Int { gaps.count }

  /// Why revisions are missing in front of a commit; nil where the journal does not know.
  ///
  /// - Parameters:
  ///   - older: The row in front of the missing ones.
  ///   - next: The row of the scene behind the commit; nil where there is none.
  func reason(above older: Int64, below next: Int64?) -> String? {
    gaps.first { $0.seq > older && $0.seq < next ?? .max }?.reason
  }

  /// Whether the journal knows that it has lost what came behind a row.
  func isLost(behind row: Int64) -> Bool { gaps.last.map { $0.seq > row } ?? false }
}
