// SPDX-License-Identifier: Apache-2.0

internal import Histogram

/// What became of the navigations of a stretch of load.
package struct LoadMeasure: Sendable {
  /// Navigations that were sent before anything was measured, how many of them ended, and how many were committed.
  package var warmUp = (sent: 0, ended: 0, committed: 0)
  /// Navigations that were measured.
  package var sent = 0
  /// Navigations that were due and were not sent in time.
  package private(set) var notBegun = 0
  /// How many of those that were sent ended how: the word of the outcome and its reason, or the code of an error.
  package var outcomes: [String: Int] = [:]
  /// From the first measured command to the last outcome, in ns.
  package var nanoseconds: UInt64 = 0
  /// From the beginning to the last measured command that was sent, in ns.
  package var sending: UInt64 = 0
  /// The octets of the bodies of the outcomes that are commits.
  package var outcomeBytes = 0
  /// Asks that the workers got, those before the measuring counted, and the octets of their bodies.
  package var asks = (count: 0, bytes: 0)
  /// The coordinator's process at the beginning and at the end; nil where the system does not say.
  package var usage: (before: ProcessUsage, after: ProcessUsage)?
  /// From the first word of a measured command to its commit, in ns; of one that was due and not sent, to the end.
  private var histogram = Histogram<UInt64>(highestTrackableValue: Self.longest, numberOfSignificantValueDigits: .three)

  /// An hour.
  private static let longest: UInt64 = 3_600_000_000_000
  /// Values by which navigations that were not sent are told: so many that no percentile is another one by it.
  private static let steps = 1000
  /// The word of a commit.
  package static let committed = "committed"

  /// Nothing yet.
  package init() {}

  /// What another program has measured: the latency of each navigation, and the time of all, in ns.
  package init(latencies: some Sequence<UInt64>, nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
    for latency in latencies {
      sent += 1
      note(Self.committed, after: latency, bytes: 0)
    }
  }

  /// Navigations that ended.
  package var ended: Int { outcomes.values.reduce(0, +) }
  /// Navigations that ended as asked.
  package var committed: Int { outcomes[Self.committed] ?? 0 }
  /// Navigations that ended otherwise.
  package var notCommitted: Int { ended - committed }
  /// Navigations by which latencies are told: those that were committed, and those that were due and not sent.
  package var timed: Int { Int(histogram.totalCount) }
  /// Navigations without an outcome, those before the measuring counted.
  package var unanswered: Int { sent - ended + warmUp.sent - warmUp.ended }

  /// Whether any navigation was measured, or should have been.
  package var hasMeasured: Bool { ended > 0 || unanswered > 0 || notBegun > 0 }

  /// All commits, those before the measuring counted.
  package var allCommitted: Int { committed + warmUp.committed }

  /// Commits a second.
  package var rate: Double { nanoseconds == 0 ? 0 : Double(committed) / (Double(nanoseconds) / 1e9) }

  /// The latency that so many percent of the commits stay below, in µs.
  package func microseconds(percentile: Double) -> Double {
    Double(histogram.valueAtPercentile(percentile)) / 1000
  }

  /// The longest latency, in µs.
  package var microsecondsMax: Double { Double(histogram.totalCount == 0 ? 0 : histogram.maxRecorded) / 1000 }

  /// Notes the outcome of a measured navigation. What is refused costs less, and tells nothing of what a commit takes.
  mutating func note(_ word: String, after nanoseconds: UInt64, bytes: Int) {
    outcomes[word, default: 0] += 1
    guard word == Self.committed else { return }
    histogram.record(min(nanoseconds, Self.longest))
    outcomeBytes += bytes
  }

  /// Notes navigations that were due, one after the other, and were not sent: how late the first and the last of them are, in ns.
  package mutating func note(notBegun count: Int, late: (first: UInt64, last: UInt64)) {
    notBegun += count
    let steps = min(count, Self.steps)
    for step in 0..<steps {
      let share = count * (step + 1) / steps - count * step / steps
      let nanoseconds = late.first - (late.first - late.last) * UInt64(step) / UInt64(max(1, steps - 1))
      histogram.record(min(nanoseconds, Self.longest), count: UInt64(share))
    }
  }

  /// Adds another stretch of the same load.
  package mutating func add(_ other: LoadMeasure) {
    warmUp.sent += other.warmUp.sent
    warmUp.ended += other.warmUp.ended
    warmUp.committed += other.warmUp.committed
    sent += other.sent
    notBegun += other.notBegun
    outcomes.merge(other.outcomes) { $0 + $1 }
    nanoseconds += other.nanoseconds
    sending += other.sending
    outcomeBytes += other.outcomeBytes
    asks = (asks.count + other.asks.count, asks.bytes + other.asks.bytes)
    histogram.add(other.histogram)
  }
}
