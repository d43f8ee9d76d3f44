// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
package import RouteModel
import WireProtocol

/// An examination of a journal: each page, each value, each revision built from the one before it, and each command's end
/// beside the commit that it tells of. However long the journal is, it keeps two routes in memory, and where each commit is.
struct JournalAudit {
  private(set) var report = JournalReport()
  private let db: Database
  /// Where each commit is.
  private let list: CommitList
  private var holes: JournalHoles?
  /// How far a mark beside the journal has seen it come.
  private let mark: Watermark.Level?
  /// Called with each scene and how many of its commits were looked at.
  private let progress: (SceneName, Int) -> Void

  /// Examines the journal of a connection, as it is in one moment.
  ///
  /// - Parameters:
  ///   - mark: How far a mark beside the journal has seen it come.
  ///   - holder: The coordinator that has the journal open, in words; nil where none has.
  static func report(
    _ db: Database, _ file: String, mark: Watermark.Level?, holder: String? = nil,
    progress: @escaping (SceneName, Int) -> Void
  ) throws -> JournalReport {
    try db.beginTransaction(.deferred)
    // Its end fails as well where a page was damaged.
    defer { try? db.rollback() }
    var audit = JournalAudit(db, try CommitList(), mark, progress)
    audit.report.bytes = JournalFile.bytes(file)
    audit.report.holder = holder
    audit.attempt("the last start") { try $0.checkStart() }
    audit.attempt("the pages") { try $0.checkPages() }
    audit.attempt("the numbers of all tables") { try $0.checkNumbers() }
    audit.attempt("the table revisions") { try $0.checkIndex() }
    audit.attempt("the table gaps") { audit in audit.holes = try JournalHoles(audit.db) }
    audit.report.gaps = audit.holes?.count ?? 0
    audit.attempt("the table commits") { try $0.findCommits() }
    audit.attempt("the list of scenes") { try $0.checkScenes() }
    audit.attempt("the table outcomes") { try $0.checkCommands() }
    audit.attempt("the table workers") { try $0.checkWorkers() }
    return audit.report
  }

  private init(
    _ db: Database, _ list: CommitList, _ mark: Watermark.Level?, _ progress: @escaping (SceneName, Int) -> Void
  ) {
    (self.db, self.list, self.mark, self.progress) = (db, list, mark, progress)
  }

  /// Runs a part; where it cannot go on, that is a fault, and the next part follows.
  private mutating func attempt(_ what: String, in scene: SceneName? = nil, _ part: (inout JournalAudit) throws -> Void)
  {
    do {
      try part(&self)
    } catch let fault as RowFault {
      report.add(JournalFault(fault))
    } catch {
      let detail = JournalError.line((error as? DatabaseError)?.message ?? "\(error)")
      report.add(JournalFault(scene: scene, "\(what) cannot be read to the end (\(detail))"))
    }
  }

  private mutating func checkStart() throws {
    report.version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let start = try Row.fetchAll(db, sql: "SELECT id, epoch FROM start").map { JournalRow($0, of: "start") }
    report.epoch = try UInt64(clamping: start.first?.integer("epoch") ?? 0)
    if start.isEmpty { report.add(JournalFault(table: "start", "no start was ever written")) }
    let lost = try LostEnd(mark, seq: JournalFile.newest(db), epoch: start.first?.integer("epoch") ?? 0)
    guard let lost else { return }
    // While the disk takes nothing the mark goes on, and the process has what it tells.
    let problem =
      report.holder.map { "its end is not written: the waykeeperd that runs (\($0)) has \(lost.what)" }
      ?? "its end is lost: the mark beside it has seen \(lost.what)"
    report.add(JournalFault(problem))
  }

  /// Problems of pages that are told.
  private static let pagesMax = 20

  /// What SQLite finds before it cannot go on either.
  private mutating func checkPages() throws {
    let problems = try String.fetchCursor(db, sql: "PRAGMA integrity_check(\(Self.pagesMax))")
    while let problem = try problems.next() {
      // A line without a star is one of its findings.
      for line in problem.split(separator: "\n") where line != "ok" && !line.hasPrefix("*") {
        report.add(JournalFault("SQLite: \(line)"))
      }
    }
  }

  /// Values of each table that are told.
  private static let valuesMax = 20

  private mutating func checkNumbers() throws {
    for fault in try JournalCheck.faults(db, atMost: Self.valuesMax) { report.add(JournalFault(fault)) }
  }

  private mutating func checkIndex() throws {
    try RevisionIndex(db).forEachFault(db, atMost: Self.valuesMax) { report.add(JournalFault($0)) }
  }

  // ── scenes ─────────────────────────────────────────────────────────────────────────────────────

  /// Lists all commits that can be read: the journal's own index may be what is wrong.
  private mutating func findCommits() throws {
    var salvage = Salvage(db, mark: mark)
    try salvage.forEach("commits", columns: "seq, scene, revision") { row in
      try list.add(scene: row["scene"], revision: row["revision"], row: row["seq"])
    }
    try list.close()
    noteUnread(by: salvage)
  }

  private mutating func noteUnread(by salvage: Salvage) {
    for table in salvage.damaged { report.add(JournalFault(table: table, "pages of it cannot be read")) }
    for table in salvage.missing { report.add(JournalFault(table: table, "it is missing")) }
  }

  private mutating func checkScenes() throws {
    for name in try list.scenes() {
      guard let scene = SceneName(name) else {
        report.add(JournalFault(table: "commits", "'\(name)' is no name of a scene"))
        continue
      }
      attempt("what follows in this scene", in: scene) { try $0.check(scene) }
    }
  }

  /// Commits between two calls of the progress.
  private static let progressStep = 500

  private mutating func check(_ scene: SceneName) throws {
    let statement = try db.makeStatement(sql: "SELECT \(JournalRow.commitColumns) FROM commits WHERE seq = ?")
    var walk = SceneWalk()
    let list = list
    try list.forEach(in: scene) { number, place in
      let revision = UInt64(bitPattern: number)
      if walk.count == 0 { report.scenes.append(.init(name: scene, revisions: revision...revision)) }
      walk.count += 1
      if walk.count % Self.progressStep == 0 { progress(scene, walk.count) }
      let index = report.scenes.count - 1
      report.scenes[index].commits = walk.count
      if revision > report.scenes[index].revisions.upperBound {
        report.scenes[index].revisions = report.scenes[index].revisions.lowerBound...revision
      }
      do {
        guard let row = try Row.fetchOne(statement, arguments: [place]) else { return }
        try take(JournalRow(row, of: "commits"), &walk)
      } catch let error as RowFault {
        report.add(JournalFault(table: error.table, row: error.key, scene: scene, revision: revision, error.problem))
        // What follows a commit that cannot be read can only be compared with the one before that.
        walk.unreadable = revision
      } catch let error as DatabaseError where error.isDamage {
        report.add(
          JournalFault(
            table: "commits", row: "\(place)", scene: scene, revision: revision, "a page of it cannot be read"))
        walk.unreadable = revision
      }
    }
    settle(&walk, below: nil)
  }

  /// How far the commits of a scene were looked at.
  private struct SceneWalk {
    var succession = CommitSuccession()
    var count = 0
    var row: Int64 = 0
    var unreadable: Revision = 0
    /// Missing revisions in front of the last commit, and the row in front of them.
    var missing: (revisions: ClosedRange<Revision>, above: Int64)?
  }

  private mutating func take(_ stored: JournalRow, _ walk: inout SceneWalk) throws(RowFault) {
    let row = try stored.integer("seq")
    let commit = try stored.commit()
    settle(&walk, below: row, in: commit.scene)
    if row < walk.row {
      report.add(
        JournalFault(
          table: "commits", row: "\(row)", scene: commit.scene, revision: commit.revision,
          "lies before row \(walk.row), which has an earlier revision"))
    }
    if let last = walk.succession.last, commit.revision > last.revision, commit.revision - last.revision > 1,
      walk.unreadable != commit.revision - 1
    {
      walk.missing = (last.revision + 1...commit.revision - 1, walk.row)
    }
    if let problem = walk.succession.advance(to: commit) {
      report.add(
        JournalFault(table: "commits", row: "\(row)", scene: commit.scene, revision: commit.revision, problem))
    }
    walk.row = row
  }

  /// Says what became of missing revisions, once it is known which row follows the commit behind them.
  private mutating func settle(_ walk: inout SceneWalk, below next: Int64?, in scene: SceneName? = nil) {
    guard let missing = walk.missing, let scene = scene ?? walk.succession.last?.scene else { return }
    walk.missing = nil
    if let reason = holes?.reason(above: missing.above, before: walk.row, below: next) {
      guard let index = report.scenes.indices.last else { return }
      report.scenes[index].holes.append(.init(revisions: missing.revisions, reason: reason))
      return
    }
    let (first, last) = (missing.revisions.lowerBound, missing.revisions.upperBound)
    let what = first == last ? "revision \(first) is missing" : "revisions \(first) to \(last) are missing"
    report.add(
      JournalFault(
        table: "commits", row: "\(walk.row)", scene: scene, revision: first,
        "\(what), and no gap says that the journal could not be written"))
  }

  // ── commands and workers ───────────────────────────────────────────────────────────────────────

  private mutating func checkCommands() throws {
    let columns = JournalSchema.selection(
      of: "seq, client, sequence, state, scene, revision, body_hash, verb, because, origin, outcome, owner",
      from: "outcomes", in: report.version)
    var salvage = Salvage(db, mark: mark)
    try salvage.forEach("outcomes", columns: columns) { row in
      let row = JournalRow(row, of: "outcomes")
      do {
        let isOpen = try row.integer("state") == JournalSchema.State.open.rawValue
        if isOpen { report.openCommands += 1 } else { report.commands += 1 }
        try check(row)
      } catch let fault as RowFault {
        report.add(JournalFault(fault))
      }
    }
    noteUnread(by: salvage)
  }

  private mutating func check(_ row: JournalRow) throws {
    let outcome = try row.wholeDecided().outcome
    guard outcome.kind == .committed else { return }
    let found: Row?
    do {
      found = try list.row(of: outcome.scene, outcome.revision).flatMap {
        try Row.fetchOne(
          db.cachedStatement(sql: "SELECT seq, scene, route FROM commits WHERE seq = ?"), arguments: [$0])
      }
    } catch let error as DatabaseError where error.isDamage {
      // It is the commit that cannot be read, and the look at its scene has told so.
      return
    }
    guard let commit = found else { return try checkRevision(of: outcome, row) }
    let route = try? JournalRow(commit, of: "commits").value("route") { try StoredJSON.route($0) }
    guard let route, !outcome.path.path.elements.isEmpty,
      let difference = CommitSuccession.difference(of: route, from: Route(root: outcome.path.path))
    else { return }
    throw row.fault(
      "outcome", "has another path than revision \(outcome.revision) of \(outcome.scene), which has \(difference)")
  }

  /// A command that was told to be committed has its commit, unless that is cut, or its end is known to be lost.
  private mutating func checkRevision(of outcome: Outcome, _ row: JournalRow) throws {
    if try holes?.isLost(behind: row.integer("seq")) == true { return }
    guard let scene = report.scenes.first(where: { $0.name == outcome.scene }) else {
      // The last commit of a scene is never cut.
      throw row.fault(
        "outcome", "tells of revision \(outcome.revision) of \(outcome.scene), of which there is no commit")
    }
    guard outcome.revision > scene.revisions.upperBound else { return }
    throw row.fault(
      "outcome",
      "tells of revision \(outcome.revision) of \(scene.name), whose newest commit here is \(scene.revisions.upperBound)"
    )
  }

  private mutating func checkWorkers() throws {
    let columns = JournalSchema.selection(of: JournalRow.workerColumns, from: "workers", in: report.version)
    let rows = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM workers ORDER BY name")
    while let row = try rows.next() {
      do { _ = try JournalRow(row, of: "workers").worker() } catch { report.add(JournalFault(error)) }
    }
  }
}

extension JournalCopy {
  /// Examines the journal beside whoever writes it, as it is in one moment. A damaged one needs `isSound: false` to be opened.
  ///
  /// - Parameter progress: Called with each scene and how many of its commits were looked at, now and then.
  package func audit(
    progress: @escaping (SceneName, Int) -> Void = { _, _ in }
  ) throws(JournalError) -> JournalReport {
    // Read first, and where a copy is read before that was made: a mark is written behind the rows that it has seen.
    let mark = if let staged { staged.mark } else { Watermark.level(of: place) }
    do {
      return try translating(file) {
        // Of the folder's files a coordinator has one open.
        let folder = PathName.folder(of: place)
        let holder = place == folder + "/" + Journal.fileName ? FolderLock.holder(of: folder) : nil
        return try database.inDatabase {
          try JournalAudit.report($0, place, mark: mark, holder: holder, progress: progress)
        }
      }
    } catch {
      throw error.told(to: .reader)
    }
  }
}
