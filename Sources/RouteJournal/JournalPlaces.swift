// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Where the files that SQLite has open lie, so that a file that was moved, deleted, exchanged or emptied is noticed: SQLite
/// goes on to write to what nobody can find after the end.
struct JournalPlaces: ~Copyable {
  private struct Place {
    let path: String
    let device: dev_t
    let inode: ino_t
    let kind: Kind
  }

  private enum Kind {
    /// Never without bytes.
    case journal
    /// It begins with a header once something was written to it.
    case log
    case index
  }

  private static let files: [(suffix: String, kind: Kind)] = [("", .journal), ("-wal", .log), ("-shm", .index)]
  private var places: [Place] = []
  /// The write-ahead log; negative where there is none.
  private var log: Int32 = -1
  /// Whether the log had its header at the last look. SQLite writes another one over it, and takes it away only where
  /// it is told to.
  private var hasHeader = false
  /// Whether the log was found to be shorter than its index says. What is written later makes it as long again.
  private var isLogCut = false
  /// Nil where nothing can be watched: then each look is a look at the files.
  private var watch: FileWatch?
  /// When the files were last looked at and were all there, in ms since the boot.
  private var seenMs: Int64?
  /// How long they are not looked at while their watch has no news, in ms: it does not see everything.
  private static let trustMs: Int64 = 100

  /// Nothing is open yet.
  init() {}

  /// Notes the files of the open journal `file`: itself, its write-ahead log and the index of that.
  init(of file: String) {
    // Transactions go to the log, so the file itself is seldom written.
    watch = FileWatch(Self.files.map { (file + $0.suffix, content: $0.kind == .journal) })
    for (suffix, kind) in Self.files {
      var status = stat()
      guard stat(file + suffix, &status) == 0 else { continue }
      places.append(Place(path: file + suffix, device: status.st_dev, inode: status.st_ino, kind: kind))
      // SQLite locks the two others, and to close any descriptor of a file gives its locks away.
      if kind == .log { log = open(file + suffix, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    }
    hasHeader = findsHeader
  }

  deinit { if log >= 0 { close(log) } }

  /// Whether the log begins as one. Where it was emptied, SQLite writes on behind a hole of zeros, and would move that into the
  /// journal.
  private var findsHeader: Bool {
    var first: UInt32 = 0
    let count = log >= 0 ? pread(log, &first, 4, 0) : 0
    // A disk that cannot read it says nothing of what it holds.
    return count < 0 ? hasHeader : count == 4 && first != 0
  }

  /// The first file that is no longer where it was, and what became of it; nil while all are there.
  var lost: (path: String, problem: String)? {
    for place in places {
      var status = stat()
      guard stat(place.path, &status) == 0 else { return (place.path, "moved or deleted") }
      guard status.st_dev == place.device, status.st_ino == place.inode else { return (place.path, "replaced") }
      let isEmptied =
        switch place.kind {
        case .journal: status.st_size == 0
        case .log: hasHeader && !findsHeader
        case .index: false
        }
      guard !isEmptied else { return (place.path, "emptied") }
      guard place.kind != .log || !isLogCut else { return (place.path, "cut short") }
    }
    return nil
  }

  /// Whether the log was emptied, or found to be cut. What stands in it then is no log any more: zeros, or parts of transactions.
  var isLogSpoiled: Bool { isLogCut || hasHeader && !findsHeader }

  /// Looks whether the log is as long as its index says; behind a cut SQLite writes on, and nobody could read what is in front of that.
  ///
  /// - Parameters:
  ///   - end: The end of the log, as its index has it.
  ///   - pageBytes: The size of the journal's pages.
  mutating func findsCut(before end: LogEnd?, pageBytes: Int) -> Bool {
    // How a log is laid out: https://sqlite.org/fileformat2.html, section 4.1.
    let (headerBytes, frameHeaderBytes) = (32, 24)
    var status = stat()
    guard !isLogCut, let end, end.frames > 0, log >= 0, fstat(log, &status) == 0 else { return isLogCut }
    isLogCut = Int64(status.st_size) < Int64(headerBytes + Int(end.frames) * (frameHeaderBytes + pageBytes))
    return isLogCut
  }

  /// The log was emptied in order: all of it lies in the journal.
  mutating func noteNewLog() { hasHeader = false }

  /// Whether one may be lost, for a look with each transaction.
  ///
  /// - Parameter nowMs: The present time, in ms since the boot.
  mutating func mayHaveLost(at nowMs: Int64) -> Bool {
    // A watch of the log would have news of each transaction, and where it was emptied the next one makes it as long as before.
    let findsHeader = findsHeader
    if hasHeader, !findsHeader { return true }
    hasHeader = findsHeader
    // News first: what happens behind the look at the files is news for the next one.
    let hasNews = watch?.hasNews() ?? true
    if !hasNews, let seenMs, (0..<Self.trustMs).contains(nowMs - seenMs) { return false }
    seenMs = lost == nil ? nowMs : nil
    return seenMs == nil
  }
}
