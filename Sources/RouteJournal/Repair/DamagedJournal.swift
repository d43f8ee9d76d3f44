// SPDX-License-Identifier: Apache-2.0

import GRDB
import Glibc

/// A copy of a journal that may be damaged anywhere, opened so that what is readable can be read.
struct DamagedJournal {
  let database: DatabaseQueue
  /// For people: what had to be done to open it.
  private(set) var notes: [String] = []
  /// Whether its tables are looked for where a new journal has them. One of an older version has other rows where the last begin.
  private(set) var isLaidOutAnew = false
  private let staged: StagedJournal

  /// Copies `original` to a folder in `temporary`, and opens the copy.
  init(_ original: String, in temporary: String) throws(JournalError) {
    staged = try StagedJournal(of: original, in: temporary)
    let file = staged.file
    if let missing = NamedFile.missingBytes(of: file) {
      // Filled up to the length that its header tells, so that SQLite opens it.
      guard truncate(file, off_t(JournalFile.size(file)) + off_t(missing)) == 0 else {
        throw .corrupt(original, String(cString: strerror(errno)))
      }
      notes.append("its last \(missing) bytes are missing")
    }
    do throws(JournalError) {
      database = try Self.open(file, original)
    } catch {
      guard error.code == .corrupt, NamedFile.holdsRows(file) else { throw error }
      notes.append(
        "its first page was lost; that of a new journal, whose tables lie in the same places, took its place")
      isLaidOutAnew = true
      unlink(file + "-wal")
      try Self.replaceFirstPage(of: file)
      database = try Self.open(file, original)
    }
  }

  /// For people: what SQLite finds. Behind some damage rows are missing of which no other one tells. The last call: where a page is
  /// damaged, SQLite makes no table on this connection any more.
  var problems: [String] {
    // The first page of a new journal counts no pages that are free.
    guard !isLaidOutAnew else { return [] }
    let found: String?
    do {
      found = try database.inDatabase { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    } catch {
      found = (error as? DatabaseError)?.message ?? "\(error)"
    }
    guard let found, found != "ok" else { return [] }
    return ["SQLite finds damage (\(JournalError.line(found))): rows may be missing that nothing tells of"]
  }

  private static func open(_ file: String, _ original: String) throws(JournalError) -> DatabaseQueue {
    try translating(original) {
      let database = try DatabaseQueue(path: file, configuration: JournalFile.configuration(readonly: false))
      try database.inDatabase { db in
        guard try JournalFile.isOurs(db, original) else { throw JournalError.corrupt(original, "it holds no table") }
      }
      return database
    }
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
    // The header's count of pages, and no free ones: SQLite's file format, section 1.3.
    let pages = UInt32(clamping: (Int(status.st_size) + pageBytes - 1) / pageBytes)
    for (index, shift) in stride(from: 24, through: 0, by: -8).enumerated() {
      page[28 + index] = UInt8(truncatingIfNeeded: pages >> UInt32(shift))
    }
    for index in 32..<40 { page[index] = 0 }
    let descriptor = Glibc.open(file, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .corrupt(file, String(cString: strerror(errno))) }
    defer { close(descriptor) }
    guard pwrite(descriptor, page, page.count, 0) == page.count,
      ftruncate(descriptor, off_t(pages) * off_t(pageBytes)) == 0
    else { throw .corrupt(file, String(cString: strerror(errno))) }
  }
}
