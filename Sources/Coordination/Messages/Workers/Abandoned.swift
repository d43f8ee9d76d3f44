// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// ABANDONED: the worker has stopped a cancelled handler; it can be asked again.
package struct Abandoned: Hashable, Sendable {
  /// Which ask.
  package var token: AskToken

  /// An acknowledgement.
  package init(token: AskToken) { self.token = token }
}
