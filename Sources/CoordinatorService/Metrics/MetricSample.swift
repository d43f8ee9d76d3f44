// SPDX-License-Identifier: Apache-2.0

import PrometheusMetrics

/// The metrics of one kind.
protocol MetricName: RawRepresentable<String>, CaseIterable {
  /// What the metric says, for whoever reads it.
  var help: String { get }
}

extension MetricName {
  static var descriptions: [PrometheusRegistry.Description] {
    allCases.map { PrometheusRegistry.Description($0.rawValue, $0.help) }
  }
}

/// The name of a metric, and one of its series.
struct MetricKey: Hashable {
  let name: String
  /// A label of Prometheus and its value; nil where there is one series only.
  let label: String?
  let value: String

  var dimensions: [(String, String)] { label.map { [($0, value)] } ?? [] }
}

/// What a metric says at a moment.
struct MetricSample<Name: MetricName, Value> {
  let key: MetricKey
  let value: Value

  init(_ name: Name, _ value: Value, _ label: String? = nil, _ series: String = "") {
    key = MetricKey(name: name.rawValue, label: label, value: series)
    self.value = value
  }
}
