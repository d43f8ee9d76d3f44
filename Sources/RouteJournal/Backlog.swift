// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// The records of a gap, in bounded memory: the last commit of each scene, whether each worker is registered, and the
/// newest commands.
struct Backlog {
  /// Commands that are kept; older ones are not in the journal, as their outcomes (`durable: false`) said.
  static let commandsMax = 4096

  /// A record, and when it was decided; nil where it counts from when it is written.
  struct Entry {
    var record: JournalRecord
    var time: JournalTime?
  }

  private var commits: [SceneName: (record: CommitRecord, time: JournalTime)] = [:]
  private var workers: [WorkerName: (record: WorkerRecord, isRegistered: Bool)] = [:]
  private var ids: [SceneName?: UInt64] = [:]
  private var acknowledged: [String: AcknowledgedRecord] = [:]
  private var commands: [Entry] = []

  mutating func add(_ records: [JournalRecord], at time: JournalTime) {
    for record in records {
      switch record {
      case .commit(let commit): commits[commit.scene] = (commit, time)
      case .worker(let worker, let isRegistered): workers[worker.name] = (worker, isRegistered)
      case .ids(let scene, let below): ids[scene] = below
      case .acknowledged(let client):
        // Those of too many clients are dropped: their outcomes are remembered longer.
        if acknowledged.count == Self.commandsMax, acknowledged[client.client] == nil { acknowledged.removeAll() }
        acknowledged[client.client] = client
      case .decided, .open: commands.append(Entry(record: record, time: time))
      }
    }
    // The list is cut by halves, so that a long gap does not move all of it in each turn.
    if commands.count > 2 * Self.commandsMax { commands.removeFirst(commands.count - Self.commandsMax) }
  }

  /// All records, in an order that depends on the added records alone: what clients have acknowledged in front of the commands, so that
  /// it hides none of them. Commits and commands are in the order of their times, each at its own.
  var entries: [Entry] {
    let undated =
      workers.sorted { $0.key < $1.key }.map {
        JournalRecord.worker($0.value.record, isRegistered: $0.value.isRegistered)
      }
    let routes = commits.values.sorted { ($0.time.bootMs, $0.record.scene) < ($1.time.bootMs, $1.record.scene) }
    let bounds =
      ids.sorted { ($0.key?.rawValue ?? "") < ($1.key?.rawValue ?? "") }
      .map { JournalRecord.ids($0.key, below: $0.value) }
      + acknowledged.values.sorted { $0.client < $1.client }.map { .acknowledged($0) }
    return undated.map { Entry(record: $0) }
      + routes.map { Entry(record: .commit($0.record), time: $0.time) }
      + bounds.map { Entry(record: $0) } + commands.suffix(Self.commandsMax)
  }
}
