// SPDX-License-Identifier: Apache-2.0

import GRDB
import Glibc

/// A copy of a journal that may be damaged anywhere, opened so that what is readable can be read.
struct DamagedJournal {
  let database: DatabaseQueue
  /// For people: what had to be done to open it.
  private(set) var notes: [String] = []
  private let staged: StagedJournal

  /// Copies `original` to a folder in `temporary`, and opens the copy.
  init(_ original: String, in temporary: String) throws(JournalError) {
    staged = try StagedJournal(of: original, in: temporary)
    let file = staged.file
    if let note = Self.extend(file) { notes.append(note) }
    do throws(JournalError) {
      database = try Self.open(file, original)
    } catch {
      guard error.code == .corrupt, Self.holdsRows(file) else { throw error.ofNamedFile }
      notes.append(
        "its first page was lost; that of a new journal, whose tables lie in the same places, took its place")
      unlink(file + "-wal")
      try Self.replaceFirstPage(of: file)
      database = try Self.open(file, original)
    }
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

  private static let pageBytes = 4096

  /// Fills a file that was cut short up to the length that its header tells, so that SQLite opens it.
  private static func extend(_ file: String) -> String? {
    guard let header = bytes(of: file, 100), header.count == 100, isDatabase(file) else { return nil }
    let pages = header[28..<32].reduce(0) { $0 << 8 | Int($1) }
    var status = stat()
    // A length from a damaged header may be anything.
    guard stat(file, &status) == 0, pages <= 1 << 20, Int(status.st_size) < pages * pageBytes else { return nil }
    let missing = pages * pageBytes - Int(status.st_size)
    guard truncate(file, off_t(pages * pageBytes)) == 0 else { return nil }
    return "its last \(missing) bytes are missing"
  }

  private static func isDatabase(_ file: String) -> Bool {
    bytes(of: file, 16) == Array("SQLite format 3\0".utf8)
  }

  /// Whether there are texts in the file that only a journal has.
  private static func holdsRows(_ file: String) -> Bool {
    guard let all = bytes(of: file, 16 << 20) else { return false }
    let sign = Array(#""tokens":["#.utf8)
    return all.indices.contains { all[$0...].starts(with: sign) }
  }

  private static func bytes(of file: String, _ most: Int) -> [UInt8]? {
    let descriptor = Glibc.open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: most)
    let count = read(descriptor, &bytes, most)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  /// A journal's tables are made in one order, and SQLite puts each at the next free page; so the first page of a new
  /// journal, which says where they begin, is right for every other.
  private static func replaceFirstPage(of file: String) throws(JournalError) {
    let fresh = file + "-fresh"
    defer { for suffix in ["", "-wal", "-shm"] { unlink(fresh + suffix) } }
    try translating(fresh) {
      let database = try DatabaseQueue(path: fresh, configuration: JournalFile.configuration(readonly: false))
      try database.inDatabase { db in
        try JournalFile.create(db)
        try JournalFile.checkpoint(db, .truncate)
      }
      try database.close()
    }
    var status = stat()
    guard var page = bytes(of: fresh, pageBytes), page.count == pageBytes, stat(file, &status) == 0 else {
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
    guard pwrite(descriptor, page, pageBytes, 0) == pageBytes,
      ftruncate(descriptor, off_t(pages) * off_t(pageBytes)) == 0
    else { throw .corrupt(file, String(cString: strerror(errno))) }
  }
}
