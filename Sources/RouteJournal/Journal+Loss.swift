// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import Glibc
import RouteModel

/// What is done about files of the journal that somebody took away while it was in use.
extension Journal {
  /// How far a lost file has been replaced. Each step can fail, and is tried again without those before it: the lost file is
  /// closed once its replacement is made.
  enum Replacement {
    case none, made, inPlace
  }

  /// Looks whether the files are where they were; a turn that commits looks by itself.
  ///
  /// - Throws: What was lost, or what upkeep has found damaged, once: a gap has begun then, as after a failed ``commit(_:at:)``.
  package func check(at time: JournalTime) throws(JournalError) {
    guard gap == nil else { return }
    _ = database.inDatabase { isLogCut($0) }
    guard let error = loss ?? upkeepDamage else { return }
    throw beginGap(error, at: time)
  }

  /// Looks whether the log is shorter than it should be, and notes it.
  func isLogCut(_ db: Database) -> Bool {
    guard let pageBytes = checkpointer?.pageBytes else { return false }
    return places.findsCut(before: LogEnd(db), pageBytes: pageBytes)
  }

  /// The error for a file that is not where it was, or as it was; nil while all are there.
  var loss: JournalError? {
    places.lost.map { path, problem in
      JournalError(
        .inaccessible,
        "\(path) was \(problem) while waykeeperd had it open; leave the files of a running waykeeperd in their place")
    }
  }

  /// Puts a new file in the place of one that is lost, or damaged, with all that it held: it is still open, and can be read.
  /// Where the lost one is damaged, the file begins with the present routes and workers, and the past is gone.
  ///
  /// - Throws: Where something else lies there now, or nothing can be written, such as for want of room: the lost file is kept
  ///   open, and copied later.
  func replaceLostFile(at time: JournalTime) throws(JournalError) {
    let fresh = Self.replacement(of: file)
    // A copy that somebody took away as well has to be made again.
    if replacement == .made, access(fresh, F_OK) != 0 { replacement = .none }
    if replacement == .none {
      try refuseForeignFile()
      // The folder may have gone as well, and the lock with it.
      if !lock.isInPlace { lock = try FolderLock(folder: folder) }
      try makeReplacement(fresh, at: time)
      replacement = .made
    }
    if replacement == .made {
      try refuseForeignFile()
      try place(fresh)
      replacement = .inPlace
      // From here on the file that lies there is ours.
      places = JournalPlaces()
    }
    try reopen()
    (replacement, isDamaged, upkeepDamage) = (.none, false, nil)
  }

  private func makeReplacement(_ fresh: String, at time: JournalTime) throws(JournalError) {
    unlinkAll(fresh)
    do throws(JournalError) {
      isPastLost = try !copyLostFile(to: fresh)
      guard isPastLost else { return }
      unlinkAll(fresh)
      try writeAnew(fresh, at: time)
    } catch {
      // It may take the room that is missing.
      unlinkAll(fresh)
      throw error
    }
  }

  private func unlinkAll(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
  }

  /// Files that are left of earlier losses; another loss takes the place of the last one then.
  private static let lostFilesMax = 9

  /// Moves aside what is left of a file whose past could not be copied. It may be all that is left of a long past, so what
  /// earlier losses have left stays.
  private func keepLostFile() {
    guard access(file, F_OK) == 0 else { return }
    let names = (1...Self.lostFilesMax).map { file + "-lost" + ($0 == 1 ? "" : "-\($0)") }
    let free = names.first { name in ["", "-wal"].allSatisfy { access(name + $0, F_OK) != 0 } }
    guard let name = free ?? names.last else { return }
    // SQLite would lay the log of an earlier loss over this file.
    for suffix in ["-wal", "-shm"] { unlink(name + suffix) }
    guard rename(file, name) == 0 else { return }
    lostFile = name
    _ = rename(file + "-wal", name + "-wal")
  }

  /// The gap as the journal tells it: with what became of the past.
  func told(_ gap: JournalGap) -> JournalGap {
    guard isPastLost else { return gap }
    var gap = gap
    let rest = lostFile.map { ": what is left of it lies in \($0)" } ?? ""
    gap.error = JournalError(
      gap.error.code, "\(gap.error.message). It could not be copied, and the past is gone\(rest)")
    return gap
  }

  private func place(_ fresh: String) throws(JournalError) {
    // Closed before its log is removed from the place where the new one will have its own.
    checkpointer?.close()
    statements = RecordWriter.Statements()
    try? closeWriter()
    // What is damaged may lie in its place still.
    if isPastLost { keepLostFile() }
    for suffix in ["-wal", "-shm"] { unlink(file + suffix) }
    guard rename(fresh, file) == 0 else {
      let reason = String(cString: strerror(errno))
      throw JournalError(
        .inaccessible, "cannot rename \(fresh) to \(file): \(reason); look at the folder's owner and mode")
    }
  }

  private func reopen() throws(JournalError) {
    try? database.close()
    database = try translating(file) { () throws -> DatabaseQueue in
      let database = try DatabaseQueue(path: file, configuration: JournalFile.configuration(readonly: false))
      try database.inDatabase { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        try JournalFile.set(durability, db)
        counts = try JournalFile.counts(db)
        landmarks = Landmarks(behind: try Int64.fetchOne(db, sql: "SELECT indexed FROM start") ?? 0)
      }
      return database
    }
    mark = try Watermark(of: file)
    // Nobody has examined the new one: the next start does.
    seal = JournalSeal(of: file)
    try translating(file) {
      mover = try JournalFile.openMover(file)
      try database.inDatabase { checkpointer = try Checkpointer(file, seal, mover, writtenBy: $0, durability) }
    }
    syncFolder()
  }

  /// A file that is not the lost one is somebody's: it is not written over.
  private func refuseForeignFile() throws(JournalError) {
    var status = stat()
    guard places.lost?.path == file, places.lost?.problem == "replaced", stat(file, &status) == 0, status.st_size > 0
    else { return }
    throw JournalError(
      .inaccessible,
      "another file lies at \(file), where the journal of the running waykeeperd was; move it away, or end waykeeperd first"
    )
  }

  /// Copies the lost file by its open connection; false where it is damaged.
  private func copyLostFile(to fresh: String) throws(JournalError) -> Bool {
    do throws(JournalError) {
      return try translating(fresh) {
        let copy = try JournalFile.openNew(fresh)
        defer { try? copy.close() }
        try database.backup(to: copy)
        return try copy.inDatabase { db in
          // A row that an index does not find ends a cut, and the quick look does not see it.
          let look = upkeepDamage == nil ? "quick_check" : "integrity_check"
          let damage = try String.fetchOne(db, sql: "PRAGMA \(look)(1)")
          try JournalCheck.run(db)
          guard damage == "ok", try JournalFile.isOurs(db, fresh) else { return false }
          return try Int.fetchOne(db, sql: "SELECT count(*) FROM start") == 1
        }
      }
    } catch {
      switch error.code {
      case .corrupt, .foreign, .otherVersion: return false
      case .locked, .folder, .inaccessible, .full: throw error
      }
    }
  }

  /// Makes a journal of what is known without the lost file.
  private func writeAnew(_ fresh: String, at time: JournalTime) throws(JournalError) {
    let database = try JournalFile.openNew(fresh)
    defer { try? database.close() }
    try translating(fresh) {
      try database.inDatabase { db in
        try JournalFile.create(db)
        try db.inTransaction(.immediate) {
          try db.execute(sql: "INSERT INTO boots (number, id, elapsed) VALUES (?, ?, 0)", arguments: [boot, bootID])
          try db.execute(
            sql:
              "INSERT INTO start (id, epoch, starts, boot, seq, floor_revision, floor_id) VALUES (1, ?, ?, ?, ?, ?, ?)",
            arguments: [
              Int64(bitPattern: level.epoch), Int64(starts), bootID, seq, Int64(bitPattern: floor.revision),
              Int64(bitPattern: floor.nextID),
            ])
          var writer = RecordWriter(seq: seq, counts: Counts(commits: 0, outcomes: 0, gaps: 0), boot: boot, time: time)
          for record in standing.records { try writer.write(record, db) }
          seq = writer.seq
          return .commit
        }
        // Its log does not come along to the other name.
        try JournalFile.moveAll(db, into: fresh)
      }
    }
  }

  private var folder: String { String(file.dropLast(Self.fileName.utf8.count + 1)) }

  /// Brings the new name to the disk.
  private func syncFolder() {
    let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    Glibc.close(descriptor)
  }
}
