// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// How far a follower is.
package struct Applied: Hashable, Sendable {
  /// The epoch of what it shows.
  package var epoch: Epoch
  /// The revision of what it shows.
  package var revision: Revision

  /// A position.
  package init(epoch: Epoch, revision: Revision) {
    self.epoch = epoch
    self.revision = revision
  }
}
