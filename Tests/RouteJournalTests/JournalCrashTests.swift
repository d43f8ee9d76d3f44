// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteJournal
import RouteModel
import Testing

@Suite("What a crash leaves")
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
    // A frame of the log takes 4120 bytes: it is torn between frames and at three places inside each.
    for length in Array(stride(from: 0, to: log.count, by: 1373)) + [log.count] {
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

  @Test("acknowledged turns of a process that is killed are there", .timeLimit(.minutes(1)))
  func survivesKill() async throws {
    let child = try CommittingChild(folder: folder.path)
    let acknowledged = try child.killAfter(turns: 200)
    #expect(acknowledged >= 200)
    let left = try folder.open().begin(nowMicros: afternoon)
    let revision = try #require(left.scenes.first?.commit.revision)
    #expect(revision >= acknowledged)
    #expect(left.decided.map(\.record.outcome.revision) == Array(1...revision))
  }
}

/// A turn: a commit and the outcome that tells it, which belong together.
private func turn(_ number: Revision) throws -> [JournalRecord] {
  let ended = try decided("way-\(number)", revision: number)
  return [.commit(commit(number, "home", "list", nextID: number, command: ended.outcome.id)), .decided(ended)]
}

@Suite("The process that a test kills", .enabled(if: CommittingChild.folder != nil, "only where that test starts it"))
struct KilledProcessTests {
  @Test("it commits until it is killed")
  func commitUntilKilled() throws {
    let folder = try #require(CommittingChild.folder)
    let journal = try Journal.open(in: folder, durability: .normal, retention: Retention())
    _ = try journal.begin(nowMicros: afternoon)
    for number in 1...1_000_000 as ClosedRange<Revision> {
      try journal.commit(try turn(number), nowMicros: afternoon)
      CommittingChild.acknowledge(number)
    }
  }
}

/// This test program once more, running nothing but ``KilledProcessTests``, which says on its standard
/// output what is committed.
private struct CommittingChild {
  private static let variable = "WAYKEEPER_JOURNAL_TEST_FOLDER"
  private static let word = "committed "
  private let process = Process()
  private let output = Pipe()

  /// The folder that this process shall commit in, if it is such a child.
  static var folder: String? { ProcessInfo.processInfo.environment[variable] }

  static func acknowledge(_ number: Revision) {
    FileHandle.standardOutput.write(Data("\(word)\(number)\n".utf8))
  }

  init(folder: String) throws {
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--testing-library", "swift-testing", "--filter", "KilledProcessTests"]
    process.environment = ProcessInfo.processInfo.environment.merging([Self.variable: folder]) { $1 }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Kills it when it has told so many turns; returns the last that it told.
  func killAfter(turns: Revision) throws -> Revision {
    var last: Revision = 0
    var rest = Data()
    while last < turns {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the child ended by itself")
      rest += data
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest = Data(rest[rest.index(after: end)...])
        if line.hasPrefix(Self.word) { last = try #require(Revision(line.dropFirst(Self.word.count))) }
      }
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return last
  }
}
