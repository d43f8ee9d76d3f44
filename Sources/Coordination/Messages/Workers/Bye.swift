// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// BYE: the worker ends its session.
package struct Bye: Hashable, Sendable {
  /// For a planned restart, within how many ms it is back; nil: it stops.
  package var restartingMs: Int64?

  /// A goodbye.
  package init(restartingMs: Int64? = nil) { self.restartingMs = restartingMs }
}
