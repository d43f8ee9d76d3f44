// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// The records of a gap, in bounded memory: the last commit of each scene, whether each worker is registered, and the
/// newest commands.
struct Backlog {
  /// Commands that are kept; older ones are not in the journal, as their outcomes (`durable: false`) said.
  static let commandsMax = 4096

  private var commits: [SceneName: CommitRecord] = [:]
  private var workers: [WorkerName: (record: WorkerRecord, isRegistered: Bool)] = [:]
  private var ids: [SceneName?: UInt64] = [:]
  private var acknowledged: [String: AcknowledgedRecord] = [:]
  private var commands: [JournalRecord] = []

  mutating func add(_ records: [JournalRecord]) {
    for record in records {
      switch record {
      case .commit(let commit): commits[commit.scene] = commit
      case .worker(let worker, let isRegistered): workers[worker.name] = (worker, isRegistered)
      case .ids(let scene, let below): ids[scene] = below
      case .acknowledged(let client):
        // Those of too many clients are dropped: their outcomes are remembered longer.
        if acknowledged.count == Self.commandsMax, acknowledged[client.client] == nil { acknowledged.removeAll() }
        acknowledged[client.client] = client
      case .decided, .open: commands.append(record)
      }
    }
    // The list is cut by halves, so that a long gap does not move all of it in each turn.
    if commands.count > 2 * Self.commandsMax { commands.removeFirst(commands.count - Self.commandsMax) }
  }

  /// All records, in an order that depends on the added records alone: what clients have acknowledged in front of the commands, so that
  /// it hides none of them.
  var records: [JournalRecord] {
    workers.sorted { $0.key < $1.key }.map { .worker($0.value.record, isRegistered: $0.value.isRegistered) }
      + commits.values.sorted { $0.scene < $1.scene }.map { .commit($0) }
      + ids.sorted { ($0.key?.rawValue ?? "") < ($1.key?.rawValue ?? "") }.map { .ids($0.key, below: $0.value) }
      + acknowledged.values.sorted { $0.client < $1.client }.map { .acknowledged($0) }
      + commands.suffix(Self.commandsMax)
  }
}
