// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc
import PrometheusMetrics

/// The name of a metric, and one of its series.
struct MetricKey: Hashable {
  let name: String
  /// A label of Prometheus and its value; nil where there is one series only.
  var label: String?
  var value = ""

  var dimensions: [(String, String)] { label.map { [($0, value)] } ?? [] }
}

/// How something stands at a moment.
struct MetricLevel {
  typealias Key = MetricKey
  let key: Key
  let value: Double

  private init(_ name: Name, _ value: some BinaryInteger, _ label: String? = nil, _ series: String = "") {
    key = Key(name: name.rawValue, label: label, value: series)
    self.value = Double(value)
  }

  private enum Name: String, CaseIterable {
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

  static var descriptions: [PrometheusRegistry.Description] {
    Name.allCases.map { PrometheusRegistry.Description($0.rawValue, $0.help) }
  }

  /// How a coordinator and its service stand.
  static func all(_ load: Load, _ service: CoordinatorStatus.Service, version: String, epoch: Epoch) -> [MetricLevel] {
    var levels = [
      MetricLevel(.info, 1, "version", version), MetricLevel(.epoch, epoch), MetricLevel(.memory, residentBytes),
      MetricLevel(.scenes, load.scenes), MetricLevel(.running, load.running), MetricLevel(.waiting, load.waiting),
      MetricLevel(.parked, load.parked), MetricLevel(.outcomes, load.outcomes),
      MetricLevel(.observers, service.observers.count), MetricLevel(.connections, service.sockets.connections),
      MetricLevel(.unread, service.sockets.users.reduce(0) { $0 + $1.unreadBytes }),
      MetricLevel(.unsent, service.sockets.users.reduce(0) { $0 + $1.unsentBytes }),
    ]
    for state in WorkerStatus.State.allCases where state != .refused {
      levels.append(MetricLevel(.workers, load.workers[state] ?? 0, "state", state.rawValue))
    }
    if let works = service.journal.isWorking {
      levels += [
        MetricLevel(.journalCommits, service.journal.commits ?? 0),
        MetricLevel(.journalBytes, service.journal.bytes ?? 0), MetricLevel(.journalWorks, works ? 1 : 0),
      ]
    }
    return levels
  }

  /// The resident memory of this process, in bytes; 0 where the system does not tell it.
  private static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "re") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    // In pages: the whole size, the resident part, and others.
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }
}
