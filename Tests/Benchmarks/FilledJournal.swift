// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteJournal
import RouteModel

/// Journals to start with, as a coordinator leaves them that has ended in order.
enum FilledJournal {
  /// Commands of one transaction.
  private static let perTransaction = 500
  private static let clients = (0..<6).map { number in
    CommandID.client(name: "filled-\(number)", randomBits: .random(in: 0 ... .max), .random(in: 0 ... .max))
  }
  private static let origin = Origin(name: "filled", pid: 12, uid: getuid(), command: "benchmarks")

  /// Writes a journal of so many commands, each of which has made a commit.
  ///
  /// - Parameter acknowledges: Whether the clients have said that they have seen the outcomes; else all of them are remembered
  ///   for 10 minutes from now on.
  static func make(in folder: String, commits: Int, acknowledges: Bool) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let keepsAll = Retention(commits: 1 << 40, bytes: 1 << 50)
    let journal = try Journal.open(in: folder, durability: .normal, retention: keepsAll)
    let epoch = try journal.begin(at: now).epoch
    for first in stride(from: 1, through: commits, by: perTransaction) {
      var records: [JournalRecord] = []
      for number in first..<min(first + perTransaction, commits + 1) {
        let id = try id(of: number)
        let commit = commit(UInt64(number), by: id, in: epoch)
        records += [.commit(commit), .decided(ended(id, commit))]
      }
      if acknowledges {
        let written = min(first + perTransaction - 1, commits)
        for (index, client) in clients.enumerated() {
          // Its commands so far are below this one.
          let below = UInt64((written + clients.count - 1 - index) / clients.count + 1)
          records.append(.acknowledged(AcknowledgedRecord(client: client, below: below, owner: getuid())))
        }
      }
      try journal.commit(records, at: now)
    }
    try journal.close(at: now)
  }

  private static func id(of number: Int) throws -> CommandID {
    let (client, before) = (clients[(number - 1) % clients.count], (number - 1) / clients.count)
    guard let id = CommandID(client: client, sequence: UInt64(before + 1)) else {
      throw MissingMeasure(description: "no id for command \(number)")
    }
    return id
  }

  /// The same elements each time, with other content: no id is taken that would have to be on the disk first.
  private static func commit(_ number: UInt64, by id: CommandID, in epoch: Epoch) -> CommitRecord {
    let exhibit = AnyScreen("exhibit", content: .object([("id", .integer(Int64(clamping: number)))]))
    let home = Element(id: .root, screen: AnyScreen("home"), hasAppeared: true)
    let asked = Asked(
      request: "show exhibit", screen: "home", element: .root, worker: "kiosk", answer: .push, ms: 0.25)
    return CommitRecord(
      scene: "main", revision: number, majorRevision: number, isMinor: false,
      route: Route(root: Path([home, Element(id: ElementID(1), screen: exhibit)])), nextID: 2, epoch: epoch,
      cause: Cause(kind: .command, command: id, verb: "show exhibit", origin: origin, asked: [asked]))
  }

  private static func ended(_ id: CommandID, _ commit: CommitRecord) -> DecidedRecord {
    let outcome = Outcome(
      id: id, kind: .committed, scene: commit.scene, epoch: commit.epoch, revision: commit.revision,
      path: PlacedPath(commit.route.root), asked: commit.cause.asked, ms: 0.25)
    return DecidedRecord(
      outcome: outcome, bodyHash: commit.revision, verb: "show exhibit", origin: origin, owner: getuid())
  }

  private static var now: JournalTime {
    var (wall, boot) = (timespec(), timespec())
    clock_gettime(CLOCK_REALTIME, &wall)
    clock_gettime(CLOCK_BOOTTIME, &boot)
    return JournalTime(
      wallMicros: Int64(wall.tv_sec) * 1_000_000 + Int64(wall.tv_nsec) / 1000,
      bootMs: Int64(boot.tv_sec) * 1000 + Int64(boot.tv_nsec) / 1_000_000)
  }
}
