// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// What stands, as last recorded: the last commit of each scene, the workers, and the ids that were told.
struct Standing {
  private(set) var commits: [SceneName: CommitRecord] = [:]
  private var workers: [WorkerName: WorkerRecord] = [:]
  /// The first id of scenes that have no commit.
  private var firstID: UInt64 = 1

  init() {}

  init(_ restored: Restored) {
    for scene in restored.scenes { commits[scene.commit.scene] = scene.commit }
    for worker in restored.workers { workers[worker.name] = worker }
    firstID = restored.floor.nextID
  }

  mutating func add(_ records: [JournalRecord]) {
    for record in records {
      switch record {
      case .commit(let commit): commits[commit.scene] = commit
      case .worker(let worker, let isRegistered): workers[worker.name] = worker.kept(isRegistered: isRegistered)
      case .ids(nil, let below): firstID = max(firstID, below)
      case .ids(let scene?, let below):
        let nextID = commits[scene]?.nextID ?? 0
        commits[scene]?.nextID = max(nextID, below)
      case .decided, .open, .acknowledged: break
      }
    }
  }

  /// The workers of which the journal knows.
  var workerNames: Set<WorkerName> { Set(workers.keys) }

  /// The records that make it, in an order that depends on it alone.
  var records: [JournalRecord] {
    workers.values.sorted { $0.name < $1.name }.map { .worker($0, isRegistered: $0.isAwaited) }
      + [.ids(nil, below: firstID)] + commits.values.sorted { $0.scene < $1.scene }.map { .commit($0) }
  }
}
