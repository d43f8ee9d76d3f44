// SPDX-License-Identifier: Apache-2.0

import LoadGenerator
import RouteModel
import Waykeeper

/// What the coordinator's process has used for each measured commit.
struct BenchUse {
  var cpuMicroseconds: Double
  /// Of one processor, all the time.
  var cpuPercent: Double
  var contextSwitches: Double
  var residentBytes: Int64
  var residentBytesMax: Int64
}

extension BenchReport {
  /// What the process has used; nil where the system does not tell, or nothing was committed.
  var use: BenchUse? {
    var measures = rounds(of: .coordinator).map(\.measure)
    // Of the round in which it ended nothing is known.
    if hasCoordinatorEnded { measures.removeAll { $0.usage == nil } }
    let uses = measures.compactMap(\.usage)
    let total = measures.reduce(into: LoadMeasure()) { $0.add($1) }
    guard let last = uses.last, uses.count == measures.count, total.committed > 0 else { return nil }
    let count = Double(total.committed)
    let cpu = Double(uses.reduce(0) { $0 + $1.after.cpuNanoseconds &- $1.before.cpuNanoseconds })
    let switches = Double(uses.reduce(0) { $0 + $1.after.contextSwitches &- $1.before.contextSwitches })
    return BenchUse(
      cpuMicroseconds: cpu / 1000 / count, cpuPercent: cpu * 100 / Double(max(1, total.nanoseconds)),
      contextSwitches: switches / count, residentBytes: last.after.residentBytes,
      residentBytesMax: last.after.residentBytesMax)
  }

  /// All of it, as one JSON object.
  var json: String {
    var members: [(String, JSONValue)] = [
      ("coordinator", coordinatorJSON), ("load", loadJSON), ("navigations", navigationsJSON),
      ("outcomes", outcomesJSON), ("process", processJSON), ("systemCalls", systemCallsJSON),
      ("interrupted", .bool(isInterrupted)), ("coordinatorEnded", .bool(hasCoordinatorEnded)),
      ("debugBuild", .bool(Self.isDebugBuild)),
    ]
    members.append(("updates", .object([("seen", .count(seen.updates)), ("expected", .count(seen.expected))])))
    for subject in Subject.allCases {
      guard let figures = figures(of: subject) else { continue }
      let rounds = allFigures(of: subject).map(\.json)
      var parts = [("median", figures.json), ("rounds", JSONValue.array(rounds))]
      if subject != .coordinator, let mine = self.figures(of: .coordinator) {
        parts.append(("coordinatorRatio", mine.ratio(to: figures).json))
      }
      members.append((subject == .coordinator ? "measured" : subject.rawValue, .object(parts)))
    }
    return JSONValue.object([("bench", JSONValue.object(members))]).json
  }

  private var navigationsJSON: JSONValue {
    let total = total(of: .coordinator)
    return .object([
      ("sent", .count(total.sent)), ("ended", .count(total.ended)), ("unanswered", .count(total.unanswered)),
      ("committed", .count(total.committed)), ("notCommitted", .count(total.notCommitted)),
      ("notBegun", .count(total.notBegun)),
      ("seconds", .double(Double(total.nanoseconds) / 1e9)), ("warmUp", .count(total.warmUp.sent)),
      ("warmUpCommitted", .count(total.warmUp.committed)),
    ])
  }

  private var outcomesJSON: JSONValue {
    .object(total(of: .coordinator).outcomes.map { ($0.key, JSONValue.count($0.value)) })
  }

  private var coordinatorJSON: JSONValue {
    .object([
      ("kind", .string(isLive ? "live" : "throw-away")), ("version", .string(status.version)),
      ("pid", status.service.map { .count(Int($0.pid)) } ?? .null),
      ("journal", .string(status.service.map { $0.journal.durability ?? $0.journal.mode } ?? "none")),
      ("fileSystem", stateFileSystem.map { JSONValue.string($0) } ?? .null), ("inMemory", .bool(isInMemory)),
      ("hosting", .string(status.requiresHosts ? "required" : "optional")), ("pin", pin.map { .count($0) } ?? .null),
    ])
  }

  private var loadJSON: JSONValue {
    .object([
      ("scenes", .count(plan.scenes)), ("clients", .count(plan.clients)), ("outstanding", .count(plan.outstanding)),
      ("rate", plan.rate.map { .count($0) } ?? .null), ("asks", .count(plan.asks)),
      ("workers", .count(plan.idleWorkers)), ("names", .count(plan.idleScreens)),
      ("observers", .count(plan.observers)), ("idleObservers", .count(plan.idleObservers)),
      ("contentSize", .count(plan.contentBytes)),
      ("depth", .count(plan.depth)), ("containers", .count(plan.containers)), ("hosted", .bool(plan.isHosted)),
    ])
  }

  private var processJSON: JSONValue {
    guard let use else { return .null }
    let before = residentBytes.map { JSONValue.count(Int($0.before)) } ?? .null
    let begun = residentBytes.map { JSONValue.count(Int($0.begun)) } ?? .null
    return .object([
      ("cpuMicrosecondsPerNavigation", .double(use.cpuMicroseconds)), ("cpuPercent", .double(use.cpuPercent)),
      ("contextSwitchesPerNavigation", .double(use.contextSwitches)), ("residentBytes", .count(Int(use.residentBytes))),
      ("residentBytesMax", .count(Int(use.residentBytesMax))), ("residentBytesBefore", before),
      ("residentBytesBegun", begun),
    ])
  }

  private var systemCallsJSON: JSONValue {
    switch systemCalls {
    case .notCounted(let why): .object([("notCounted", .string(why))])
    case .counted(let all, let byName):
      .object([
        ("perNavigation", .double(all)),
        ("byName", .object(byName.map { ($0.name, JSONValue.double($0.perNavigation)) })),
      ])
    }
  }
}

extension BenchFigures {
  /// Times in µs, and navigations a second; of ratios just the numbers.
  fileprivate var json: JSONValue {
    .object([
      ("p50", .double(p50)), ("p90", p90.map { JSONValue.double($0) } ?? .null),
      ("p99", p99.map { JSONValue.double($0) } ?? .null), ("max", .double(max)),
      ("perSecond", .double(rate)),
    ])
  }
}

extension JSONValue {
  fileprivate static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }
}
