// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Glibc
import RouteJournal
import RouteModel
import TestSupport
import Testing
import TestTraits

@Suite("A lost end of the journal is told", .offPool)
struct WatermarkTests {
  let folder: TemporaryFolder
  private let mark = Journal.fileName + "-mark"

  init() throws { folder = try TemporaryFolder() }

  /// Commits revisions 1 to `last` of the main scene, and 1 of another, then ends as by `kill -9`.
  private func leave(_ last: Revision) throws -> TemporaryFolder {
    let journal = try folder.open()
    _ = try journal.begin(nowMicros: afternoon)
    try journal.commit([.commit(commit(1, "speed", in: "cluster"))], nowMicros: afternoon)
    for revision in 1...last {
      try journal.commit([.commit(commit(revision, "home", nextID: 10 + revision))], nowMicros: afternoon)
    }
    let left = try folder.copyOfNow()
    try FileManager.default.copyItem(atPath: folder(mark), toPath: left(mark))
    return left
  }

  @Test("nothing is told where nothing is missing, after a kill and after an end in order")
  func quiet() throws {
    let left = try leave(20)
    for _ in 0..<2 {
      let journal = try left.open()
      let restored = try journal.begin(nowMicros: afternoon + second)
      #expect(journal.warnings.isEmpty)
      #expect(journal.statistics.gaps == 0)
      #expect(restored.scenes.map(\.commit.revision) == [1, 20])
      try journal.close()
    }
  }

  @Test("a write-ahead log that is damaged anywhere", arguments: [0.0, 0.3, 0.7, 0.95])
  func damagedLog(place: Double) throws {
    let left = try leave(20)
    var log = try left.bytes(Journal.fileName + "-wal")
    let offset = 32 + Int(Double(log.count - 32) * place)
    log[offset] ^= 0xFF
    log[min(offset + 24, log.count - 1)] ^= 0xFF
    try left.write(log, Journal.fileName + "-wal")

    let journal = try left.open()
    let restored = try journal.begin(nowMicros: afternoon + second)
    #expect(journal.warnings.count == 1)
    #expect(journal.warnings.first?.contains("has lost its end") == true, "\(journal.warnings)")
    #expect(journal.statistics.gaps == 1)
    // Whatever is left, no revision and no id is given a second time.
    for scene in restored.scenes { #expect(scene.commit.nextID >= 30) }
    let main = restored.scenes.first { $0.commit.scene == "main" }
    if let main { #expect(main.commit.revision > 20) } else { #expect(restored.floor.revision == 20) }
    #expect(restored.floor.nextID >= 30)
    // It is told once, and what was raised stays raised: as read from a copy, for this journal holds its folder.
    let copy = try left.copyOfNow()
    try copy.write(try left.bytes(mark), mark)
    let again = try copy.open()
    let later = try again.begin(nowMicros: afternoon + minute)
    #expect(again.warnings.isEmpty)
    #expect(again.lastLostEnd?.contains("has lost its end") == true, "nothing was committed behind it")
    #expect(later.scenes.map(\.commit.revision) == restored.scenes.map(\.commit.revision))
    #expect(later.floor == restored.floor)
  }

  @Test("a main file that was emptied or deleted is no silent new beginning", arguments: [true, false])
  func noFile(isEmptied: Bool) throws {
    let left = try leave(20)
    try FileManager.default.removeItem(atPath: left(Journal.fileName + "-wal"))
    if isEmptied { try left.write(Data()) } else { try FileManager.default.removeItem(atPath: left.journalFile) }
    let journal = try left.open()
    let restored = try journal.begin(nowMicros: afternoon - 3600 * second)
    #expect(journal.warnings.count == 1)
    #expect(restored.scenes.isEmpty)
    #expect(restored.floor.revision == 20)
    #expect(restored.epoch > Epoch(afternoon))
    #expect(journal.statistics.gaps == 1)
  }

  @Test("an older copy of the journal beside a newer mark is told as well")
  func olderCopy() throws {
    let older = try leave(5)
    let newer = try leave(9)
    try older.write(try newer.bytes(mark), mark)
    let journal = try older.open()
    #expect(try journal.begin(nowMicros: afternoon).scenes.last?.commit.revision ?? 0 > 9)
    #expect(journal.warnings.count == 1)
  }

  @Test("a mark that is missing, damaged or older tells nothing", arguments: [0, 1, 2])
  func badMark(kind: Int) throws {
    let left = try leave(20)
    switch kind {
    case 0: try FileManager.default.removeItem(atPath: left(mark))
    case 1: try left.write(Data(repeating: 0x5A, count: 8192), mark)
    default:
      var bytes = try left.bytes(mark)
      // The newer of its two lines is torn: the older one, of the turn before, counts.
      let numbers = [0, 4096].map { place in
        Int(String(decoding: bytes[place...].prefix { $0 != 10 }, as: UTF8.self).split(separator: " ")[2]) ?? 0
      }
      let newer = numbers[0] > numbers[1] ? 0 : 4096
      bytes[newer + 20] ^= 1
      try left.write(bytes, mark)
    }
    let journal = try left.open()
    #expect(try journal.begin(nowMicros: afternoon).scenes.last?.commit.revision == 20)
    #expect(journal.warnings.isEmpty)
  }

  @Test("rows that were cut are not missed")
  func cut() throws {
    do {
      let journal = try folder.open(retention: Retention(ageMs: 1))
      _ = try journal.begin(nowMicros: afternoon)
      try journal.commit([.commit(commit(1, "home"))], nowMicros: afternoon)
      // The newest row is an outcome, which goes; its scene's commit stays.
      try journal.commit([.decided(try decided("way-1", .rejected(.noHost)))], nowMicros: afternoon)
      while try journal.maintain(nowMicros: afternoon + 20 * minute) {}
      #expect(journal.statistics.outcomes == 0)
      try journal.close()
    }
    let again = try folder.open()
    _ = try again.begin(nowMicros: afternoon + 21 * minute)
    #expect(again.warnings.isEmpty)
  }

  @Test("where the mark alone cannot be written, transactions go on, and that is told once")
  func full() throws {
    let journal = try folder.begun()
    try journal.commit([.commit(commit(1, "home"))], nowMicros: afternoon)
    try exchangeMark(for: "/dev/full")
    for revision in 2...3 as ClosedRange<Revision> {
      try journal.commit([.commit(commit(revision, "home"))], nowMicros: afternoon)
    }
    #expect(journal.gap == nil)
    let error = try #require(throws: JournalError.self) { try journal.maintain(nowMicros: afternoon) }
    #expect(error.code == .full && error.message.contains(mark), "\(error)")
    try journal.commit([.commit(commit(4, "home"))], nowMicros: afternoon)
    _ = try journal.maintain(nowMicros: afternoon)
    let restored = try folder.copyOfNow().open().begin(nowMicros: afternoon)
    #expect(restored.scenes.last?.commit.revision == 4)
  }

  /// Has what the process writes to the mark go to another file.
  private func exchangeMark(for file: String) throws {
    var status = stat()
    #expect(stat(folder(mark), &status) == 0)
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
    let opened = descriptors.filter { descriptor in
      var other = stat()
      return fstat(descriptor, &other) == 0 && other.st_ino == status.st_ino && other.st_dev == status.st_dev
    }
    let other = open(file, O_RDWR | O_CLOEXEC)
    defer { close(other) }
    // That of the mark, and that of the seal, which lies in the same file.
    #expect(opened.count == 2)
    for descriptor in opened {
      #expect(dup2(other, descriptor) == descriptor && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0)
    }
  }

  @Test("a mark that is a link is not followed")
  func link() throws {
    try folder.write(Data("precious".utf8), "precious")
    try FileManager.default.createSymbolicLink(atPath: folder(mark), withDestinationPath: folder("precious"))
    let error = try #require(throws: JournalError.self) { try folder.open() }
    #expect(error.code == .inaccessible)
    #expect(try folder.bytes("precious") == Data("precious".utf8))
  }
}
