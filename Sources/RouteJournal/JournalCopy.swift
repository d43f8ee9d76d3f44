// SPDX-License-Identifier: Apache-2.0

package import Coordination
import GRDB
package import RouteModel
import WireProtocol

/// A journal that no daemon writes: a copied file, opened to be read.
///
/// A copy is whole when the daemon was stopped, or when `journal.sqlite-wal` was copied with it.
package final class JournalCopy {
  /// The file.
  package let file: String
  private let database: DatabaseQueue

  /// Opens the journal in `file`; nothing in it is changed.
  package init(file: String) throws(JournalError) {
    guard try JournalFile.examine(file, toWrite: false) else {
      throw JournalError(.inaccessible, "there is no journal \(file), or it is empty")
    }
    self.file = file
    database = try translating(file) {
      try DatabaseQueue(path: file, configuration: JournalFile.configuration(readonly: true))
    }
  }

  /// As ``Journal/history(scene:since:limit:)``.
  package func history(
    scene: SceneName? = nil, since: Revision? = nil, limit: Int = 100
  ) throws(JournalError) -> Report {
    try translating(file) {
      try database.inDatabase { try History.report($0, scene: scene, since: since, limit: limit) }
    }
  }

  /// The size of the copy.
  package func statistics() throws(JournalError) -> JournalStatistics {
    let counts = try translating(file) { try database.inDatabase { try JournalFile.counts($0) } }
    return JournalStatistics(
      commits: counts.commits, outcomes: counts.outcomes, gaps: counts.gaps, bytes: JournalFile.bytes(file))
  }
}
