// SPDX-License-Identifier: Apache-2.0

import CJournalFile
import Glibc
import RouteModel

/// How far the journal has come, in a small file of its own beside it, so that a lost end of the journal is noticed: SQLite
/// takes a damaged write-ahead log for one that ends where the damage begins, and an emptied file for a new one.
///
/// The file holds two lines of text in places of their own, written in turn, each with a checksum: a torn write leaves the
/// other one. A third place holds the seal of the journal's file. Where power fails, the mark may be older than the journal, which tells nothing; it is never newer than what
/// was told to peers.
struct Watermark: ~Copyable {
  /// How far the journal has come.
  struct Level: Hashable {
    /// The last start.
    var epoch: UInt64 = 0
    /// The newest row.
    var seq: Int64 = 0
    /// The highest revision of any scene.
    var revision: UInt64 = 0
    /// The highest next id of any scene.
    var nextID: UInt64 = 0
  }

  /// The distance of the two lines: no write to the one touches a sector of the other.
  private static let placeBytes = 4096

  private let descriptor: Int32
  private let file: String
  /// Counts the writes; the higher one of the two lines is the newer.
  private var number: UInt64 = 0
  /// What was last written, or found.
  private(set) var level: Level?

  /// Opens the mark of a journal, or makes an empty one.
  ///
  /// - Throws: ``JournalError/Code/inaccessible`` or ``JournalError/Code/full``.
  init(of journal: String) throws(JournalError) {
    file = journal + "-mark"
    descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.error(file, errno) }
    // The room for all lines is taken at once, so that a full disk does not keep the mark from going on.
    if posix_fallocate(descriptor, 0, off_t(3 * Self.placeBytes)) == ENOSPC { throw Self.error(file, ENOSPC) }
    if let newest = Self.newest(in: descriptor) { (number, level) = newest }
  }

  /// How far the mark beside a journal has seen it come; nil where there is none. Nothing is made or changed.
  static func level(of journal: String) -> Level? {
    let descriptor = open(journal + "-mark", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return newest(in: descriptor)?.level
  }

  private static func newest(in descriptor: Int32) -> (number: UInt64, level: Level)? {
    (0..<2).compactMap { read(line(at: $0, in: descriptor)) }.max { $0.number < $1.number }
  }

  private static func line(at place: Int, in descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = pread(descriptor, &bytes, bytes.count, off_t(place * placeBytes))
    return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Whether the file of a journal is as it was when it was sealed. Nothing is made or changed.
  static func isSealed(_ journal: String) -> Bool {
    let descriptor = open(journal + "-mark", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return FileSeal(of: journal).map { line(at: 2, in: descriptor) == text($0) } ?? false
  }

  /// Notes that the file of the journal is whole as it is, and was read or written by nobody else. Where that fails, the next
  /// start reads it.
  func seal(_ journal: String) {
    guard let seal = FileSeal(sealing: journal) else { return }
    let bytes = Array((Self.text(seal) + "\n").utf8)
    _ = pwrite(descriptor, bytes, bytes.count, off_t(2 * Self.placeBytes))
  }

  private static func text(_ seal: FileSeal) -> String {
    let text = "waykeeper seal \(seal.text)"
    return "\(text) \(checksum(Array(text.utf8)))"
  }

  deinit { close(descriptor) }

  /// When a line is to be on the disk.
  enum Haste {
    /// With the system's next look at what is old.
    case none
    /// The disk begins to write it: the sync of the next transaction empties the disk's own memory, of this line too.
    case begun
    /// Before the call returns.
    case synced
  }

  /// Writes a level that was reached.
  mutating func write(_ level: Level, _ haste: Haste) throws(JournalError) {
    number += 1
    let bytes = Self.line(number, level)
    let offset = off_t(Int(number % 2) * Self.placeBytes)
    guard pwrite(descriptor, bytes, bytes.count, offset) == bytes.count else { throw Self.error(file, errno) }
    self.level = level
    switch haste {
    case .none: break
    case .begun: waykeeper_journal_file_begin_writing(descriptor, offset, Self.placeBytes)
    case .synced: try sync()
    }
  }

  /// Brings the last line to the disk.
  func sync() throws(JournalError) {
    guard fdatasync(descriptor) == 0 else { throw Self.error(file, errno) }
  }

  /// Made octet by octet: each transaction writes one.
  private static func line(_ number: UInt64, _ level: Level) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(160)
    bytes += "waykeeper mark".utf8
    for value in [number, level.epoch, UInt64(bitPattern: level.seq), level.revision, level.nextID] {
      bytes.append(UInt8(ascii: " "))
      JSONValue.encode(value, into: &bytes)
    }
    let checksum = checksum(bytes)
    bytes.append(UInt8(ascii: " "))
    JSONValue.encode(checksum, into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private static func read(_ line: String) -> (number: UInt64, level: Level)? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 8, words[0] == "waykeeper", words[1] == "mark", let number = UInt64(words[2]),
      number < .max / 2,
      let epoch = UInt64(words[3]), let seq = Int64(words[4]), let revision = UInt64(words[5]),
      let nextID = UInt64(words[6]), UInt64(words[7]) == checksum(Array(words.dropLast().joined(separator: " ").utf8))
    else { return nil }
    let level = Level(epoch: epoch, seq: seq, revision: revision, nextID: nextID)
    let greatest = UInt64(JournalCheck.greatest)
    guard epoch <= greatest, (0...JournalCheck.greatest).contains(seq), revision <= greatest, nextID <= greatest else {
      return nil
    }
    return (number, level)
  }

  /// Of an array, octet by octet: each transaction makes one, and over any sequence it would take twenty times as long.
  private static func checksum(_ text: [UInt8]) -> UInt64 {
    var hash = FNV1a()
    for byte in text { hash.combine(byte: byte) }
    return hash.value
  }

  private static func error(_ file: String, _ reason: Int32) -> JournalError {
    let isFull = reason == ENOSPC || reason == EDQUOT
    return JournalError(
      isFull ? .full : .inaccessible,
      "cannot read and write \(file): \(String(cString: strerror(reason))); "
        + (isFull ? "make room on that disk" : "correct its owner and mode, or remove it"))
  }
}
