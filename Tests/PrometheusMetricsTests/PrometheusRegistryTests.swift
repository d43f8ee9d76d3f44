// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import PrometheusMetrics
import Testing

@Suite("Metrics as Prometheus reads them") struct PrometheusRegistryTests {
  private let registry = PrometheusRegistry([
    .init("level", "How high it stands."), .init("done_total", "What was done."), .init("time_seconds", "How long."),
  ])

  @Test("described metrics are told in their order, series by their dimensions, whole numbers without a fraction")
  func text() {
    Counter(label: "done_total", dimensions: [("how", "well")], factory: registry).increment(by: 3)
    Counter(label: "done_total", dimensions: [("how", "badly")], factory: registry).increment()
    Counter(label: "done_total", dimensions: [("how", "well")], factory: registry).increment()
    Meter(label: "level", factory: registry).set(0.5)
    #expect(
      registry.text == """
        # HELP level How high it stands.
        # TYPE level gauge
        level 0.5
        # HELP done_total What was done.
        # TYPE done_total counter
        done_total{how="badly"} 1
        done_total{how="well"} 4

        """)
  }

  @Test("times are counted below each bound, in seconds")
  func histogram() {
    let timer = Timer(label: "time_seconds", dimensions: [("of", "it")], factory: registry)
    for microseconds in [100, 101, 900, 20_000_000] { timer.recordMicroseconds(microseconds) }
    let lines = registry.text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(6) == [
        "# HELP time_seconds How long.", "# TYPE time_seconds histogram",
        #"time_seconds_bucket{of="it",le="0.0001"} 1"#, #"time_seconds_bucket{of="it",le="0.00025"} 2"#,
        #"time_seconds_bucket{of="it",le="0.0005"} 2"#, #"time_seconds_bucket{of="it",le="0.001"} 3"#,
      ])
    #expect(
      lines.suffix(4) == [
        #"time_seconds_bucket{of="it",le="10.0"} 3"#, #"time_seconds_bucket{of="it",le="+Inf"} 4"#,
        #"time_seconds_sum{of="it"} 20.001101"#, #"time_seconds_count{of="it"} 4"#,
      ])
  }

  @Test("values of dimensions cannot end a line or their quotes")
  func escaping() {
    Counter(label: "done_total", dimensions: [("how", "a\"b\\c\nd 9")], factory: registry).increment()
    #expect(registry.text.hasSuffix("done_total{how=\"a\\\"b\\\\c\\nd 9\"} 1\n"), "\(registry.text)")
  }

  @Test("what is not described, has another kind or too many series goes nowhere")
  func bounds() {
    Counter(label: "unknown_total", factory: registry).increment()
    #expect(registry.text.isEmpty)
    for series in 0..<100 {
      Counter(label: "done_total", dimensions: [("n", "\(series)")], factory: registry).increment()
    }
    Meter(label: "done_total", factory: registry).set(7)
    let lines = registry.text.split(separator: "\n")
    #expect(lines.count == 2 + 64 && lines.allSatisfy { !$0.hasSuffix(" 7") })
  }
}
