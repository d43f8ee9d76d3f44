// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// ABANDONED: the worker has stopped a cancelled handler; it can be asked again.
package struct Abandoned: Hashable, Sendable {
  /// Which ask.
  package var token: Ask.Token

  /// An acknowledgement.
  package init(token: Ask.Token) { self.token = token }
}
