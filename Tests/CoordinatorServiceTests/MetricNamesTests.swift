// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import PrometheusMetrics
import Testing

@testable import CoordinatorService

@Suite("Each metric that is described") struct MetricNamesTests {
  private static let names = Set(ServiceMetrics.descriptions.map(\.name))

  @Test("is told when something of each kind has happened")
  func told() {
    var counters = CoordinatorStatus.Counters()
    counters.garbage = ["malformed": 1]
    var journal = CoordinatorStatus.Journal(mode: "sqlite")
    journal.isWorking = true
    let service = CoordinatorStatus.Service(
      pid: 640, runtimeFolder: "/run/waykeeper", stateFolder: nil, observers: [], journal: journal,
      sockets: CoordinatorStatus.Sockets())

    // The registry passes over what is described and has no series, so whoever reads it would not miss that.
    let registry = PrometheusRegistry(ServiceMetrics.descriptions)
    var metrics = ServiceMetrics(registry)
    metrics.record([.decided(outcome: "committed", ms: 1), .answered(ms: 1), .unanswered])
    metrics.tell(
      MetricLevel.all(CoordinatorLoad(), service, version: "1", epoch: 1), MetricCount.all(counters, service.sockets))
    let types = registry.text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
    #expect(Set(types.map { String($0.split(separator: " ")[2]) }) == Self.names)
  }

  @Test("stands on the page of metrics, and no other does")
  func page() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
    let page = try String(contentsOf: root.appending(path: "Protocols/reference.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("Metrics\n") })
    let written = section.matches(of: /`((?:waykeeper|process)_[a-z_]+)`/).map { String($0.output.1) }
    #expect(Set(written) == Self.names)
    #expect(written.count == Self.names.count)
  }
}
