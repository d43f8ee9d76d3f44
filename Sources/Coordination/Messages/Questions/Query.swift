// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// QUERY: how did this command end? Read-only, unless it seals.
package struct Query: Hashable, Sendable {
  /// A whole command id, or any unique ending of one.
  package var id: String
  /// Whether an id that was never seen shall be sealed, so that it can never run: outcome `failed(lost)`.
  package var seal: Bool

  /// A query.
  package init(id: String, seal: Bool = false) {
    self.id = id
    self.seal = seal
  }
}
