// SPDX-License-Identifier: Apache-2.0

package import Coordination
import GRDB
package import RouteModel
import WireProtocol

/// A journal that no daemon writes: a copied file, opened to be read.
///
/// A copy is whole when the daemon was stopped, or when `journal.sqlite-wal` was copied with it. It may lie where nothing can
/// be written.
package final class JournalCopy {
  /// The file.
  package let file: String
  /// The file itself, where ``file`` is a link to it.
  let place: String
  let database: DatabaseQueue
  /// The copy that is read, where nothing can be written beside the file.
  let staged: StagedJournal?

  /// Opens the journal in `file`; nothing in it is changed.
  ///
  /// - Parameter isSound: Whether a damaged one is refused; else what can be read of it is.
  package convenience init(file: String, isSound: Bool = true) throws(JournalError) {
    do throws(JournalError) {
      guard try !NamedFile(file).hasLostBeginning else { throw JournalError.corrupt(file, "its first page is lost") }
      try self.init(file, by: StagedJournal(unlessWritable: file), isSound: isSound)
    } catch {
      throw error.told(to: .reader)
    }
  }

  /// Opens the journal in `file`, or the copy of it that is to be read.
  init(_ file: String, by staged: StagedJournal?, isSound: Bool) throws(JournalError) {
    let opened = staged?.file ?? file
    guard try JournalFile.examine(opened, named: file, toWrite: false, checksPages: isSound) else {
      throw JournalError(.foreign, "\(file) is no journal (it holds nothing)", .naming)
    }
    (self.file, self.staged) = (file, staged)
    place = NamedFile.place(of: file)
    database = try translating(file) {
      try DatabaseQueue(path: opened, configuration: JournalFile.configuration(readonly: true))
    }
  }

  /// The scenes that have commits, by name.
  package func scenes() throws(JournalError) -> [SceneName] {
    try translating(file) {
      try database.inDatabase { db in
        var scenes: [SceneName] = []
        try RevisionIndex(db).forEachScene(db) { name in
          guard let scene = SceneName(name) else {
            throw RowFault(table: "commits", key: name, problem: "is no name of a scene")
          }
          scenes.append(scene)
        }
        return scenes
      }
    }
  }

  /// What a revision of a scene is, where the journal has it and it can be read.
  package func route(of scene: SceneName, at revision: Revision) throws(JournalError) -> Route? {
    try translating(file) {
      try database.inDatabase { db in
        try Row.fetchOne(
          db, sql: "SELECT seq, route FROM commits WHERE seq = \(RevisionIndex(db).row)",
          arguments: ["scene": scene.rawValue, "revision": Int64(bitPattern: revision)]
        ).map { try JournalRow($0, of: "commits").value("route") { try StoredJSON.route($0) } }
      }
    }
  }

  /// The size of the copy.
  package func statistics() throws(JournalError) -> JournalStatistics {
    let counts = try translating(file) { try database.inDatabase { try JournalFile.counts($0) } }
    return JournalStatistics(
      commits: counts.commits, outcomes: counts.outcomes, gaps: counts.gaps, bytes: JournalFile.bytes(place))
  }
}
