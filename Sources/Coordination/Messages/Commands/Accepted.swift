// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// ACCEPTED: the command waits or runs.
package struct Accepted: Hashable, Sendable {
  /// Which command.
  package var id: CommandID
  /// Its place in the scene's queue, 0 for the running one.
  package var place: Int

  /// An acceptance.
  package init(id: CommandID, place: Int) {
    self.id = id
    self.place = place
  }
}
