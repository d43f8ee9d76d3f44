// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// SETTLED: what became of an ask.
package struct Settled: Hashable, Sendable {
  /// Which ask.
  package var token: Ask.Token
  /// Whether its answer is part of a commit; otherwise it is cancelled and must be undone.
  package var used: Bool

  /// A verdict.
  package init(token: Ask.Token, used: Bool) {
    self.token = token
    self.used = used
  }
}
