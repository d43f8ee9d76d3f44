// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// The records of a gap, in bounded memory: the last commit of each scene, whether each worker is registered, and the
/// newest commands.
struct Backlog {
  /// Commands that are kept, and what they take, in bytes; older ones are not in the journal, as their outcomes (`durable: false`)
  /// said. Twice as many are held at most.
  static let (commandsMax, bytesMax) = (4096, 16 << 20)

  /// A record, and when it was decided; nil where it counts from when it is written.
  struct Entry {
    var record: JournalRecord
    var time: JournalTime?
  }

  private struct Command {
    let entry: Entry
    let bytes: Int
  }

  /// The workers that the journal knows.
  private let known: Set<WorkerName>
  private var commits: [SceneName: (record: CommitRecord, time: JournalTime)] = [:]
  private var workers: [WorkerName: (record: WorkerRecord, isRegistered: Bool)] = [:]
  private var ids: [SceneName?: UInt64] = [:]
  private var acknowledged: [String: AcknowledgedRecord] = [:]
  private var commands: [Command] = []
  private var bytes = 0

  /// - Parameter standing: What the journal holds as the gap begins.
  init(behind standing: Standing = Standing()) { known = standing.workerNames }

  mutating func add(_ records: [JournalRecord], at time: JournalTime) {
    for record in records {
      switch record {
      case .commit(let commit): commits[commit.scene] = (commit, time)
      case .worker(let worker, let isRegistered): add(worker, isRegistered: isRegistered)
      case .ids(let scene, let below): ids[scene] = below
      case .acknowledged(let client):
        // Those of too many clients are dropped: their outcomes are remembered longer.
        if acknowledged.count == Self.commandsMax, acknowledged[client.client] == nil { acknowledged.removeAll() }
        acknowledged[client.client] = client
      case .decided(let decided): add(decided, at: time) { .decided($0) }
      case .open(let open): add(open.decided, at: time) { .open(OpenRecord(decided: $0)) }
      }
    }
    // The list is cut by halves, so that a long gap does not move all of it in each turn.
    if commands.count > 2 * Self.commandsMax || bytes > 2 * Self.bytesMax {
      commands = Array(newestCommands)
      bytes = commands.reduce(0) { $0 + $1.bytes }
    }
  }

  /// Of a worker that has come and gone, and of which the journal knows nothing, nothing is kept either.
  private mutating func add(_ worker: WorkerRecord, isRegistered: Bool) {
    if let kept = worker.kept(isRegistered: isRegistered) {
      workers[worker.name] = (kept, isRegistered)
    } else {
      workers[worker.name] = known.contains(worker.name) ? (WorkerRecord(worker.name), false) : nil
    }
  }

  /// What was decided in the turn that could not be written was durable until then.
  private mutating func add(_ decided: DecidedRecord, at time: JournalTime, _ make: (DecidedRecord) -> JournalRecord) {
    var decided = decided
    decided.outcome.durable = false
    let command = Command(entry: Entry(record: make(decided), time: time), bytes: decided.variableByteCount)
    commands.append(command)
    bytes += command.bytes
  }

  private var newestCommands: ArraySlice<Command> {
    var (first, left) = (commands.endIndex, Self.bytesMax)
    while first > commands.startIndex, commands.endIndex - first < Self.commandsMax, commands[first - 1].bytes <= left {
      first -= 1
      left -= commands[first].bytes
    }
    return commands[first...]
  }

  /// All records, in an order that depends on the added records alone: what clients have acknowledged in front of the commands, so that
  /// it hides none of them. Commits and commands are in the order of their times, a commit in front of the command that made it.
  var entries: [Entry] {
    let undated =
      workers.sorted { $0.key < $1.key }.map {
        JournalRecord.worker($0.value.record, isRegistered: $0.value.isRegistered)
      } + acknowledged.values.sorted { $0.client < $1.client }.map { .acknowledged($0) }
    let routes = commits.values.sorted { ($0.time.bootMs, $0.record.scene) < ($1.time.bootMs, $1.record.scene) }
      .map { (Entry(record: .commit($0.record), time: $0.time), $0.time.bootMs) }
    let bounds = ids.sorted { ($0.key?.rawValue ?? "") < ($1.key?.rawValue ?? "") }
      .map { JournalRecord.ids($0.key, below: $0.value) }
    var dated: [Entry] = []
    var rest = routes[...]
    for command in newestCommands.map(\.entry) {
      while let (route, bootMs) = rest.first, bootMs <= command.time?.bootMs ?? .max {
        dated.append(route)
        rest.removeFirst()
      }
      dated.append(command)
    }
    return undated.map { Entry(record: $0) } + dated + rest.map(\.0) + bounds.map { Entry(record: $0) }
  }
}
