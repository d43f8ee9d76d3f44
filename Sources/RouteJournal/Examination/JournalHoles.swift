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
  /// A time without the journal ends with the last commit of each scene, so the last such gap in front of the commit explains it.
  /// A lost end gives the commits in front of it other numbers, so it explains nothing of a commit behind it. Where both a gap in front
  /// and a lost end behind are there, either may have made the hole.
  ///
  /// - Parameters:
  ///   - older: The row in front of the missing ones.
  ///   - row: That of the commit.
  ///   - next: The row of the scene behind the commit; nil where there is none.
  func reason(above older: Int64, before row: Int64, below next: Int64?) -> String? {
    let between = gaps.filter { $0.seq > older && $0.seq < next ?? .max }
    let ended = between.last { $0.seq < row && !LostEnd.isTold(by: $0.reason) }
    let renumbered = between.first { $0.seq > row && LostEnd.isTold(by: $0.reason) }
    let reasons = [ended, renumbered].compactMap { $0?.reason }
    // A repair writes its gap where a number is free.
    return reasons.isEmpty ? between.first?.reason : reasons.joined(separator: "; and ")
  }

  /// Whether the journal knows that it has lost what came behind a row.
  func isLost(behind row: Int64) -> Bool { gaps.last.map { $0.seq > row } ?? false }
}
