// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// REGISTERED: the changed registration of this generation counts from the next transition on.
package struct Registered: Hashable, Sendable {
  /// The generation.
  package var generation: UInt64

  /// An acknowledgement.
  package init(generation: UInt64) { self.generation = generation }
}
