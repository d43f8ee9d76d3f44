// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel

/// The landmarks of commits that are not in the table `revisions` yet (``RevisionIndex``), noted while the commits are written: a
/// load would feel it if each run were read again.
struct Landmarks {
  /// The row up to which commits are in the table.
  private(set) var indexed: Int64
  /// Whether those of all later commits were noted; else the rows say it.
  let areNoted: Bool
  /// Of the run that the last noted commit is in.
  private var open: [SceneName: Place] = [:]
  private var openRun: Int64 = 0
  /// Of the runs before that, in their order.
  private var closed: [(scene: SceneName, place: Place)] = []

  /// What the table holds of some scenes, so that a cut need not look for it each time.
  private var extents: [String: Extent] = [:]

  /// Revisions by their bits, as the table compares them.
  private struct Extent {
    var lowest: Int64
    var highest: Int64
  }

  private struct Place {
    /// By its bits, as the table compares it.
    var revision: Int64
    var row: Int64
  }

  /// Of commits behind the row `indexed`, of which none was noted yet.
  ///
  /// - Parameter areNoted: Whether there are none.
  init(behind indexed: Int64, areNoted: Bool = false) {
    self.indexed = indexed
    self.areNoted = areNoted
  }

  /// Notes a commit that was written; later rows have greater numbers.
  mutating func note(_ commit: CommitRecord, row: Int64) {
    guard areNoted else { return }
    let run = row / RevisionIndex.runRows
    if run != openRun {
      closed += open.map { ($0.key, $0.value) }
      open.removeAll(keepingCapacity: true)
      openRun = run
    }
    let place = Place(revision: Int64(bitPattern: commit.revision), row: row)
    if let known = open[commit.scene], known.revision > place.revision { return }
    open[commit.scene] = place
  }

  /// Takes over all commits up to the newest row, inside the caller's transaction.
  mutating func takeOver(_ db: Database, to newest: Int64) throws {
    if areNoted {
      let statement = try db.cachedStatement(sql: RevisionIndex.landmarkInsertion)
      for (scene, place) in closed + open.map({ ($0.key, $0.value) }) {
        try db.run(statement) { row in
          row.add(scene.rawValue)
          row.add(place.revision)
          row.add(place.row)
        }
        if let highest = extents[scene.rawValue]?.highest {
          extents[scene.rawValue]?.highest = max(highest, place.revision)
        }
      }
    } else {
      extents.removeAll()
      try db.cachedStatement(sql: RevisionIndex.takingOver).execute()
    }
    try db.cachedStatement(sql: "UPDATE start SET indexed = ?").execute(arguments: [newest])
    let extents = extents
    self = Landmarks(behind: newest, areNoted: true)
    self.extents = extents
  }

  // ── cutting ────────────────────────────────────────────────────────────────────────────────────

  /// The highest revision of a scene in the table; nil where it has none.
  mutating func highest(of scene: String, _ db: Database) throws -> Int64? { try extent(of: scene, db)?.highest }

  /// Deletes the landmarks of a scene up to a revision and a row: of commits that are all deleted.
  mutating func delete(of scene: String, upTo revision: Int64, row: Int64, _ db: Database) throws {
    guard let extent = try extent(of: scene, db), extent.lowest <= revision else { return }
    try RevisionIndex.deleteLandmarks(of: scene, upTo: revision, row: row, db)
    extents[scene] = nil
  }

  /// Looks again for what the table holds: landmarks were added or deleted in other ways.
  mutating func forgetExtents() { extents.removeAll() }

  private mutating func extent(of scene: String, _ db: Database) throws -> Extent? {
    if let known = extents[scene] { return known }
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT (SELECT min(revision) FROM revisions WHERE scene = ?1), (SELECT max(revision) FROM revisions WHERE scene = ?1)
          """), arguments: [scene])
    guard let row, let lowest = row[0] as Int64?, let highest = row[1] as Int64? else { return nil }
    if extents.count == Self.extentsMax { extents.removeAll() }
    let extent = Extent(lowest: lowest, highest: highest)
    extents[scene] = extent
    return extent
  }

  /// Scenes of long ago may be many.
  private static let extentsMax = 1024
}
