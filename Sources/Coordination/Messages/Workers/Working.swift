// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// WORKING: the answer takes longer; at most the registered maximum.
package struct Working: Hashable, Sendable {
  /// Which ask.
  package var token: Ask.Token
  /// Time wanted from now, in ms.
  package var ms: Int64

  /// A request for more time.
  package init(token: Ask.Token, ms: Int64) {
    self.token = token
    self.ms = ms
  }
}
