// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@testable import RouteJournal

@Suite("The records of a gap")
struct BacklogTests {
  private func time(_ seconds: Int64) -> JournalTime { JournalTime(afternoon + seconds * second) }

  @Test("Commits and commands are written in the order of their times, a commit in front of the command that made it")
  func order() throws {
    var backlog = Backlog()
    let early = try lost("way-1", .unhandled)
    let made = try lost("way-2", revision: 8)
    let late = try lost("way-3", .unhandled)
    backlog.add([.decided(early)], at: time(1))
    backlog.add([.commit(commit(1, "speed", in: "cluster"))], at: time(2))
    backlog.add([.commit(commit(8, "home")), .decided(made), .acknowledged(Self.acknowledged("way"))], at: time(3))
    backlog.add([.decided(late), .ids("main", below: 70)], at: time(4))
    #expect(
      backlog.entries.map(\.record) == [
        .acknowledged(Self.acknowledged("way")), .decided(early), .commit(commit(1, "speed", in: "cluster")),
        .commit(commit(8, "home")), .decided(made), .decided(late), .ids("main", below: 70),
      ])
  }

  @Test("A commit that no command follows is written, too")
  func last() throws {
    var backlog = Backlog()
    let command = try lost("way-1")
    backlog.add([.decided(command)], at: time(1))
    backlog.add([.commit(commit(8, "home"))], at: time(2))
    #expect(backlog.entries.map(\.record) == [.decided(command), .commit(commit(8, "home"))])
  }

  @Test("What was decided in the turn that could not be written is not durable either")
  func durability() throws {
    var backlog = Backlog()
    let command = try decided("way-1")
    #expect(command.outcome.durable)
    backlog.add([.decided(command), .open(OpenRecord(decided: command))], at: time(1))
    let lost = try lost("way-1")
    #expect(backlog.entries.map(\.record) == [.decided(lost), .open(OpenRecord(decided: lost))])
  }

  /// A command whose client was told that the journal does not have it.
  private func lost(_ id: String, _ kind: Outcome.Kind = .committed, revision: Revision = 1) throws -> DecidedRecord {
    var command = try decided(id, kind, revision: revision)
    command.outcome.durable = false
    return command
  }

  @Test("Of commands that take much the newest are kept, as far as they find room")
  func bytes() throws {
    var backlog = Backlog()
    var command = try decided("way-1", .unhandled)
    command.verb = String(repeating: "v", count: 1 << 20)
    for index in 0..<50 as Range<UInt64> {
      command.bodyHash = index
      backlog.add([.decided(command)], at: time(Int64(index)))
    }
    let kept = backlog.entries.map(\.record).compactMap { record -> UInt64? in
      if case .decided(let decided) = record { decided.bodyHash } else { nil }
    }
    #expect(kept == Array(35..<50))
  }

  @Test(
    "Of workers that come and go nothing is kept, unless the journal knows them; of those that stay sensitive little is"
  )
  func workers() {
    var standing = Standing()
    standing.add([.worker(WorkerRecord("old"), isRegistered: true)])
    var backlog = Backlog(behind: standing)
    var record = WorkerRecord("new", onDeath: ["home": .pop])
    for isRegistered in [true, false] { backlog.add([.worker(record, isRegistered: isRegistered)], at: time(1)) }
    record.name = "old"
    backlog.add([.worker(record, isRegistered: false)], at: time(1))
    record.name = "secret"
    record.sensitive = ["pin"]
    backlog.add([.worker(record, isRegistered: false)], at: time(1))
    #expect(
      backlog.entries.map(\.record) == [
        .worker(WorkerRecord("old"), isRegistered: false),
        .worker(WorkerRecord("secret", sensitive: ["pin"], isAwaited: false), isRegistered: false),
      ])
  }

  private static func acknowledged(_ client: String) -> AcknowledgedRecord {
    AcknowledgedRecord(client: client, below: 3)
  }
}
