// SPDX-License-Identifier: Apache-2.0

import LoadGenerator
import Waykeeper

/// What `way bench` has measured.
struct BenchReport {
  /// Who was measured.
  enum Subject: String, CaseIterable {
    case coordinator, floor, relay
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
  var systemCalls = SystemCalls.notCounted("--system-calls has strace count them")
  /// The coordinator's memory before there was a load, and once it had begun, in bytes.
  var residentBytes: (before: Int64, begun: Int64)?

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

  /// Navigations of the coordinator without an outcome, and measured ones with another than a commit.
  var unanswered: Int { total(of: .coordinator).unanswered }
  var notCommitted: Int {
    let total = total(of: .coordinator)
    return total.ended - total.committed
  }

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
  /// Latencies in µs, and navigations a second.
  private(set) var p50 = 0.0
  private(set) var p90 = 0.0
  private(set) var p99 = 0.0
  private(set) var max = 0.0
  private(set) var rate = 0.0

  /// Of one measure.
  init(_ measure: LoadMeasure) {
    p50 = measure.microseconds(percentile: 50)
    p90 = measure.microseconds(percentile: 90)
    p99 = measure.microseconds(percentile: 99)
    (max, rate) = (measure.microsecondsMax, measure.rate)
  }

  /// The medians of several, and the longest of all; nil of none.
  init?(medians all: [BenchFigures]) {
    guard !all.isEmpty else { return nil }
    p50 = Self.median(all.map(\.p50))
    p90 = Self.median(all.map(\.p90))
    p99 = Self.median(all.map(\.p99))
    max = all.map(\.max).max() ?? 0
    rate = Self.median(all.map(\.rate))
  }

  /// Each figure as a share of another's.
  func ratio(to other: BenchFigures) -> BenchFigures {
    var ratio = self
    ratio.p50 = Self.ratio(p50, other.p50)
    ratio.p90 = Self.ratio(p90, other.p90)
    ratio.p99 = Self.ratio(p99, other.p99)
    ratio.max = Self.ratio(max, other.max)
    ratio.rate = Self.ratio(rate, other.rate)
    return ratio
  }

  private static func ratio(_ one: Double, _ other: Double) -> Double { other == 0 ? 0 : one / other }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

extension BenchReport {
  /// The figures of each measure of one of them. One in which no navigation ended has none.
  func allFigures(of subject: Subject) -> [BenchFigures] {
    rounds(of: subject).map(\.measure).filter { $0.ended > 0 }.map { BenchFigures($0) }
  }

  /// The figures of one of them; nil where it was not measured.
  func figures(of subject: Subject) -> BenchFigures? { BenchFigures(medians: allFigures(of: subject)) }
}
