// SPDX-License-Identifier: Apache-2.0

package import CoreMetrics
import Synchronization

/// Keeps what a program measures by swift-metrics, to be read as text by Prometheus.
///
/// A label is the whole name of a metric, as Prometheus wants it: a counter's ends in `_total`, a timer's in `_seconds`.
/// Only metrics that are described here are kept; what a program makes besides them goes nowhere.
package final class PrometheusRegistry: MetricsFactory {
  /// What a metric is about: its line of help.
  package struct Description: Hashable, Sendable {
    /// Its whole name.
    package let name: String
    /// One sentence for people.
    package let help: String

    /// A described metric.
    package init(_ name: String, _ help: String) { (self.name, self.help) = (name, help) }
  }

  /// Series of one metric, by their dimensions: more would be a dimension without a bound.
  static let seriesMax = 64

  private let descriptions: [Description]
  private let known: Set<String>
  private let families = Mutex<[String: Family]>([:])

  /// The series of one metric.
  private struct Family {
    let kind: any Series.Type
    /// By its dimensions as text.
    var series: [String: any Series] = [:]
  }

  /// A registry that keeps these metrics, and tells them in this order.
  package init(_ descriptions: [Description]) {
    self.descriptions = descriptions
    known = Set(descriptions.map(\.name))
  }

  /// All that is known now, in the text format of Prometheus, version 0.0.4.
  package var text: String {
    let families = families.withLock { $0 }
    var text = ""
    for description in descriptions {
      guard let family = families[description.name] else { continue }
      text += "# HELP \(description.name) \(description.help)\n# TYPE \(description.name) \(family.kind.type)\n"
      for (dimensions, series) in family.series.sorted(by: { $0.key < $1.key }) {
        for sample in series.samples { text += sample.line(of: description.name, dimensions) }
      }
    }
    return text
  }

  /// The series with these dimensions, made where it is new; nil where nothing of it is kept.
  private func series<Wanted: Series>(_ label: String, _ dimensions: [(String, String)]) -> Wanted? {
    guard known.contains(label) else { return nil }
    let dimensions = Sample.text(dimensions)
    return families.withLock { families in
      var family = families[label] ?? Family(kind: Wanted.self)
      if let series = family.series[dimensions] { return series as? Wanted }
      guard family.kind == Wanted.self, family.series.count < Self.seriesMax else { return nil }
      let made = Wanted()
      family.series[dimensions] = made
      families[label] = family
      return made
    }
  }

  // ── MetricsFactory ─────────────────────────────────────────────────────────────────────────────

  /// A counter; it keeps what it has counted where the program lets go of it, as all others do.
  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label, dimensions) ?? CounterSeries()
  }

  /// A gauge.
  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions) ?? GaugeSeries()
  }

  /// A histogram, whether its values are to be aggregated or not.
  package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    series(label, dimensions) ?? HistogramSeries()
  }

  /// A histogram of seconds.
  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, dimensions) ?? HistogramSeries()
  }

  /// Does nothing.
  package func destroyCounter(_ handler: any CounterHandler) {}

  /// Does nothing.
  package func destroyMeter(_ handler: any MeterHandler) {}

  /// Does nothing.
  package func destroyRecorder(_ handler: any RecorderHandler) {}

  /// Does nothing.
  package func destroyTimer(_ handler: any TimerHandler) {}
}
