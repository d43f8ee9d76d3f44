// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc

/// How something stands at a moment.
typealias MetricLevel = MetricSample<LevelName, Double>

extension MetricSample<LevelName, Double> {
  /// How a coordinator and its service stand.
  static func all(
    _ load: CoordinatorLoad, _ service: CoordinatorStatus.Service, version: String, epoch: Epoch
  ) -> [MetricLevel] {
    func level(_ name: LevelName, _ value: some BinaryInteger) -> MetricLevel { MetricLevel(name, Double(value)) }
    var levels = [
      MetricLevel(.info, 1, "version", version), level(.epoch, epoch), level(.memory, residentBytes),
      level(.scenes, load.scenes), level(.running, load.running), level(.waiting, load.waiting),
      level(.parked, load.parked), level(.outcomes, load.outcomes),
      level(.observers, service.observers.count), level(.connections, service.sockets.connections),
      level(.unread, service.sockets.users.reduce(0) { $0 + $1.unreadBytes }),
      level(.unsent, service.sockets.users.reduce(0) { $0 + $1.unsentBytes }),
    ]
    for state in WorkerStatus.State.allCases where state != .refused {
      levels.append(MetricLevel(.workers, Double(load.workers[state] ?? 0), "state", state.rawValue))
    }
    if let works = service.journal.isWorking {
      levels += [
        level(.journalCommits, service.journal.commits ?? 0),
        level(.journalBytes, service.journal.bytes ?? 0), level(.journalWorks, works ? 1 : 0),
      ]
    }
    return levels
  }

  /// The resident memory of this process, in bytes; 0 where the system does not tell it.
  private static var residentBytes: Int {
    // In pages: the whole size, the resident part, and others.
    guard let text = KernelFile.firstLine(of: "/proc/self/statm") else { return 0 }
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }
}

/// What has a level.
enum LevelName: String, MetricName {
  case info = "waykeeper_info"
  case epoch = "waykeeper_epoch"
  case memory = "process_resident_memory_bytes"
  case scenes = "waykeeper_scenes"
  case running = "waykeeper_commands_running"
  case waiting = "waykeeper_commands_waiting"
  case parked = "waykeeper_commands_parked"
  case outcomes = "waykeeper_outcomes_remembered"
  case workers = "waykeeper_workers"
  case observers = "waykeeper_observers"
  case connections = "waykeeper_connections"
  case unread = "waykeeper_unread_bytes"
  case unsent = "waykeeper_unsent_bytes"
  case journalCommits = "waykeeper_journal_commits"
  case journalBytes = "waykeeper_journal_bytes"
  case journalWorks = "waykeeper_journal_works"

  var help: String {
    switch self {
    case .info: "Always 1; the version is a label."
    case .epoch: "The number of this start."
    case .memory: "Resident memory of the process."
    case .scenes: "Scenes."
    case .running: "Commands under way, at most one a scene."
    case .waiting: "Commands that wait for their turn, or for somebody who reads a link."
    case .parked: "Commands that a gate parked."
    case .outcomes: "Commands that are remembered for retries, those under way among them."
    case .workers: "Workers, by state."
    case .observers: "Programs that observe."
    case .connections: "Connections of clients, workers and observers."
    case .unread: "What peers have sent and the coordinator has not read."
    case .unsent: "What waits to be sent to peers."
    case .journalCommits: "Commits that the journal holds."
    case .journalBytes: "Size of the journal."
    case .journalWorks: "1 where the journal can be written, 0 where it cannot."
    }
  }
}
