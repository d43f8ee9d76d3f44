// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteJournal
import RouteModel
import TestSupport
import Testing
import TestTraits

@Suite("What a crash leaves", .offPool)
struct JournalCrashTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("after a kill -9 at any moment every committed turn is there", arguments: Durability.allCases)
  func keepsEveryTurn(durability: Durability) throws {
    let journal = try folder.open(durability: durability)
    _ = try journal.begin(nowMicros: afternoon)
    for number in 1...20 as ClosedRange<Revision> {
      try journal.commit(try turn(number), nowMicros: afternoon)
      if number.isMultiple(of: 7) { _ = try journal.maintain(nowMicros: afternoon) }
      let left = try folder.copyOfNow().open().begin(nowMicros: afternoon)
      #expect(left.scenes.map(\.commit.revision) == [number])
      #expect(left.decided.map(\.record.outcome.revision) == Array(1...number))
    }
  }

  @Test("wherever the write-ahead log is torn, what is left is whole turns from the first on")
  func tearsBetweenTurns() throws {
    let journal = try folder.open()
    _ = try journal.begin(nowMicros: afternoon)
    for number in 1...6 as ClosedRange<Revision> { try journal.commit(try turn(number), nowMicros: afternoon) }
    let log = try folder.bytes(Journal.fileName + "-wal")
    var seen: [Revision] = []
    // A frame of the log takes 2072 bytes: it is torn between frames and at three places inside each.
    for length in Array(stride(from: 0, to: log.count, by: 690)) + [log.count] {
      let torn = try folder.copyOfNow()
      try torn.write(log.prefix(length), Journal.fileName + "-wal")
      let left = try torn.open().begin(nowMicros: afternoon)
      let revision = left.scenes.first?.commit.revision ?? 0
      #expect(left.decided.map(\.record.outcome.revision) == Array(1..<(revision + 1)))
      if seen.last != revision { seen.append(revision) }
    }
    #expect(seen == Array(0...6))
  }

  @Test("begin leaves nothing in the log: the epoch is on the disk")
  func syncsTheEpoch() throws {
    let journal = try folder.open()
    let epoch = try journal.begin(nowMicros: afternoon).epoch
    try journal.commit(try turn(1), nowMicros: afternoon)
    // A power cut that takes all of the log.
    let left = try folder.copyOfNow()
    try left.write(Data(), Journal.fileName + "-wal")
    let restored = try left.open().begin(nowMicros: 0)
    #expect(restored.epoch == epoch + 1)
    #expect(restored.scenes.isEmpty)
  }

  @Test("acknowledged turns of a process that is killed are there", .timeLimit(.minutes(20)))
  func survivesKill() async throws {
    let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
      try commitUntilKilled()
    }
    let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
    let folders = said.compactMap { $0.wholeMatch(of: /in (\/.*)/)?.output.1 }
    defer { for folder in folders { try? FileManager.default.removeItem(atPath: String(folder)) } }
    let path = try #require(folders.first)
    let turns = said.compactMap { $0.wholeMatch(of: /committed (\d+)/)?.output.1 }
    let acknowledged = try #require(turns.last.flatMap { Revision($0) })
    let left = try Journal.open(in: String(path), durability: .normal, retention: Retention())
      .begin(nowMicros: afternoon)
    let revision = try #require(left.scenes.first?.commit.revision)
    #expect(revision >= 200)
    #expect(revision >= acknowledged)
    #expect(left.decided.map(\.record.outcome.revision) == Array(1...revision))
  }
}

/// A turn: a commit and the outcome that tells it, which belong together.
private func turn(_ number: Revision) throws -> [JournalRecord] {
  let ended = try decided("way-\(number)", revision: number)
  return [.commit(commit(number, "home", "list", nextID: number + 1, command: ended.outcome.id)), .decided(ended)]
}

/// Commits turn after turn, and says on the standard output where, and after each turn which, until the process is killed:
/// by another of its threads, at whatever moment after the 200th turn that comes to run.
private func commitUntilKilled() throws {
  func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
  let path = FileManager.default.temporaryDirectory.appending(path: "waykeeper-killed-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(
    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  say("in \(path)")
  let journal = try Journal.open(in: path, durability: .normal, retention: Retention())
  _ = try journal.begin(nowMicros: afternoon)
  for number in 1...1_000_000 as ClosedRange<Revision> {
    try journal.commit(try turn(number), nowMicros: afternoon)
    say("committed \(number)")
    if number == 200 { Thread.detachNewThread { kill(getpid(), SIGKILL) } }
  }
}
