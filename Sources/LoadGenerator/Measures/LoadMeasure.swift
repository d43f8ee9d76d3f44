// SPDX-License-Identifier: Apache-2.0

internal import Histogram

/// What became of the navigations of a stretch of load.
package struct LoadMeasure: Sendable {
  /// Navigations that were sent before anything was measured, how many of them ended, and how many were committed.
  package var warmUp = (sent: 0, ended: 0, committed: 0)
  /// Navigations that were measured.
  package var sent = 0
  /// How many of these ended how: the word of the outcome and its reason, or the code of an error.
  package var outcomes: [String: Int] = [:]
  /// From the first measured command to the last outcome, in ns.
  package var nanoseconds: UInt64 = 0
  /// The octets of the bodies of the outcomes.
  package var outcomeBytes = 0
  /// Asks that the workers got, those before the measuring counted, and the octets of their bodies.
  package var asks = (count: 0, bytes: 0)
  /// The coordinator's process at the beginning and at the end; nil where the system does not say.
  package var usage: (before: ProcessUsage, after: ProcessUsage)?
  /// From the first word of a measured command to its outcome, in ns.
  private var histogram = Histogram<UInt64>(highestTrackableValue: Self.longest, numberOfSignificantValueDigits: .three)

  /// An hour.
  private static let longest: UInt64 = 3_600_000_000_000
  /// The word of a commit.
  package static let committed = "committed"

  /// Nothing yet.
  package init() {}

  /// What another program has measured: the latency of each navigation, and the time of all, in ns.
  package init(latencies: some Sequence<UInt64>, nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
    for latency in latencies {
      sent += 1
      note(Self.committed, after: latency)
    }
  }

  /// Navigations that ended.
  package var ended: Int { outcomes.values.reduce(0, +) }
  /// Navigations that ended as asked.
  package var committed: Int { outcomes[Self.committed] ?? 0 }
  /// Navigations without an outcome, those before the measuring counted.
  package var unanswered: Int { sent - ended + warmUp.sent - warmUp.ended }

  /// Whether any navigation was measured, or should have been.
  package var hasMeasured: Bool { ended > 0 || unanswered > 0 }

  /// All navigations, those before the measuring counted.
  package var all: Int { ended + warmUp.sent }

  /// Navigations a second.
  package var rate: Double { nanoseconds == 0 ? 0 : Double(ended) / (Double(nanoseconds) / 1e9) }

  /// The latency that so many percent of the navigations stay below, in µs.
  package func microseconds(percentile: Double) -> Double {
    Double(histogram.valueAtPercentile(percentile)) / 1000
  }

  /// The longest latency, in µs.
  package var microsecondsMax: Double { Double(histogram.totalCount == 0 ? 0 : histogram.maxRecorded) / 1000 }

  /// Notes the outcome of a measured navigation.
  mutating func note(_ word: String, after nanoseconds: UInt64) {
    outcomes[word, default: 0] += 1
    histogram.record(min(nanoseconds, Self.longest))
  }

  /// Adds another stretch of the same load.
  package mutating func add(_ other: LoadMeasure) {
    warmUp.sent += other.warmUp.sent
    warmUp.ended += other.warmUp.ended
    warmUp.committed += other.warmUp.committed
    sent += other.sent
    outcomes.merge(other.outcomes) { $0 + $1 }
    nanoseconds += other.nanoseconds
    outcomeBytes += other.outcomeBytes
    asks = (asks.count + other.asks.count, asks.bytes + other.asks.bytes)
    histogram.add(other.histogram)
  }
}
