// SPDX-License-Identifier: Apache-2.0

import LoadGenerator
import Waykeeper

/// What `way bench` has measured.
struct BenchReport {
  /// Who was measured.
  enum Subject: String, CaseIterable {
    case coordinator, floor, relay
    /// The relay whose coordinator waits for the disk before the client hears of a navigation.
    case syncedRelay

    /// For people.
    var words: String { self == .syncedRelay ? "relay that syncs" : rawValue }
  }

  /// One measure of one of them.
  struct Round {
    var subject: Subject
    var measure: LoadMeasure
    var seen: Load.Seen?
  }

  let plan: LoadPlan
  let status: CoordinatorStatus
  let isLive: Bool
  let pin: Int?
  private(set) var rounds: [Round] = []
  /// Whether somebody ended it early.
  var isInterrupted = false
  /// Whether the coordinator's process ended before the load did.
  var hasCoordinatorEnded = false
  /// In what file system the coordinator keeps its journal; nil where it keeps none, or nobody knows.
  var stateFileSystem: String?
  var systemCalls = SystemCalls.notCounted("--system-calls has strace count them")
  /// The coordinator's memory before there was a load, and once it had begun, in bytes.
  var residentBytes: (before: Int64, begun: Int64)?

  /// Whether this program, and a throw-away coordinator with it, was built without optimization.
  static var isDebugBuild: Bool {
    #if DEBUG
      return true
    #else
      return false
    #endif
  }

  /// Whether no disk takes what the journal writes.
  var isInMemory: Bool { stateFileSystem.map { FileSystemKind.inMemory.contains($0) } ?? false }

  /// The relays that the coordinator is compared with: one that waits for the disk where the journal does, and one navigation is
  /// under way. With several the coordinator waits once for all of a turn, and a relay for each.
  var relays: [Subject] {
    let isSynced = status.service?.journal.durability == BenchCommand.JournalMode.full.rawValue
    return isSynced && plan.underWay == 1 ? [.relay, .syncedRelay] : [.relay]
  }

  /// Adds a measure, unless it has measured nothing, as one that was ended in its warm-up.
  mutating func add(_ round: Round) {
    if round.measure.hasMeasured { rounds.append(round) }
  }

  /// All measures of one of them.
  func rounds(of subject: Subject) -> [Round] { rounds.filter { $0.subject == subject } }

  /// All measures of one of them as one.
  func total(of subject: Subject) -> LoadMeasure {
    rounds(of: subject).reduce(into: LoadMeasure()) { $0.add($1.measure) }
  }

  /// Navigations of the coordinator without an outcome, measured ones with another than a commit, and those that were due and were
  /// not sent.
  var unanswered: Int { total(of: .coordinator).unanswered }
  var notCommitted: Int { total(of: .coordinator).notCommitted }
  var notBegun: Int { total(of: .coordinator).notBegun }

  /// Whether any navigation of the coordinator came to an end, or should have.
  var hasMeasured: Bool { total(of: .coordinator).hasMeasured }

  /// What observers have seen of the coordinator.
  var seen: Load.Seen {
    rounds(of: .coordinator).compactMap(\.seen).reduce(into: Load.Seen(updates: 0, bytes: 0, expected: 0)) {
      ($0.updates, $0.bytes) = ($0.updates + $1.updates, $0.bytes + $1.bytes)
      $0.expected += $1.expected
    }
  }
}

/// The figures of a measure, and of several the medians.
struct BenchFigures {
  /// Latencies in µs, and commits a second. Where there are too few of them a percentile would be the longest, and is nil.
  private(set) var p50 = 0.0
  private(set) var p90: Double?
  private(set) var p99: Double?
  private(set) var max = 0.0
  private(set) var rate = 0.0

  /// Of one measure.
  init(_ measure: LoadMeasure) {
    p50 = measure.microseconds(percentile: 50)
    p90 = measure.timed < 10 ? nil : measure.microseconds(percentile: 90)
    p99 = measure.timed < 100 ? nil : measure.microseconds(percentile: 99)
    (max, rate) = (measure.microsecondsMax, measure.rate)
  }

  /// The medians of several, and the longest of all; nil of none.
  init?(medians all: [BenchFigures]) {
    guard !all.isEmpty else { return nil }
    p50 = Self.median(all.map(\.p50)) ?? 0
    p90 = Self.median(all.compactMap(\.p90))
    p99 = Self.median(all.compactMap(\.p99))
    max = all.map(\.max).max() ?? 0
    rate = Self.median(all.map(\.rate)) ?? 0
  }

  /// Each figure as a share of another's.
  func ratio(to other: BenchFigures) -> BenchFigures {
    func share(_ one: Double?, _ other: Double?) -> Double? {
      guard let one, let other else { return nil }
      return Self.ratio(one, other)
    }
    var ratio = self
    ratio.p50 = Self.ratio(p50, other.p50)
    ratio.p90 = share(p90, other.p90)
    ratio.p99 = share(p99, other.p99)
    ratio.max = Self.ratio(max, other.max)
    ratio.rate = Self.ratio(rate, other.rate)
    return ratio
  }

  private static func ratio(_ one: Double, _ other: Double) -> Double { other == 0 ? 0 : one / other }

  private static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

extension BenchReport {
  /// The figures of each measure of one of them. One of which no latency is known has none.
  func allFigures(of subject: Subject) -> [BenchFigures] {
    rounds(of: subject).map(\.measure).filter { $0.timed > 0 }.map { BenchFigures($0) }
  }

  /// The figures of one of them; nil where it was not measured.
  func figures(of subject: Subject) -> BenchFigures? { BenchFigures(medians: allFigures(of: subject)) }

  /// The lowest and the highest median latency of the rounds of one of them, in µs; nil where there are not several.
  func spread(of subject: Subject) -> (low: Double, high: Double)? {
    let medians = allFigures(of: subject).map(\.p50)
    guard medians.count > 1, let low = medians.min(), let high = medians.max() else { return nil }
    return (low, high)
  }
}
