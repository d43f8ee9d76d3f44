// SPDX-License-Identifier: Apache-2.0

import GRDB
import Glibc

/// A copy of a journal that may be damaged anywhere, opened so that what is readable can be read.
struct DamagedJournal {
  let database: DatabaseQueue
  /// For people: what had to be done to open it.
  let notes: [String]
  /// For people: what SQLite finds. Behind some damage rows are missing of which no other one tells.
  let problems: [String]
  /// Whether its tables are looked for where a new journal has them. One of an older version has other rows where the last begin.
  let isLaidOutAnew: Bool
  /// The tables whose trees were made anew: a leaf that could not be read is missing in them, and SQLite does not find that.
  let mended: Set<String>
  /// Where the new journal is filled, beside the copy: it has its own name only once it is whole.
  var fresh: String { staged.fresh }
  private let staged: StagedJournal

  /// Copies `original` to a folder in `temporary`, and opens the copy.
  init(_ original: String, in temporary: String) throws(JournalError) {
    staged = try StagedJournal(of: original, in: temporary)
    let file = staged.file
    var told = staged.notes
    let isEmpty = try Self.fillEmpty(file, original)
    try Self.settleLength(of: file, original, &told)
    let isInLog = isEmpty || !NamedFile.hasSign(file)
    var isFirstPageLost = false
    var opened: DatabaseQueue
    do throws(JournalError) {
      opened = try Self.open(file, original, &told)
      if isInLog {
        let lost = isEmpty ? "it is empty" : "its first page is lost"
        told.append("\(lost); what its write-ahead log has took its place")
      }
    } catch {
      guard error.code == .corrupt, NamedFile.holdsRows(file) else { throw error }
      let begun = try Self.openWithoutBeginning(file, original, &told)
      (opened, isFirstPageLost) = (begun.database, begun.isReplaced)
    }
    // Looked for before trees are made anew, which the map of pages does not know. The first page of a new journal counts no
    // pages that are free.
    let found = isFirstPageLost ? [] : Self.problems(of: opened)
    var tables: [String] = []
    if isFirstPageLost || !found.isEmpty {
      tables = try Self.mendTrees(of: file, opened)
      opened = try Self.open(file, original, &told)
    }
    told += tables.map {
      "pages that lead to the rows of the table \($0) cannot be read; they were made anew, by what the file tells of its pages"
    }
    (database, notes, problems) = (opened, told, found)
    (isLaidOutAnew, mended) = (isFirstPageLost, Set(tables))
  }

  /// Gives an empty file beside a log a page of zeros: beside a file without a page SQLite throws the log away.
  ///
  /// - Returns: Whether it did.
  private static func fillEmpty(_ file: String, _ original: String) throws(JournalError) -> Bool {
    guard JournalFile.size(file) == 0, let header = NamedFile.bytes(of: file + "-wal", 32), header.count == 32 else {
      return false
    }
    // The size of its pages (SQLite's file format, section 4.1).
    let pageBytes = header.number(at: 8, octets: 4)
    guard (512...65_536).contains(pageBytes), pageBytes & (pageBytes - 1) == 0 else { return false }
    guard truncate(file, off_t(pageBytes)) == 0 else { throw .corrupt(original, String(cString: strerror(errno))) }
    return true
  }

  /// Opens a file that SQLite does not know for its beginning: with the sign alone where that is all that is lost, else with the
  /// first page of a new journal. The log beside it is kept, unless it does not go with that.
  ///
  /// - Returns: The open file, and whether it has another first page.
  private static func openWithoutBeginning(
    _ file: String, _ original: String, _ notes: inout [String]
  ) throws(JournalError) -> (database: DatabaseQueue, isReplaced: Bool) {
    if !NamedFile.hasSign(file) {
      let bytes = JournalFile.size(file)
      var told = notes + ["the sign at its beginning was damaged, and was set right"]
      do throws(JournalError) {
        try overwrite(file, with: NamedFile.sign, at: 0, original)
        try settleLength(of: file, original, &told)
        let database = try open(file, original, &told)
        notes = told
        return (database, false)
      } catch {
        // More of the page is lost, and the length that it tells is none.
        truncate(file, off_t(bytes))
      }
    }
    notes.append("its first page was lost; that of a new journal, whose tables lie in the same places, took its place")
    try replaceFirstPage(of: file)
    do throws(JournalError) {
      return (try open(file, original, &notes), true)
    } catch {
      guard error.code == .corrupt, JournalFile.logBytes(file) > 0 else { throw error }
      for suffix in ["-wal", "-shm"] { unlink(file + suffix) }
      let database = try open(file, original, &notes)
      notes.append("its write-ahead log does not go with that, and was left out")
      return (database, true)
    }
  }

  private static func overwrite(
    _ file: String, with octets: [UInt8], at place: off_t, _ original: String
  ) throws(JournalError) {
    let descriptor = Glibc.open(file, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .corrupt(original, String(cString: strerror(errno))) }
    defer { close(descriptor) }
    guard pwrite(descriptor, octets, octets.count, place) == octets.count else {
      throw .corrupt(original, String(cString: strerror(errno)))
    }
  }

  /// Has the file and its header tell the same length, without which SQLite does not open it, or does not read its last pages.
  private static func settleLength(
    of file: String, _ original: String, _ notes: inout [String]
  ) throws(JournalError) {
    if let missing = NamedFile.missingBytes(of: file) {
      guard truncate(file, off_t(JournalFile.size(file)) + off_t(missing)) == 0 else {
        throw .corrupt(original, String(cString: strerror(errno)))
      }
      // A log has the newest pages, and may have all that the file has not.
      if JournalFile.logBytes(file) == 0 { notes.append("its last \(missing) bytes are missing") }
    }
    // A log has another header, and what it holds may make the file shorter.
    if let (counted, pages) = NamedFile.uncountedPages(of: file), JournalFile.logBytes(file) == 0 {
      var octets: [UInt8] = [0, 0, 0, 0]
      octets.set(pages, at: 0, octets: 4)
      try overwrite(file, with: octets, at: NamedFile.pageCountPlace, original)
      notes.append("its header counts \(counted) pages, it has \(pages): the header was set right")
    }
  }

  private static func problems(of database: DatabaseQueue) -> [String] {
    let found: String?
    do {
      found = try database.inDatabase { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    } catch {
      found = (error as? DatabaseError)?.message ?? "\(error)"
    }
    guard let found, found != "ok" else { return [] }
    return ["SQLite finds damage (\(JournalError.line(found))): rows may be missing that nothing tells of"]
  }

  private static func open(
    _ file: String, _ original: String, _ notes: inout [String]
  ) throws(JournalError) -> DatabaseQueue {
    try translating(original) {
      let database = try DatabaseQueue(path: file, configuration: JournalFile.configuration(readonly: false))
      try database.inDatabase { db in
        if let fault = JournalSchema.headerFault(db) {
          try db.execute(
            sql: "PRAGMA application_id = \(JournalSchema.applicationID); PRAGMA user_version = \(fault.version)")
          notes.append("\(fault.problem): the header was set right")
        }
        guard try JournalFile.isOurs(db, original) else { throw JournalError.corrupt(original, "it holds no table") }
      }
      return database
    }
  }

  /// Closes the file, and makes trees of its tables anew where they are damaged.
  ///
  /// - Returns: The names of these tables.
  private static func mendTrees(of file: String, _ database: DatabaseQueue) throws(JournalError) -> [String] {
    let tables = try? database.inDatabase { db -> [TreeMending.Table]? in
      guard try JournalFile.checkpoint(db, .truncate) else { return nil }
      return try TreeMending.tables(db)
    }
    try? database.close()
    // A log that is left has newer pages than the file.
    guard let tables, JournalFile.logBytes(file) == 0 else { return [] }
    return try TreeMending.run(file, tables)
  }

  /// A journal's tables are made in one order, and SQLite puts each at the next free page; so the first page of a new
  /// journal, which says where they begin, is right for every other.
  private static func replaceFirstPage(of file: String) throws(JournalError) {
    let fresh = file + "-fresh"
    let pageBytes = NamedFile.pageBytes(behindLostPageOf: file)
    defer { for suffix in ["", "-wal", "-shm"] { unlink(fresh + suffix) } }
    try translating(fresh) {
      let database = try DatabaseQueue(path: fresh, configuration: JournalFile.configuration(readonly: false))
      try database.inDatabase { db in
        try JournalFile.create(db, pageBytes: pageBytes)
        try JournalFile.checkpoint(db, .truncate)
      }
      try database.close()
    }
    var status = stat()
    guard var page = NamedFile.bytes(of: fresh, pageBytes), page.count == pageBytes,
      stat(file, &status) == 0
    else {
      throw .corrupt(file, "its first page cannot be replaced")
    }
    // The header's count of pages, and no free ones: SQLite's file format, section 1.3. A journal of an older version can have less
    // than the new one, and SQLite takes no table for one that begins behind the last page.
    let bytes = max(Int(status.st_size), Int(JournalFile.size(fresh)))
    let pages = Int(UInt32(clamping: (bytes + pageBytes - 1) / pageBytes))
    page.set(pages, at: Int(NamedFile.pageCountPlace), octets: 4)
    page.set(0, at: 32, octets: 8)
    try overwrite(file, with: page, at: 0, file)
    guard truncate(file, off_t(pages) * off_t(pageBytes)) == 0 else {
      throw .corrupt(file, String(cString: strerror(errno)))
    }
  }

  /// Gives what lies at ``fresh`` its own name, and its mark as well.
  ///
  /// - Throws: Where something has come to lie there meanwhile: it stays.
  func name(_ target: String) throws(JournalError) {
    var named: [String] = []
    // The mark first: once the journal has its name, nothing of it is missing.
    for suffix in ["-mark", ""] where access(fresh + suffix, F_OK) == 0 {
      let reason = Self.move(fresh + suffix, to: target + suffix)
      guard reason != 0 else {
        named.append(target + suffix)
        continue
      }
      for other in named { unlink(other) }
      guard reason != EEXIST else { throw JournalFile.isThere(target + suffix) }
      throw JournalError(
        .inaccessible, "\(target + suffix) cannot get its name: \(String(cString: strerror(reason))); name another NEW")
    }
  }

  /// Returns what keeps a file from another name; 0 where it has it now.
  private static func move(_ file: String, to target: String) -> Int32 {
    // Unlike a renamed file a linked one takes no other's place.
    if link(file, target) == 0 {
      unlink(file)
      return 0
    }
    let reason = errno
    // Some file systems know no links.
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(reason) else { return reason }
    var there = stat()
    guard lstat(target, &there) != 0 else { return EEXIST }
    return rename(file, target) == 0 ? 0 : errno
  }
}
