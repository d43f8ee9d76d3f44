// SPDX-License-Identifier: Apache-2.0

import CJournalFile
import Glibc
import RouteModel

/// How far the journal has come, in a small file of its own beside it, so that a lost end of the journal is noticed: SQLite
/// takes a damaged write-ahead log for one that ends where the damage begins, and an emptied file for a new one.
///
/// The file holds two levels as text in places of their own, written in turn, each with a checksum: a torn write leaves the
/// other one. Behind each, in a line of its own, stands the state of the journal that a start need not find out again where
/// it finds the same log. Behind both lies a ``JournalSeal``. Where power fails, the mark may be older than the journal, which
/// tells nothing; it is never newer than what was told to peers.
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

  /// What the journal was when a level was written.
  struct State: Hashable {
    /// Where its log ended.
    var log: LogEnd
    /// How many rows it had.
    var counts: Journal.Counts
  }

  /// The distance of the two lines: no write to the one touches a sector of the other.
  static let placeBytes = 4096

  private let descriptor: Int32
  private let file: String
  /// What was last written, or found.
  private var entry = Entry()
  /// The level that was last written, or found.
  var level: Level? { entry.level }
  /// The state that was found or written with it.
  var state: State? { entry.state }

  private struct Entry {
    /// Counts the writes; the higher one of the two places is the newer.
    var number: UInt64 = 0
    var level: Level?
    var state: State?
  }

  /// Opens the mark of a journal, or makes an empty one.
  ///
  /// - Throws: ``JournalError/Code/inaccessible`` or ``JournalError/Code/full``.
  init(of journal: String) throws(JournalError) {
    file = Self.file(of: journal)
    descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.error(file, errno) }
    // The room for all lines is taken at once, so that a full disk does not keep the mark from going on.
    if posix_fallocate(descriptor, 0, off_t(3 * Self.placeBytes)) == ENOSPC { throw Self.error(file, ENOSPC) }
    if let newest = Self.newest(in: descriptor) { entry = newest }
  }

  /// The file of a journal's mark.
  static func file(of journal: String) -> String { journal + "-mark" }

  /// How far the mark beside a journal has seen it come; nil where there is none. Nothing is made or changed.
  static func level(of journal: String) -> Level? { reading(journal) { newest(in: $0)?.level } }

  /// Reads the mark of a journal; nil where there is none.
  static func reading<Value>(_ journal: String, _ read: (Int32) -> Value?) -> Value? {
    let descriptor = open(file(of: journal), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return read(descriptor)
  }

  private static func newest(in descriptor: Int32) -> Entry? {
    (0..<2).compactMap { place in
      let lines = text(at: place, in: descriptor, atMost: 512).split(separator: "\n", maxSplits: 2)
      guard var entry = lines.first.flatMap({ read($0) }) else { return nil }
      entry.state = lines.dropFirst().first.flatMap { State(words: words($0, "log", entry.number)) }
      return entry
    }.max { $0.number < $1.number }
  }

  /// The first line at a place.
  static func line(at place: Int, in descriptor: Int32, atMost count: Int = 256) -> String {
    String(text(at: place, in: descriptor, atMost: count).prefix { $0 != "\n" })
  }

  private static func text(at place: Int, in descriptor: Int32, atMost most: Int) -> String {
    var bytes = [UInt8](repeating: 0, count: most)
    let count = pread(descriptor, &bytes, bytes.count, off_t(place * placeBytes))
    return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 0 }, as: UTF8.self)
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

  /// Writes a level that was reached, and the state of the journal where that is known.
  mutating func write(_ level: Level, _ state: State?, _ haste: Haste) throws(JournalError) {
    entry = Entry(number: entry.number + 1, level: level, state: state)
    let bytes = Self.lines(entry)
    let offset = off_t(Int(entry.number % 2) * Self.placeBytes)
    try put(bytes, at: offset)
    switch haste {
    case .none: break
    case .begun: waykeeper_journal_file_begin_writing(descriptor, offset, Self.placeBytes)
    case .synced: try sync()
    }
  }

  private func put(_ bytes: [UInt8], at offset: off_t) throws(JournalError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        pwrite(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written, offset + off_t(written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.error(file, count < 0 ? errno : EIO) }
      written += count
    }
  }

  /// Brings the last line to the disk.
  private func sync() throws(JournalError) {
    guard fdatasync(descriptor) == 0 else { throw Self.error(file, errno) }
  }

  /// Each transaction writes them. What an older coordinator reads is the first line.
  private static func lines(_ entry: Entry) -> [UInt8] {
    let level = entry.level ?? Level()
    var bytes: [UInt8] = []
    ByteWriter.append(to: &bytes) { lines in
      add(
        "mark", [entry.number, level.epoch, UInt64(bitPattern: level.seq), level.revision, level.nextID], to: &lines)
      guard let state = entry.state else { return }
      let (log, counts) = (state.log, state.counts)
      add(
        "log",
        [
          entry.number, log.salts, log.frames, log.checksum, UInt64(clamping: counts.commits),
          UInt64(clamping: counts.outcomes), UInt64(clamping: counts.gaps),
        ], to: &lines)
    }
    return bytes
  }

  private static func add(_ kind: String, _ values: [UInt64], to lines: inout ByteWriter) {
    let start = lines.count
    lines.append("waykeeper ")
    lines.append(kind)
    for value in values {
      lines.append(Byte.space)
      lines.append(decimal: value)
    }
    let checksum = checksum(lines.written(from: start))
    lines.append(Byte.space)
    lines.append(decimal: checksum)
    lines.append(UInt8(ascii: "\n"))
  }

  /// The numbers of a line of a kind, between its own number and its checksum; nil where it is damaged.
  private static func words(_ line: Substring, _ kind: String, _ number: UInt64? = nil) -> [UInt64]? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 3, words[0] == "waykeeper", words[1] == kind,
      UInt64(words[words.count - 1]) == checksum(of: words.dropLast().joined(separator: " "))
    else { return nil }
    let numbers = words[2..<(words.count - 1)].compactMap { UInt64($0) }
    guard numbers.count == words.count - 3, number == nil || numbers[0] == number else { return nil }
    return numbers
  }

  private static func read(_ line: Substring) -> Entry? {
    guard let words = words(line, "mark"), words.count == 5, words[0] < .max / 2 else { return nil }
    guard let seq = Int64(exactly: words[2]) else { return nil }
    let level = Level(epoch: words[1], seq: seq, revision: words[3], nextID: words[4])
    let greatest = UInt64(JournalCheck.greatest)
    guard level.epoch <= greatest, seq <= JournalCheck.greatest, level.revision <= greatest, level.nextID <= greatest
    else { return nil }
    return Entry(number: words[0], level: level)
  }

  /// Of octets that lie in memory: each transaction makes one, and over any sequence it would take twenty times as long.
  static func checksum(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = FNV1a()
    for byte in text { hash.combine(byte: byte) }
    return hash.value
  }

  /// The same of a text.
  static func checksum(of text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { checksum($0) }
  }

  private static func error(_ file: String, _ reason: Int32) -> JournalError {
    let isFull = reason == ENOSPC || reason == EDQUOT
    return JournalError(
      isFull ? .full : .inaccessible,
      "cannot read and write \(file): \(String(cString: strerror(reason))); "
        + (isFull ? "make room on that disk" : "correct its owner and mode, or remove it"))
  }
}

extension Watermark.State {
  /// Nil where the words say none.
  fileprivate init?(words: [UInt64]?) {
    guard let words, words.count == 7 else { return nil }
    let counts = words[4...].compactMap { Int(exactly: $0) }.filter { $0 <= JournalCheck.greatest }
    guard counts.count == 3 else { return nil }
    log = LogEnd(salts: words[1], frames: words[2], checksum: words[3])
    self.counts = Journal.Counts(commits: counts[0], outcomes: counts[1], gaps: counts[2])
  }
}
