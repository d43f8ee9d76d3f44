// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// The journal as the coordinator sees it: what a transaction wrote is there after a kill, nothing else is.
struct SimulatedJournal {
  private(set) var epoch: Epoch = 0
  private(set) var starts: UInt64 = 0
  /// Every commit, in order.
  private(set) var commits: [CommitRecord] = []
  private var last: [SceneName: (commit: CommitRecord, at: Int64)] = [:]
  private var decided: [CommandID: (record: DecidedRecord, at: Int64)] = [:]
  private var open: [CommandID: OpenRecord] = [:]
  private var acknowledged: [String: (record: AcknowledgedRecord, at: Int64)] = [:]
  private(set) var workers: [WorkerName: WorkerRecord] = [:]
  private var usedTokens: [Ask.Token] = []
  private var firstID: UInt64 = 1

  /// One transaction.
  mutating func write(_ records: [JournalRecord], at now: Int64) {
    for record in records {
      switch record {
      case .commit(let commit):
        commits.append(commit)
        last[commit.scene] = (commit, now)
        usedTokens += commit.cause.tokens
      case .decided(let record):
        open[record.outcome.id] = nil
        decided[record.outcome.id] = (record, now)
      case .ids(let scene?, let below): last[scene]?.commit.nextID = below
      case .ids(nil, let below): firstID = below
      case .open(let record): open[record.decided.outcome.id] = record
      case .acknowledged(let client):
        let floor = acknowledged[client.client]?.record.below ?? 1
        for sequence in floor..<max(floor, client.below) {
          if let id = CommandID(client: client.client, sequence: sequence) { decided[id] = nil }
        }
        acknowledged[client.client] = (client, now)
      case .worker(let worker, let isRegistered): workers[worker.name] = worker.kept(isRegistered: isRegistered)
      }
    }
  }

  /// The next start: the epoch grows, and what was open is closed, in one transaction.
  mutating func begin(wallClock: Int64, at now: Int64) -> Restored {
    epoch = max(epoch + 1, UInt64(max(wallClock, 0)))
    starts += 1
    for id in open.keys.sorted() {
      if let record = open[id] { decided[id] = (record.decided, now) }
    }
    open = [:]
    func age(_ at: Int64) -> Int64 { (now - at) / 1000 }
    var restored = Restored(
      epoch: epoch, starts: starts,
      scenes: last.keys.sorted().compactMap { last[$0] }.map { .init(commit: $0.commit, ageMs: age($0.at)) },
      decided: decided.keys.sorted().compactMap { decided[$0] }.map { .init(record: $0.record, ageMs: age($0.at)) },
      workers: workers.values.sorted { $0.name < $1.name },
      acknowledged: acknowledged.keys.sorted().compactMap { acknowledged[$0] }.map {
        .init(record: $0.record, ageMs: age($0.at))
      },
      usedTokens: Array(usedTokens.suffix(Limits.usedTokensMax)))
    restored.floor.nextID = firstID
    return restored
  }

  /// After a power cut the end of what was written is gone; epochs, a reserve of ids and the names of sensitive screens were
  /// synced.
  mutating func loseTail(after older: SimulatedJournal) {
    let (epoch, starts, marks) = (epoch, starts, workers.values.filter { !$0.sensitive.isEmpty })
    self = older
    self.epoch = epoch
    self.starts = starts
    for worker in marks { workers[worker.name] = worker }
    for scene in last.keys { last[scene]?.commit.nextID += 1024 }
    firstID += 1024
  }

  /// The outcome that is written under this id, if it is decided.
  func outcome(of id: CommandID) -> Outcome? { decided[id]?.record.outcome }
}
