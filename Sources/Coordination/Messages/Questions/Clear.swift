// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// CLEAR: lift the quarantine of a worker. Answered by REPORT with how it stands then, empty for a worker that is not known.
package struct Clear: Hashable, Sendable {
  /// The worker.
  package var worker: WorkerName

  /// A wish.
  package init(worker: WorkerName) { self.worker = worker }
}
