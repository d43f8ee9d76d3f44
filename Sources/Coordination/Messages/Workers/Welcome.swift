// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// WELCOME: the session is live.
package struct Welcome: Hashable, Sendable {
  /// The session's number, for logs.
  package var session: UInt64
  /// The coordinator's software version.
  package var version: String
  /// What became of each ask that the worker listed as unsettled.
  package var verdicts: [Settled]

  /// A welcome.
  package init(session: UInt64, version: String, verdicts: [Settled]) {
    self.session = session
    self.version = version
    self.verdicts = verdicts
  }
}
