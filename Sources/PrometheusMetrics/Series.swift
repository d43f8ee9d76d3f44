// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Synchronization

/// What is measured under one name and its dimensions; written by any thread, read by that of the endpoint.
protocol Series: AnyObject, Sendable {
  /// The word of Prometheus for it.
  static var type: String { get }

  init()

  /// What it tells now.
  var samples: [Sample] { get }
}

/// Only ever grows.
final class CounterSeries: Series, CounterHandler {
  static let type = "counter"
  private let count = Mutex<Int64>(0)

  var samples: [Sample] { [Sample(value: Double(count.withLock { $0 }))] }

  func increment(by amount: Int64) { count.withLock { $0 &+= max(0, amount) } }

  func reset() { count.withLock { $0 = 0 } }
}

/// Goes up and down.
final class GaugeSeries: Series, MeterHandler {
  static let type = "gauge"
  private let level = Mutex<Double>(0)

  var samples: [Sample] { [Sample(value: level.withLock { $0 })] }

  func set(_ value: Int64) { set(Double(value)) }

  func set(_ value: Double) { level.withLock { $0 = value } }

  func increment(by amount: Double) { level.withLock { $0 += amount } }

  func decrement(by amount: Double) { level.withLock { $0 -= amount } }
}

/// How often what was measured lay below each of some bounds; of times in seconds.
final class HistogramSeries: Series, TimerHandler, RecorderHandler {
  static let type = "histogram"
  /// From a tenth of a millisecond to ten seconds: what a person does not feel, and what keeps one waiting.
  static let bounds: [Double] = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  private struct Counts {
    /// How often it lay in each span between two bounds, the last one open.
    var spans = [UInt64](repeating: 0, count: HistogramSeries.bounds.count + 1)
    var sum = 0.0
  }

  private let counts = Mutex(Counts())

  var samples: [Sample] {
    let counts = counts.withLock { $0 }
    var samples: [Sample] = []
    var below: UInt64 = 0
    for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], counts.spans) {
      below += count
      samples.append(Sample(suffix: "_bucket", bound: bound, value: Double(below)))
    }
    return samples + [Sample(suffix: "_sum", value: counts.sum), Sample(suffix: "_count", value: Double(below))]
  }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }

  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    let span = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
    counts.withLock { counts in
      counts.spans[span] += 1
      counts.sum += value
    }
  }
}

/// A line of the text: a suffix of the name, for a histogram a bound, and a value.
struct Sample {
  var suffix = ""
  var bound: String?
  var value: Double

  /// `name_suffix{outcome="committed",le="0.5"} 12`
  func line(of name: String, _ dimensions: String) -> String {
    let labels = [dimensions, bound.map { "le=\"\($0)\"" } ?? ""].filter { !$0.isEmpty }.joined(separator: ",")
    return "\(name)\(suffix)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.text(value))\n"
  }

  /// Whole numbers without a fraction, as people read them.
  private static func text(_ value: Double) -> String { Int64(exactly: value).map(String.init) ?? "\(value)" }

  /// `outcome="vetoed"`: dimensions in their order, with what Prometheus reads as an end escaped.
  static func text(_ dimensions: [(String, String)]) -> String {
    dimensions.map { key, value in
      let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      return "\(key)=\"\(escaped)\""
    }.joined(separator: ",")
  }
}
