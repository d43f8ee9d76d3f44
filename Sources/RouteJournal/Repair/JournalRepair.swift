// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import Glibc
import RouteModel

/// What a repair has done.
package struct RepairReport: Sendable {
  /// The damaged file: as it was named, or what that leads to where it is a link.
  package internal(set) var file = ""
  /// What the new journal is.
  package internal(set) var journal = JournalReport()
  /// For people: what was done to the file as a whole.
  package internal(set) var notes: [String] = []
  /// The rows that are left out.
  var left = DroppedRows()
  /// Rows that are left out, and why; the first so many.
  package var dropped: [JournalFault] { left.first }
  /// How many rows are left out that were read.
  package var droppedCount: Int { left.count }
  /// The gaps that were written for what is missing, besides those that were there.
  package internal(set) var addedGaps = 0
  /// Whether the mark beside the journal was copied as well.
  package internal(set) var hasMark = false
}

/// Makes a sound journal of what can be read of another one.
///
/// All that can be read is copied, row by row. Of two commits that do not fit together the one is left out that its other neighbour
/// does not confirm, and where many do not fit, the older part. What is missing then is written down as a gap.
package enum JournalRepair {
  /// Repairs the journal in `file` into the new file `target`; `file` stays as it is. The new file has its name once it is whole: an
  /// end before that leaves nothing but a folder `way-journal-…` beside it, which the next repair names, or the mark of the new one.
  ///
  /// - Throws: Where a running coordinator has the journal open, nothing of it can be read, or `target` is there already.
  package static func run(_ file: String, into target: String) throws(JournalError) -> RepairReport {
    let place = NamedFile.place(of: file)
    if let holder = FolderLock.holder(of: PathName.folder(of: place)) {
      throw JournalError(
        .locked,
        "\(file) belongs to a waykeeperd that runs (\(holder)), and goes on to change; end it first, or repair a copy")
    }
    _ = try NamedFile(file)
    for suffix in ["", "-wal", "-shm", "-mark"] {
      var there = stat()
      guard lstat(target + suffix, &there) != 0 else { throw JournalFile.isThere(target + suffix) }
    }
    // Before this repair makes its own.
    let left = StagedJournal.folders(in: PathName.folder(of: target))
    do throws(JournalError) {
      let mark = Watermark.level(of: place)
      let damaged = try DamagedJournal(file, in: PathName.folder(of: target))
      var report = try write(damaged, of: file, mark, as: target)
      report.file = NamedFile.target(of: file)
      if JournalFile.hasOtherName(place) {
        report.notes.append(
          "it has another name on its disk (a hard link): where a waykeeperd has it open by that, end it and repair again"
        )
      }
      report.notes += give(damaged.fresh, target, toOwnerOf: place)
      report.notes += left.map {
        "a `way journal` that did not come to its end has left \($0): remove it, unless one is at work"
      }
      try damaged.name(target)
      return report
    } catch {
      guard error.code != .full else {
        let removable = left.first.map {
          ", or remove what an earlier `way journal` has left (\($0)), unless one is at work"
        }
        throw JournalError(
          .full,
          "there is no room in \(PathName.folder(of: target)) to repair \(file): that takes twice its size and more; "
            + "name a NEW on another disk" + (removable ?? ""))
      }
      throw error.told(to: .repairer)
    }
  }

  /// Fills ``DamagedJournal/fresh``, which is to be named `target`.
  private static func write(
    _ damaged: DamagedJournal, of file: String, _ mark: Watermark.Level?, as target: String
  ) throws(JournalError) -> RepairReport {
    let fresh = damaged.fresh
    try JournalFile.touch(fresh, isNew: true)
    let database = try translating(target) {
      try DatabaseQueue(path: fresh, configuration: JournalFile.configuration(readonly: false))
    }
    var report = RepairReport()
    report.notes = damaged.notes
    try translating(target, damageOf: file) {
      try database.inDatabase { db in
        try JournalFile.create(db)
        try JournalFile.set(.full, db)
        try db.inTransaction(.immediate) {
          // A flipped bit can give a commit the revision of another one: the pruning tells which of them fits.
          try RevisionIndex.beginFilling(db, isUnique: false)
          var copy = RowCopy(db)
          try damaged.database.inDatabase {
            try copy.take(from: $0, mark, isLaidOutAnew: damaged.isLaidOutAnew, mended: damaged.mended)
          }
          report.notes += copy.notes
          report.left.add(copy.dropped)
          report.notes += damaged.problems
          let counts = try JournalFile.counts(db)
          guard counts.commits + counts.outcomes > 0 else {
            throw JournalError.corrupt(file, "no row of it is whole")
          }
          report.notes += consequences(of: copy, counts)
          let epoch = try Int64.fetchOne(db, sql: "SELECT max(epoch) FROM start") ?? 0
          let lostEnd = LostEnd(mark, seq: try JournalFile.newest(db), epoch: epoch)
          if let lostEnd { report.notes.append(lostEnd.note) }
          var pruning = HistoryPruning(db)
          try pruning.run(lostEnd, copy.lostCommits, mark)
          report.addedGaps = try JournalFile.counts(db).gaps - counts.gaps
          for fault in pruning.dropped { report.left.add(fault) }
          try RevisionIndex.endFilling(db, to: JournalFile.newest(db))
          return .commit
        }
        try JournalFile.moveAll(db, into: target)
      }
      try database.close()
    }
    // The mark tells the coordinator how far the journal was, so that it gives nothing again.
    if let mark {
      var copied = try Watermark(of: fresh)
      try copied.write(mark, nil, .synced)
      report.hasMark = true
    }
    report.journal = try translating(target) {
      let database = try DatabaseQueue(path: fresh, configuration: JournalFile.configuration(readonly: false))
      defer { try? database.close() }
      return try database.inDatabase { try JournalAudit.report($0, fresh, mark: mark) { _, _ in } }
    }
    return report
  }

  /// Gives the new files to the owner of the old one, where root repairs: the coordinator is another user, and they are for their
  /// owner alone.
  ///
  /// - Returns: For people, what could not be given.
  private static func give(_ fresh: String, _ target: String, toOwnerOf file: String) -> [String] {
    var owner = stat()
    guard geteuid() == 0, stat(file, &owner) == 0, owner.st_uid != 0 else { return [] }
    return ["", "-mark"].compactMap { suffix in
      let descriptor = open(fresh + suffix, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      guard fchown(descriptor, owner.st_uid, owner.st_gid) != 0 else { return nil }
      let reason = String(cString: strerror(errno))
      return "\(target)\(suffix) could not be given to user \(owner.st_uid), who owned the old one: \(reason)"
    }
  }

  /// What it means for a coordinator that nothing of a table could be read.
  private static func consequences(of copy: RowCopy, _ counts: Journal.Counts) -> [String] {
    var notes: [String] = []
    if counts.commits == 0, copy.unread.contains("commits") {
      notes.append("no commit could be read: the routes of all scenes are lost")
    }
    if counts.outcomes == 0, copy.unread.contains("outcomes") {
      notes.append("no outcome could be read: a command that is sent again runs again")
    }
    return notes
  }
}
