// SPDX-License-Identifier: Apache-2.0

import Glibc
import GRDB
import GRDBSQLite

/// The work on the file itself: to recognize it, to make it, to set how it is written.
enum JournalFile {
  /// Whether there is a journal that this version can use; false if there is none yet.
  ///
  /// The connection cannot write, so a refused file stays as it was, and its write-ahead log too.
  ///
  /// - Parameters:
  ///   - name: The file as people know it, where `file` is a copy of it.
  ///   - checksPages: Whether a file is refused whose pages do not fit together.
  static func examine(
    _ file: String, named name: String? = nil, toWrite: Bool = true, checksPages: Bool = true
  ) throws(JournalError) -> Bool {
    let name = name ?? file
    var status = stat()
    guard stat(file, &status) == 0 else {
      if errno == ENOENT { return false }
      throw JournalError(.inaccessible, "cannot look at the journal \(name): \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw JournalError(.inaccessible, "the journal \(name) is no file; move away what is there")
    }
    let descriptor = Glibc.open(file, (toWrite ? O_RDWR : O_RDONLY) | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw JournalError(
        .inaccessible,
        "the journal \(name) cannot be read\(toWrite ? " and written" : "") (\(String(cString: strerror(errno)))); "
          + "correct its owner and mode")
    }
    close(descriptor)
    guard status.st_size > 0 else {
      // SQLite would take an empty file for new, and throw away a log that belongs to its former content.
      guard size(file + "-wal") == 0 else { throw .corrupt(name, "it is empty, its write-ahead log is not") }
      return false
    }
    // SQLite would take a file shorter than its smallest page for new as well.
    guard status.st_size >= 512 else { throw .corrupt(name, "it has \(status.st_size) bytes") }
    // Where the log has the first page, SQLite does not look at that of the file.
    guard logBytes(file) == 0 || NamedFile.hasSign(file) else { throw .corrupt(name, "its first page is lost") }
    return try translating(name) {
      let database = try DatabaseQueue(path: file, configuration: configuration(readonly: true))
      defer { try? database.close() }
      return try database.inDatabase { db in
        let isNew = try !isOurs(db, name)
        guard checksPages else { return !isNew }
        let damage = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
        guard damage == "ok" else { throw JournalError.corrupt(name, damage ?? "it cannot be checked") }
        return !isNew
      }
    }
  }

  /// Whether the database holds the journal's tables; false if it holds nothing at all.
  static func isOurs(_ db: Database, _ file: String) throws -> Bool {
    let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    if application == 0, version == 0, try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0 {
      return false
    }
    if let fault = JournalSchema.headerFault(db) { throw JournalError.corrupt(file, fault.problem) }
    guard application == JournalSchema.applicationID else {
      throw JournalError(.otherVersion, "\(file) is an SQLite database of another program, and no journal", .naming)
    }
    guard JournalSchema.versions.contains(version) else {
      throw JournalError(.otherVersion, "the journal \(file) is of version \(version)", .updating)
    }
    return true
  }

  static func configuration(readonly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readonly
    configuration.label = "waykeeper.journal"
    configuration.foreignKeysEnabled = false
    // A person with sqlite3 may look at it meanwhile; readers do not disturb, and a writer has no business there.
    configuration.busyMode = .timeout(busySeconds)
    return configuration
  }

  /// Makes the empty file, for its owner alone. The files that SQLite adds beside it get the same mode.
  ///
  /// - Parameter isNew: Whether nothing may lie there yet, a link neither.
  static func touch(_ file: String, isNew: Bool = false) throws(JournalError) {
    let onlyNew = isNew ? O_EXCL | O_NOFOLLOW : 0
    let descriptor = Glibc.open(file, O_RDWR | O_CREAT | O_CLOEXEC | onlyNew, 0o600)
    guard descriptor >= 0 else {
      let reason = errno
      guard reason != EEXIST else { throw isThere(file) }
      let isFull = reason == ENOSPC || reason == EDQUOT
      throw JournalError(
        isFull ? .full : .inaccessible,
        "the journal \(file) cannot be made: \(String(cString: strerror(reason))); "
          + (isFull ? "make room on that disk" : "correct the folder's owner and mode"))
    }
    close(descriptor)
  }

  /// Whether a file has another name on its disk, as `cp -al` makes it. Who has it open by that is not seen.
  static func hasOtherName(_ file: String) -> Bool {
    var status = stat()
    return stat(file, &status) == 0 && status.st_nlink > 1
  }

  /// The error for what lies where a new file is to be made.
  static func isThere(_ file: String) -> JournalError {
    JournalError(.inaccessible, "\(file) is there already; name a file that is not, or move it away")
  }

  /// Makes an empty file where there is none, for its owner alone, and opens it. SQLite itself would make one that others may
  /// read.
  static func openNew(_ file: String) throws(JournalError) -> DatabaseQueue {
    try touch(file, isNew: true)
    return try translating(file) { try DatabaseQueue(path: file, configuration: configuration(readonly: false)) }
  }

  /// Opens one more connection to a journal that is open already, and has it open the log, too.
  static func openMover(_ file: String) throws -> DatabaseQueue {
    let mover = try DatabaseQueue(path: file, configuration: configuration(readonly: false))
    _ = try mover.inDatabase { try Int.fetchOne($0, sql: "PRAGMA schema_version") }
    return mover
  }

  /// The size of pages of new journals. A transaction writes each page that it changes, so larger ones make it longer; smaller
  /// ones hold few rows. A journal keeps the size that it was made with.
  static let pageBytes = 2048
  /// That of journals that older coordinators made.
  static let formerPageBytes = 4096

  /// Makes the tables in an empty file, as one transaction.
  ///
  /// - Parameter pageBytes: The size of its pages.
  static func create(_ db: Database, pageBytes: Int = pageBytes) throws {
    // SQLite fixes both settings with the first table. With the incremental one a cut journal gives its room back.
    try db.execute(sql: "PRAGMA page_size = \(pageBytes); PRAGMA auto_vacuum = INCREMENTAL")
    try db.execute(sql: "PRAGMA journal_mode = WAL")
    try db.inTransaction(.immediate) {
      try db.execute(sql: JournalSchema.tables)
      try db.execute(sql: "PRAGMA application_id = \(JournalSchema.applicationID)")
      try db.execute(sql: "PRAGMA user_version = \(JournalSchema.version)")
      return .commit
    }
  }

  /// Makes a journal of an older version one of this version, inside the caller's transaction.
  static func migrate(_ db: Database) throws {
    while true {
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      guard let migration = JournalSchema.migrations[version] else { return }
      try db.execute(sql: migration)
      try db.execute(sql: "PRAGMA user_version = \(version + 1)")
    }
  }

  /// Sets when a transaction waits for the disk. Not inside a transaction.
  static func set(_ durability: Durability, _ db: Database) throws {
    try db.execute(sql: "PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL")")
    // The room of a deleted row is not overwritten: some systems have SQLite do so, and write pages that have become free.
    try db.execute(sql: "PRAGMA secure_delete = OFF")
    // A `Checkpointer` makes the checkpoints.
    // A log that begins anew keeps its room: to give it back and take it again would cost each time.
    try db.execute(sql: "PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = \(2 * Checkpointer.bytesMax)")
  }

  /// Gives back the room of a log, all of which was moved, except a little. Nobody who reads is waited for.
  ///
  /// - Returns: Whether the log is another one now.
  static func shrinkLog(_ file: String, _ db: Database) throws -> Bool {
    guard logBytes(file) > logKeptBytes else { return false }
    sqlite3_busy_timeout(db.sqliteConnection, 0)
    defer { sqlite3_busy_timeout(db.sqliteConnection, Int32(busySeconds * 1000)) }
    try checkpoint(db, .truncate)
    return true
  }

  /// So much of the log's room stays while nothing is written.
  static let logKeptBytes: Int64 = 16 << 20
  /// How long a lock of somebody else is waited for.
  private static let busySeconds = 0.1

  /// Waits until all that was written to the file, without its log, is on the disk.
  static func sync(_ db: Database) throws {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file
    else { return }
    let code = file.pointee.pMethods?.pointee.xSync(file, SQLITE_SYNC_NORMAL) ?? SQLITE_OK
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Moves the log into the file, synced. False where a reader holds back a part of it, which moves the next time.
  @discardableResult
  static func checkpoint(_ db: Database, _ mode: Database.CheckpointMode) throws -> Bool {
    do {
      let frames = try db.checkpoint(mode)
      return frames.walFrameCount == frames.checkpointedFrameCount
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return false
    }
  }

  /// Moves all of the log of a new file into it, as SQLite does when it is closed: there it does not tell where it fails.
  static func moveAll(_ db: Database, into file: String) throws {
    guard try checkpoint(db, .truncate) else {
      throw JournalError(.locked, "\(file) is read by another process; end that process first")
    }
  }

  /// The number of the newest row that was ever written; the last cut wrote it down where the row itself went.
  static func newest(_ db: Database) throws -> Int64 {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    return try (["commits", "outcomes", "gaps"] + (version > 1 ? ["start"] : []) + (version > 3 ? ["floors"] : []))
      .map { try Int64.fetchOne(db, sql: "SELECT max(seq) FROM \($0)") ?? 0 }
      .reduce(0, max)
  }

  static func counts(_ db: Database) throws -> Journal.Counts {
    func count(_ table: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    return try Journal.Counts(commits: count("commits"), outcomes: count("outcomes"), gaps: count("gaps"))
  }

  /// The size of the file and its log, in bytes.
  static func bytes(_ file: String) -> Int64 { size(file) + logBytes(file) }

  /// The size of the log, in bytes.
  static func logBytes(_ file: String) -> Int64 { size(file + "-wal") }

  static func size(_ file: String) -> Int64 {
    var status = stat()
    return stat(file, &status) == 0 ? Int64(status.st_size) : 0
  }
}
