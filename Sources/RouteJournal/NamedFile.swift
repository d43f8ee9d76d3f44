// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file that somebody named as a journal, looked at before SQLite is: what it is, and why it is none.
struct NamedFile {
  let path: String
  /// Whether it is a journal whose first page is lost, so that SQLite does not know it.
  let hasLostBeginning: Bool

  /// Looks at a file; nothing in it is changed.
  ///
  /// - Throws: ``JournalError/Code/inaccessible`` where there is no file that can be read, ``JournalError/Code/foreign`` where
  ///   it holds no SQLite database and no row of a journal.
  init(_ path: String) throws(JournalError) {
    self.path = path
    var status = stat()
    guard stat(path, &status) == 0 else {
      let reason = errno
      throw JournalError(
        .inaccessible,
        reason == ENOENT
          ? "there is no journal \(path); name a journal.sqlite, or a copy of one"
          : "cannot look at \(path): \(String(cString: strerror(reason))); correct the owner and mode of its folders")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw JournalError(
        .inaccessible, "\(path) is a folder; name a file in it, such as \(path)/\(Journal.fileName)")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw JournalError(.inaccessible, "\(path) is no file; name a journal.sqlite, or a copy of one")
    }
    guard let beginning = Self.bytes(of: path, Self.sign.count) else {
      throw JournalError(
        .inaccessible, "\(path) cannot be read (\(String(cString: strerror(errno)))); correct its owner and mode")
    }
    if beginning == Self.sign || beginning.isEmpty && JournalFile.size(Self.place(of: path) + "-wal") > 0 {
      hasLostBeginning = false
      return
    }
    hasLostBeginning = Self.holdsRows(path)
    guard hasLostBeginning else {
      let what = beginning.isEmpty ? "it is empty" : "it is no SQLite database"
      throw JournalError(.foreign, "\(path) is no journal (\(what))", .naming).told(to: .reader)
    }
  }

  /// The file itself, where the path is a link to it: its log, its mark and the lock of its folder lie beside that. The path
  /// where there is no file.
  static func place(of path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Where a link leads to; the path itself where it is none.
  static func target(of path: String) -> String {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK ? place(of: path) : path
  }

  /// How many bytes are missing of a file that was cut short: its header tells how long it was.
  static func missingBytes(of path: String) -> Int? {
    guard let header = Header(path) else { return nil }
    var status = stat()
    // A length from a damaged header may be anything.
    guard stat(path, &status) == 0, header.pages <= 1 << 20, Int(status.st_size) < header.pages * header.pageBytes
    else { return nil }
    return header.pages * header.pageBytes - Int(status.st_size)
  }

  /// How many pages the header of a file counts, and how many it has, where these are more: then SQLite reads no others. Nil where it
  /// does not heed that count.
  static func uncountedPages(of path: String) -> (counted: Int, pages: Int)? {
    guard let header = Header(path), header.isCountValid, header.pages > 0 else { return nil }
    let pages = Int(JournalFile.size(path)) / header.pageBytes
    return pages > header.pages && pages <= UInt32.max ? (header.pages, pages) : nil
  }

  /// Where the header counts pages.
  static let pageCountPlace: off_t = 28

  /// What the header of an SQLite file tells of its length (SQLite's file format, section 1.3).
  private struct Header {
    let pageBytes: Int
    let pages: Int
    /// Whether the last change wrote the count as well.
    let isCountValid: Bool

    init?(_ path: String) {
      guard let octets = NamedFile.bytes(of: path, 100), octets.count == 100, octets.starts(with: NamedFile.sign)
      else { return nil }
      pageBytes = octets.number(at: 16, octets: 2)
      guard (512...32_768).contains(pageBytes), pageBytes & (pageBytes - 1) == 0 else { return nil }
      pages = octets.number(at: Int(NamedFile.pageCountPlace), octets: 4)
      isCountValid = octets[24..<28] == octets[92..<96]
    }
  }

  /// The size of the pages of a journal whose first page is lost: its second one tells of which kind the third one is, the root
  /// of a table, which has no page above it.
  static func pageBytes(behindLostPageOf path: String) -> Int {
    let former = JournalFile.formerPageBytes
    let bytes = bytes(of: path, former + 5) ?? []
    return bytes.suffix(5) == [1, 0, 0, 0, 0] ? former : JournalFile.pageBytes
  }

  /// The octets with which each SQLite file begins.
  static let sign = Array("SQLite format 3\0".utf8)

  /// Whether a file begins as each SQLite file does.
  static func hasSign(_ path: String) -> Bool { bytes(of: path, sign.count) == sign }

  /// Whether there are texts in the file that each cause of a journal has.
  static func holdsRows(_ path: String) -> Bool {
    guard let all = bytes(of: path, 16 << 20) else { return false }
    let text = Array(#""origin":{"name":""#.utf8)
    return all.indices.contains { all[$0] == text[0] && all[$0...].starts(with: text) }
  }

  static func bytes(of path: String, _ most: Int) -> [UInt8]? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: most)
    let count = read(descriptor, &bytes, most)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }
}
