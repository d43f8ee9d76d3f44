// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("What a start need not look for again", .offPool)
struct StartBoundsTests {
  @Test(
    "after a kill -9 a start that reads little finds what one that reads everything finds", .timeLimit(.minutes(20)))
  func readsLittle() async throws {
    let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
      try leaveJournals()
    }
    let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let folders = said.split(separator: "\n").compactMap { $0.wholeMatch(of: /in (\/.*)/)?.output.1 }.map(String.init)
    defer { for folder in folders { try? FileManager.default.removeItem(atPath: folder) } }
    try #require(folders.count == seeds.count)
    for (seed, path) in zip(seeds, folders) {
      // A copy is known to nobody.
      let copy = try TemporaryFolder()
      for name in try FileManager.default.contentsOfDirectory(atPath: path) where name != "waykeeperd.lock" {
        try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: copy(name))
      }
      let (whole, little) = (try copy.open(), try Self.open(path))
      #expect(!whole.isKnown)
      #expect(little.isKnown, "seed \(seed)")
      #expect(little.bounds.window > 0 && little.bounds.looked > 0)
      #expect(little.statistics == whole.statistics)
      // In another boot, which came a minute ago, ages are others.
      let isSame = seed.isMultiple(of: 2)
      let boot = isSame ? Journal.currentBootID : "another"
      var later = JournalTime(afternoon + 40 * minute)
      if !isSame { later.bootMs = 60_000 }
      let expected = try whole.begin(at: later, bootID: boot)
      let restored = try little.begin(at: later, bootID: boot)
      #expect(restored == expected, "seed \(seed)")
      #expect(!expected.decided.isEmpty && !expected.acknowledged.isEmpty && !expected.usedTokens.isEmpty)
      #expect(little.bounds.window == whole.bounds.window)
      try whole.close(at: later)
      try little.close(at: later)
    }
    try refusesForeignLog(in: folders[0])
  }

  /// What somebody else has added to the log of a journal is looked at, also where the file is as it was.
  private func refusesForeignLog(in path: String) throws {
    let other = try DatabaseQueue(path: path + "/" + Journal.fileName)
    try other.inDatabase {
      try $0.execute(
        sql: "PRAGMA wal_autocheckpoint = 0; UPDATE outcomes SET state = 7 WHERE seq = (SELECT min(seq) FROM outcomes)")
    }
    let journal = try Self.open(path)
    #expect(JournalSeal.found(on: journal.file) != nil)
    #expect(!journal.isKnown)
    #expect(throws: JournalError.self) { _ = try journal.begin(nowMicros: afternoon + 41 * minute) }
    try other.close()
  }

  private static func open(_ path: String) throws -> Journal {
    try Journal.open(in: path, durability: .normal, retention: Retention())
  }

  @Test("the thread that moves the log under a load seals the file, and says where the window begins")
  func threadSeals() throws {
    let folder = try TemporaryFolder()
    let journal = try folder.begun()
    let start = try folder.bytes().count
    var number: Revision = 0
    try eventually("a file that has grown while the loop was never idle", withinMs: 600_000) {
      for _ in 0..<100 {
        number += 1
        let ended = try decided("way-\(number)")
        let time = afternoon + Int64(number) * second
        try journal.commit([.commit(commit(number, "home", "list")), .decided(ended)], nowMicros: time)
      }
      journal.checkpointer?.wait()
      return try folder.bytes().count > start && number > 900
    }
    let seal = try #require(JournalSeal.found(on: folder.journalFile))
    let bounds = try #require(JournalSeal.bounds(of: folder.journalFile, under: seal))
    #expect(bounds.window > 1 && bounds.window == journal.checkpointer?.window)
    #expect(bounds.withTokens.count > 100)
    try journal.close()
  }

  @Test("bounds that are damaged, or of another seal, are none, and the start is the same", arguments: [true, false])
  func damagedBounds(isDamaged: Bool) throws {
    let folder = try TemporaryFolder()
    do {
      let journal = try folder.begun()
      for number in 1...20 as ClosedRange<Revision> {
        try journal.commit(
          [.commit(commit(number, "home")), .decided(try decided("way-\(number)"))], nowMicros: afternoon)
      }
      try journal.close(at: JournalTime(afternoon + 11 * minute))
    }
    let seal = try #require(JournalSeal.found(on: folder.journalFile))
    let bounds = try #require(JournalSeal.bounds(of: folder.journalFile, under: seal))
    #expect(bounds.window > 40 && bounds.withTokens.count == 20)
    #expect(StartBounds(words: bounds.text.split(separator: " ")) == bounds)
    #expect(JournalSeal.bounds(of: folder.journalFile, under: seal + "1") == nil)
    if isDamaged {
      var mark = try folder.bytes(Journal.fileName + "-mark")
      mark[3 * 4096 + 20] ^= 1
      let handle = try FileHandle(forWritingTo: URL(filePath: folder.journalFile + "-mark"))
      try handle.write(contentsOf: mark)
      try handle.close()
      #expect(JournalSeal.bounds(of: folder.journalFile, under: seal) == nil)
    }
    let journal = try folder.open()
    #expect(journal.isKnown)
    #expect(journal.bounds == (isDamaged ? StartBounds() : bounds))
    let restored = try journal.begin(nowMicros: afternoon + 12 * minute)
    #expect(restored.decided.isEmpty)
    #expect(restored.usedTokens.count == 20)
    try journal.close()
  }

  @Test("commits without tokens do not push the tokens of others out")
  func tokensStay() throws {
    let folder = try TemporaryFolder()
    let journal = try folder.begun()
    let used = commit(1, "home")
    try journal.commit([.commit(used)], nowMicros: afternoon)
    let others = (2...Revision(Limits.usedTokensMax + 10)).map { revision in
      var other = commit(revision, "home")
      other.cause.tokens = []
      return JournalRecord.commit(other)
    }
    try journal.commit(others, nowMicros: afternoon)
    // A copy is known to nobody: the start looks at all rows.
    let copy = try folder.copyOfNow().open()
    #expect(try copy.begin(nowMicros: afternoon).usedTokens == used.cause.tokens)
    try copy.close()
    try journal.close()
  }

  @Test("what somebody else writes between the opening and the start is looked at")
  func looksAgain() throws {
    let folder = try TemporaryFolder()
    do {
      let first = try folder.begun()
      try first.commit([.commit(commit(1, "home"))], nowMicros: afternoon)
      try first.close()
    }
    let journal = try folder.open()
    #expect(journal.isKnown)
    let other = try DatabaseQueue(path: folder.journalFile)
    try other.inDatabase { try $0.execute(sql: "UPDATE commits SET revision = -1") }
    #expect(throws: JournalError.self) { _ = try journal.begin(nowMicros: afternoon) }
    try other.close()
  }

  @Test("what somebody else writes beside a coordinator is looked at by the next start", arguments: 0..<4)
  func looksAtOthers(moment: Int) throws {
    let folder = try TemporaryFolder()
    do {
      let journal = try folder.begun()
      let other = try DatabaseQueue(path: folder.journalFile)
      for revision in 1...3 as ClosedRange<Revision> {
        try journal.commit([.commit(commit(revision, "home"))], nowMicros: afternoon)
        if revision == moment { try other.inDatabase { try $0.execute(sql: "UPDATE commits SET at = at + 1") } }
        _ = try journal.maintain(nowMicros: afternoon)
      }
      try other.close()
      try journal.close()
    }
    let next = try folder.open()
    #expect(next.isKnown == (moment == 0))
    #expect(try next.begin(nowMicros: afternoon).scenes.first?.commit.revision == 3)
    try next.close()
  }

  @Test("a file that is being changed by the coordinator keeps its seal until the coordinator's last sign of life")
  func sealHoldsWhileMoving() throws {
    let folder = try TemporaryFolder()
    var mark: Watermark
    do {
      let journal = try folder.begun()
      try journal.commit([.commit(commit(1, "home"))], nowMicros: afternoon)
      try journal.close()
      mark = try Watermark(of: folder.journalFile)
    }
    let seal = JournalSeal(of: folder.journalFile)
    seal.trust()
    try seal.moving {
      #expect(JournalSeal.found(on: folder.journalFile) != nil)
      try append(to: folder.journalFile)
      try mark.write(mark.level ?? Watermark.Level(), mark.state, .none)
      #expect(JournalSeal.found(on: folder.journalFile) != nil)
      // Somebody else, after the end.
      var later = [timespec](repeating: timespec(), count: 2)
      clock_gettime(CLOCK_REALTIME, &later[0])
      later[0].tv_sec += 1
      later[1] = later[0]
      utimensat(AT_FDCWD, folder.journalFile, later, 0)
      #expect(JournalSeal.found(on: folder.journalFile) == nil)
      return StartBounds()
    }
    #expect(JournalSeal.found(on: folder.journalFile) != nil)
  }

  @Test("what somebody else has changed meanwhile is not sealed again, and neither is what could not be moved")
  func sealsNothingForeign() throws {
    let folder = try TemporaryFolder()
    let journal = try folder.begun()
    try append(to: folder.journalFile)
    _ = try journal.maintain(nowMicros: afternoon)
    try journal.close()
    #expect(JournalSeal.found(on: folder.journalFile) == nil)

    let other = try TemporaryFolder()
    try other.begun().close()
    let seal = JournalSeal(of: other.journalFile)
    seal.trust()
    #expect(throws: CancellationError.self) {
      try seal.moving {
        try append(to: other.journalFile)
        throw CancellationError()
      }
    }
    #expect(JournalSeal.found(on: other.journalFile) == nil)
    seal.moving { StartBounds() }
    #expect(JournalSeal.found(on: other.journalFile) == nil)
  }

  private func append(to file: String) throws {
    let handle = try FileHandle(forUpdating: URL(filePath: file))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(repeating: 0, count: 4096))
    try handle.close()
  }
}

@Suite("Where the exactly-once window begins")
struct WindowTests {
  /// States of outcomes by their numbers: 1 is decided, 2 acknowledged.
  private func advance(_ bounds: inout StartBounds, _ states: [Int64: Int64], upTo newest: Int64) throws {
    let database = try DatabaseQueue()
    try database.inDatabase { db in
      try JournalFile.create(db)
      for (seq, state) in states {
        try db.execute(
          sql: """
            INSERT INTO outcomes
            (seq, at, client, sequence, state, scene, revision, body_hash, verb, origin, outcome, boot, up)
            VALUES (?, 0, 'way', ?, ?, 'main', 1, 0, 'back', '{}', '{}', 0, 0)
            """, arguments: [seq, seq, state])
      }
      try bounds.advance(db, upTo: newest, bootMs: 1000)
    }
  }

  @Test("an outcome that nobody acknowledges holds it")
  func isHeld() throws {
    var bounds = StartBounds()
    try advance(&bounds, [3: 2, 7: 1, 8: 2, 9000: 2], upTo: 9000)
    #expect(bounds.window == 7)
    #expect(bounds.bootMs == 1000)
  }

  @Test("it passes rows that are acknowledged, and numbers that no outcome has")
  func passes() throws {
    var bounds = StartBounds()
    let acknowledged = Dictionary(uniqueKeysWithValues: (1...250).map { (Int64($0), Int64(2)) })
    try advance(&bounds, acknowledged.merging([1 << 40: 1]) { $1 }, upTo: 1 << 41)
    #expect(bounds.window == 1 << 40)
    try advance(&bounds, acknowledged, upTo: 1 << 41)
    #expect(bounds.window == 1 << 41 + 1)
  }
}

private let seeds: ClosedRange<UInt64> = 1...4

/// Writes a journal for each seed, says where, and ends as by `kill -9`.
private func leaveJournals() throws {
  var journals: [Journal] = []
  for seed in seeds {
    let path = FileManager.default.temporaryDirectory.appending(path: "waykeeper-left-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    FileHandle.standardOutput.write(Data("in \(path)\n".utf8))
    let retention = Retention(commits: seed > 2 ? 300 : 100_000)
    let journal = try Journal.open(in: path, durability: .normal, retention: retention)
    try live(journal, seed)
    // What is being moved at the end is known as well, where the end comes at once; here it comes later.
    journal.checkpointer?.wait()
    journals.append(journal)
  }
  kill(getpid(), SIGKILL)
}

/// A life of 35 minutes: clients that acknowledge and some that do not, commands of several steps, commits with and without
/// tokens, cuts and bites of upkeep.
private func live(_ journal: Journal, _ seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  _ = try journal.begin(nowMicros: afternoon)
  let clients = (0..<4).map { CommandID.client(name: "c", randomBits: $0, seed) }
  var next = [UInt64](repeating: 1, count: clients.count)
  var revision: Revision = 0
  for turn in 0..<600 {
    let now = afternoon + Int64(turn) * 35 * minute / 600
    let client = Int.random(in: 0..<clients.count, using: &random)
    let id = CommandID(client: clients[client], sequence: next[client])
    next[client] += 1
    revision += 1
    var step = commit(revision, "home", "list", nextID: 10 + revision, command: id)
    if turn % 100 > 3 { step.cause.tokens = [] }
    let ended = try decided("\(clients[client])-\(next[client] - 1)", revision: revision)
    if turn % 7 == 0 { try journal.commit([.open(OpenRecord(decided: ended))], nowMicros: now) }
    // The last of several steps is never ended.
    try journal.commit(turn % 97 == 0 ? [.commit(step)] : [.commit(step), .decided(ended)], nowMicros: now)
    // The last client never acknowledges.
    if client < 3, turn % 5 == 0 {
      let record = AcknowledgedRecord(client: clients[client], below: next[client])
      try journal.commit([.acknowledged(record)], nowMicros: now)
    }
    if turn % 60 == 0 { _ = try journal.maintain(nowMicros: now) }
  }
}
