// SPDX-License-Identifier: Apache-2.0

import Coordination

/// Measuring, where somebody may read it.
extension ServiceLoop {
  /// Records what happened in the turn that ends now, in µs.
  mutating func measureTurn(until end: Int64) {
    guard metrics != nil else { return }
    metrics?.record(coordinator.takeMeasurements())
    metrics?.recordTurn(microseconds: end - turnWatch.began)
  }

  /// Tells how things stand; called once a second.
  mutating func tellMetrics() {
    guard metrics != nil else { return }
    let service = service
    metrics?.tell(
      MetricLevel.all(coordinator.load, service, version: CoordinatorService.version, epoch: epoch),
      MetricCount.all(coordinator.counters, service.sockets))
  }
}
