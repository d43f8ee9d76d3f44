// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Where the files that SQLite has open lie, so that a file that was moved, deleted, exchanged or emptied is noticed: SQLite
/// goes on to write to what nobody can find after the end.
struct JournalPlaces: ~Copyable {
  private struct Place {
    let path: String
    let device: dev_t
    let inode: ino_t
    /// Whether a file without bytes is a lost one.
    let mayBeEmpty: Bool
  }

  private static let suffixes = ["", "-wal", "-shm"]
  private var places: [Place] = []
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
    watch = FileWatch(Self.suffixes.map { (file + $0, content: $0.isEmpty) })
    for suffix in Self.suffixes {
      var status = stat()
      guard stat(file + suffix, &status) == 0 else { continue }
      places.append(
        Place(path: file + suffix, device: status.st_dev, inode: status.st_ino, mayBeEmpty: !suffix.isEmpty))
    }
  }

  /// The first file that is no longer where it was, and what became of it; nil while all are there.
  var lost: (path: String, problem: String)? {
    for place in places {
      var status = stat()
      guard stat(place.path, &status) == 0 else { return (place.path, "moved or deleted") }
      guard status.st_dev == place.device, status.st_ino == place.inode else { return (place.path, "replaced") }
      guard place.mayBeEmpty || status.st_size > 0 else { return (place.path, "emptied") }
    }
    return nil
  }

  /// Whether one may be lost, for a look with each transaction.
  ///
  /// - Parameter nowMs: The present time, in ms since the boot.
  mutating func mayHaveLost(at nowMs: Int64) -> Bool {
    // News first: what happens behind the look at the files is news for the next one.
    let hasNews = watch?.hasNews() ?? true
    if !hasNews, let seenMs, (0..<Self.trustMs).contains(nowMs - seenMs) { return false }
    seenMs = lost == nil ? nowMs : nil
    return seenMs == nil
  }
}
