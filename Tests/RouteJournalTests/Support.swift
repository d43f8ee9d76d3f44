// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import GRDB
import RouteModel
import TestSupport
import Testing

@testable import RouteJournal

extension TemporaryFolder {
  /// A path in it.
  func callAsFunction(_ name: String) -> String { file(name) }

  var journalFile: String { self(Journal.fileName) }

  func open(
    durability: Durability = .normal, retention: Retention = Retention()
  ) throws(JournalError) -> Journal {
    try Journal.open(in: path, durability: durability, retention: retention)
  }

  /// A new journal in it that has begun.
  func begun() throws -> Journal {
    let journal = try open()
    _ = try journal.begin(nowMicros: afternoon)
    return journal
  }

  /// What a `kill -9` now would leave: the files as they are, without what lives in shared memory.
  func copyOfNow() throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in [Journal.fileName, Journal.fileName + "-wal"] where FileManager.default.fileExists(atPath: self(name)) {
      try FileManager.default.copyItem(atPath: self(name), toPath: copy(name))
    }
    return copy
  }

  /// The rows of a table of the journal in it.
  func count(_ table: String) throws -> Int {
    try DatabaseQueue(path: journalFile).inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
  }

  func bytes(_ name: String = Journal.fileName) throws -> Data {
    try Data(contentsOf: URL(filePath: self(name)))
  }

  func write(_ bytes: Data) throws { try write(bytes, Journal.fileName) }
}

/// µs since 1970 of some afternoon.
let afternoon: Int64 = 1_790_000_000_000_000
let second: Int64 = 1_000_000
let minute = 60 * second

extension JournalTime {
  /// A time of a machine that was booted an hour before ``afternoon`` and whose clock is right.
  init(_ wallMicros: Int64) {
    self.init(wallMicros: wallMicros, bootMs: max(0, 3_600_000 + (wallMicros - afternoon) / 1000))
  }
}

/// The calls of a journal on such a machine.
extension Journal {
  func begin(nowMicros: Int64, bootID: String = Journal.currentBootID) throws(JournalError) -> Restored {
    try begin(at: JournalTime(nowMicros), bootID: bootID)
  }

  func commit(_ records: [JournalRecord], nowMicros: Int64) throws(JournalError) {
    try commit(records, at: JournalTime(nowMicros))
  }

  func recover(nowMicros: Int64) throws(JournalError) { try recover(at: JournalTime(nowMicros)) }

  /// A bite; returns when the thread has moved what the bite had it move.
  func maintain(nowMicros: Int64) throws(JournalError) -> Bool {
    defer { checkpointer?.wait() }
    return try maintain(at: JournalTime(nowMicros))
  }
}

/// A commit with one element for each of `screens`.
func commit(
  _ revision: Revision, _ screens: ScreenName..., in scene: SceneName = "main", nextID: UInt64 = 10,
  command: CommandID? = nil
) -> CommitRecord {
  let elements = screens.enumerated().map { Element(id: ElementID(UInt64($0)), screen: AnyScreen($1)) }
  return CommitRecord(
    scene: scene, revision: revision, majorRevision: revision, isMinor: false, route: Route(root: Path(elements)),
    nextID: nextID, epoch: 7,
    cause: Cause(
      kind: .command, command: command, verb: "show list",
      origin: Origin(name: "way", pid: 12, uid: 1000, command: "way"),
      asked: [
        Asked(request: "show list", screen: "home", element: .root, worker: "kiosk", answer: .push, ms: 0.25),
        Asked(
          request: "leave", screen: "list", element: ElementID(1), worker: nil, answer: .deny, ms: 1, message: "no"),
      ],
      because: "a test", tokens: [Ask.Token(epoch: 7, number: 3)]))
}

/// The client of a command has acknowledged all its commands up to that one.
func acknowledged(_ id: String, owner: UInt32? = nil) throws -> JournalRecord {
  let id = try #require(CommandID(id))
  return .acknowledged(AcknowledgedRecord(client: id.client, below: id.sequence + 1, owner: owner))
}

/// The end of command `id`.
func decided(
  _ id: String, _ kind: Outcome.Kind = .committed, scene: SceneName = "main", revision: Revision = 1,
  revisions: [Revision] = []
) throws -> DecidedRecord {
  let id = try #require(CommandID(id))
  let path = Path([Element(id: .root, screen: AnyScreen("home", content: .object([("id", .integer(7))])))])
  return DecidedRecord(
    outcome: Outcome(
      id: id, kind: kind, message: "for people: \"é\"\n", scene: scene, epoch: 7, revision: revision,
      path: PlacedPath(path, hosts: [.root: Host(.attended, worker: "kiosk")]), ms: 2.5, revisions: revisions),
    bodyHash: .max - 5, verb: "show list", origin: Origin(name: "way"), because: "a note")
}

/// A suite that repairs damaged journals.
protocol RepairSuite {
  /// Where the damaged one lies.
  var folder: TemporaryFolder { get }
  /// Where the new one is to lie.
  var mended: TemporaryFolder { get }
}

extension RepairSuite {
  /// Repairs the journal, or another file; what comes of it is sound.
  func repair(_ file: String? = nil) throws -> RepairReport {
    let report = try JournalRepair.run(file ?? folder.journalFile, into: mended.journalFile)
    #expect(report.journal.isSound, "\(report.journal.faults) \(report.dropped)")
    return report
  }
}

/// Questions about the past, as tests type them.
extension Journal {
  func history(
    scene: SceneName? = nil, since: Revision? = nil, limit: Int? = nil, _ past: Inspect.Past = Inspect.Past()
  ) throws(JournalError) -> Report {
    try self.past(Inspect(.history, scene: scene, since: since, limit: limit, past: past))
  }
}

extension JournalCopy {
  /// All of the past, as it is in one moment.
  func lines() throws(JournalError) -> [JournalLine] {
    var lines: [JournalLine] = []
    try forEachLine {
      lines.append($0)
      return true
    }
    return lines
  }

  func history() throws(JournalError) -> Report { try past(Inspect(.history)) }
}
