// SPDX-License-Identifier: Apache-2.0

import GRDB
import RouteModel

/// Finds commits by scene and revision.
///
/// The rows of all tables are numbered in one sequence, and taken in runs of ``runRows``. Of each run the table `revisions` has
/// each scene's highest revision and its row, the landmark. A search for a commit takes the next landmark of its scene that is
/// not below it, and reads that landmark's run. An index that is written with each commit changes a page for each scene in each
/// transaction, which was half of what the log held under a load of many scenes.
///
/// Up to the row `start.indexed` commits are taken over. Newer ones are found among the last rows of `commits`.
struct RevisionIndex {
  /// The rows of a run, a power of two. A search reads one run, and the rows that are not taken over yet: those of a run and of one
  /// turn at most. SQLite's cache holds them while they are new.
  static let runRows: Int64 = 2048

  /// Whether the journal is of a version that had an index of SQLite's own in place of the table.
  private let isFormer: Bool

  /// The index of a journal of any version.
  init(_ db: Database) throws {
    isFormer = try Int.fetchOne(db, sql: "PRAGMA user_version").map { $0 < 5 } ?? false
  }

  /// The commits that are not taken over, as the source of a SELECT. Journals of older coordinators have an index of SQLite's own:
  /// without NOT INDEXED it would read all of that for these few rows.
  private static let behind = "commits NOT INDEXED WHERE seq > \(indexed)"
  private static let indexed = "ifnull((SELECT max(indexed) FROM start), 0)"

  /// The commits of the run that holds the row `seq`, as the source of a SELECT.
  private static func run(of seq: String) -> String {
    "commits NOT INDEXED WHERE seq BETWEEN \(seq) & ~\(runRows - 1) AND \(seq) | \(runRows - 1)"
  }

  /// The row of the landmark: of the lowest revision in the table that is not below `:revision`.
  private static let landmark =
    "(SELECT seq FROM revisions WHERE scene = :scene AND revision >= :revision ORDER BY revision LIMIT 1)"

  /// The row of the newest commit of the scene `:scene` in a journal of this version, as an SQL expression. In a scene later rows
  /// have higher revisions.
  static let newest = """
    coalesce(
      (SELECT seq FROM \(behind) AND scene = :scene ORDER BY seq DESC LIMIT 1),
      (SELECT seq FROM revisions WHERE scene = :scene ORDER BY revision DESC LIMIT 1)
    )
    """

  /// The row of the newest commit of the scene `:scene` up to the revision `:revision`, as an SQL expression.
  var newestUpTo: String {
    let isWanted = "scene = :scene AND revision <= :revision"
    guard !isFormer else {
      return "(SELECT seq FROM commits WHERE scene = :scene AND revision <= :revision ORDER BY revision DESC LIMIT 1)"
    }
    return """
      coalesce(
        (SELECT seq FROM \(Self.run(of: Self.landmark)) AND \(isWanted) ORDER BY seq DESC LIMIT 1),
        (SELECT seq FROM \(Self.behind) AND \(isWanted) ORDER BY seq DESC LIMIT 1),
        (SELECT seq FROM revisions WHERE scene = :scene AND revision <= :revision ORDER BY revision DESC LIMIT 1)
      )
      """
  }

  /// The row of the revision `:revision` of the scene `:scene`, as an SQL expression.
  var row: String {
    let isWanted = "scene = :scene AND revision = :revision"
    guard !isFormer else { return "(SELECT seq FROM commits WHERE scene = :scene AND revision = :revision)" }
    return """
      coalesce(
        (SELECT seq FROM \(Self.run(of: Self.landmark)) AND \(isWanted)),
        (SELECT seq FROM \(Self.behind) AND \(isWanted))
      )
      """
  }

  /// Calls `body` with the name of each scene, in their order.
  func forEachScene(_ db: Database, _ body: (String) throws -> Void) throws {
    var last = ""
    while let name = try String.fetchOne(db.cachedStatement(sql: nextScene), arguments: ["name": last]) {
      last = name
      try body(name)
    }
  }

  /// The first scene behind `:name`, as an SQL query.
  private var nextScene: String {
    guard !isFormer else { return "SELECT min(scene) FROM commits WHERE scene > :name" }
    return """
      SELECT min(name) FROM (
        SELECT min(scene) AS name FROM revisions WHERE scene > :name
        UNION ALL SELECT min(scene) FROM \(Self.behind) AND scene > :name
      )
      """
  }

  /// The row of the newest commit of each scene, where all are taken over, as an SQL table `newest (seq)` for a WITH clause: from
  /// scene to scene, for to read all rows takes seconds where they are many.
  static let newestOfEach = """
    RECURSIVE scenes (name) AS (
      SELECT min(scene) FROM revisions
      UNION ALL SELECT (SELECT min(scene) FROM revisions WHERE scene > name) FROM scenes WHERE name IS NOT NULL
    ), newest (seq) AS (
      SELECT (SELECT seq FROM revisions WHERE scene = name ORDER BY revision DESC LIMIT 1) FROM scenes WHERE name IS NOT NULL
    )
    """

  // ── writing ────────────────────────────────────────────────────────────────────────────────────

  /// Takes over all commits that are not taken over. SQLite takes `seq` from the row of the highest revision.
  static let takingOver = """
    INSERT INTO revisions (scene, revision, seq)
    SELECT scene, max(revision), seq FROM \(behind) GROUP BY scene, seq / \(runRows)
    ON CONFLICT (scene, revision) DO UPDATE SET seq = excluded.seq
    """

  /// Adds a landmark: its scene, revision and row.
  static let landmarkInsertion = """
    INSERT INTO revisions (scene, revision, seq) VALUES (?, ?, ?)
    ON CONFLICT (scene, revision) DO UPDATE SET seq = excluded.seq
    """

  /// Whether the rows that the table names for the newest commits, from which a start goes on, are commits.
  static func knowsNewest(_ db: Database) throws -> Bool {
    try Row.fetchOne(
      db,
      sql: """
        WITH \(newestOfEach)
        SELECT 1 FROM newest WHERE NOT EXISTS (SELECT 1 FROM commits WHERE commits.seq = newest.seq) LIMIT 1
        """) == nil
  }

  /// Makes the table anew where it does not fit the commits, which somebody else or the disk has changed.
  static func mend(_ db: Database) throws {
    guard try !fits(db) else { return }
    try db.execute(sql: "DELETE FROM revisions; UPDATE start SET indexed = 0")
  }

  /// Looks whether the newest row of each scene that has rows behind ``indexed`` has its highest revision. Where damage has changed a
  /// revision, a start would go on from another route than the newest, and which of the rows is wrong a repair finds out.
  ///
  /// - Throws: The row that has the highest revision, and is not the newest, or not the only one that has it.
  static func checkOrder(_ db: Database) throws {
    var highest: [String: (revision: Int64, row: Int64, isNewest: Bool)] = [:]
    let landmark = try db.cachedStatement(
      sql: "SELECT revision, seq FROM revisions WHERE scene = ? ORDER BY revision DESC LIMIT 1")
    let rows = try Row.fetchCursor(db, sql: "SELECT scene, revision, seq FROM \(behind) ORDER BY seq")
    while let row = try rows.next().map({ JournalRow($0, of: "commits") }) {
      let (scene, revision, number) = try (row.text("scene"), row.integer("revision"), row.integer("seq"))
      if highest[scene] == nil {
        let known = try Row.fetchOne(landmark, arguments: [scene]).map { JournalRow($0, of: "revisions") }
        if let known { highest[scene] = try (known.integer("revision"), known.integer("seq"), true) }
      }
      if let known = highest[scene], known.revision >= revision {
        highest[scene]?.isNewest = false
      } else {
        highest[scene] = (revision, number, true)
      }
    }
    guard let (scene, found) = highest.filter({ !$0.value.isNewest }).min(by: { $0.value.row < $1.value.row }) else {
      return
    }
    throw RowFault(
      table: "commits", key: "\(found.row)",
      problem: "revision \(found.revision) of \(scene) is its highest, and a later row has none above it")
  }

  private static func fits(_ db: Database) throws -> Bool {
    for faults in [missing, strange] where try Row.fetchOne(db, sql: "\(faults) LIMIT 1") != nil { return false }
    return true
  }

  /// Calls `body` with what does not fit, of each kind so many at most.
  func forEachFault(_ db: Database, atMost limit: Int, _ body: (RowFault) -> Void) throws {
    guard !isFormer else { return }
    for row in try Int64.fetchAll(db, sql: "\(Self.missing) LIMIT \(limit)") {
      body(RowFault(table: "commits", key: "\(row)", problem: "is not found by the table revisions"))
    }
    for row in try Row.fetchAll(db, sql: "\(Self.strange) LIMIT \(limit)").map({ JournalRow($0, of: "revisions") }) {
      let (scene, revision, number) = try (row.text("scene"), row.integer("revision"), row.integer("seq"))
      body(
        RowFault(
          table: "revisions", key: "\(scene) \(revision)", problem: "row \(number) of commits is not that revision"))
    }
  }

  /// The rows of commits that should be found and are not, as an SQL query.
  private static let missing = """
    SELECT seq FROM commits NOT INDEXED WHERE seq <= \(indexed) AND seq / \(runRows) <> ifnull((
      SELECT seq FROM revisions WHERE scene = commits.scene AND revision >= commits.revision ORDER BY revision LIMIT 1
    ) / \(runRows), -1)
    """

  /// What the table holds of commits that are not there, as an SQL query.
  private static let strange = """
    SELECT scene, revision, seq FROM revisions AS r WHERE NOT EXISTS (
      SELECT 1 FROM commits WHERE seq = r.seq AND scene = r.scene AND revision = r.revision
    )
    """

  /// Deletes the landmarks of a scene up to a revision and a row: of commits that are all deleted.
  static func deleteLandmarks(of scene: String, upTo revision: Int64, row: Int64, _ db: Database) throws {
    let statement = try db.cachedStatement(sql: "DELETE FROM revisions WHERE scene = ? AND revision <= ? AND seq <= ?")
    try db.run(statement) { parameters in
      parameters.add(scene)
      parameters.add(revision)
      parameters.add(row)
    }
  }

  /// Deletes commits in any order. Its statements are found once: to find a long one costs as much as to run it.
  struct Deletion {
    private let deleteLandmark: Statement
    private let addLandmark: Statement
    private let deleteCommit: Statement

    init(_ db: Database) throws {
      deleteLandmark = try db.cachedStatement(
        sql: """
          DELETE FROM revisions
          WHERE (scene, revision) = (SELECT scene, revision FROM commits WHERE seq = ?1) AND seq = ?1
          """)
      // By age a later commit may go before an earlier one, where a clock was set.
      addLandmark = try db.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO revisions (scene, revision, seq)
          SELECT scene, max(revision), seq FROM commits NOT INDEXED
          WHERE seq >= ?1 & ~\(runRows - 1) AND seq < ?1 AND scene = (SELECT scene FROM commits WHERE seq = ?1) GROUP BY scene
          """)
      deleteCommit = try db.cachedStatement(sql: "DELETE FROM commits WHERE seq = ?")
    }

    /// Deletes the commit of this row.
    func run(_ row: Int64, _ db: Database) throws {
      try db.run(deleteLandmark) { $0.add(row) }
      if db.changesCount > 0 { try db.run(addLandmark) { $0.add(row) } }
      try db.run(deleteCommit) { $0.add(row) }
    }
  }

  // ── making a journal of many rows ──────────────────────────────────────────────────────────────

  /// Begins to fill a new journal with commits in any order, of which a revision may come twice: until ``endFilling(_:to:)`` SQLite
  /// keeps an index of them, so that each is found at once. The text of that index has just room in the first page.
  ///
  /// - Parameter isUnique: Whether one of each revision stays; else whoever fills it tells which.
  static func beginFilling(_ db: Database, isUnique: Bool = true) throws {
    try db.execute(sql: "CREATE \(isUnique ? "UNIQUE " : "")INDEX filling ON commits (scene, revision)")
  }

  /// Takes over all commits, the last of which may be of this row.
  static func endFilling(_ db: Database, to row: Int64) throws {
    var landmarks = Landmarks(behind: 0)
    try landmarks.takeOver(db, to: row)
    try db.execute(sql: "DROP INDEX filling")
  }
}
