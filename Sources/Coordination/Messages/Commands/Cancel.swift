// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// CANCEL: end the command, if it has not ended. Answered by its outcome; seals an unseen id.
package struct Cancel: Hashable, Sendable {
  /// Which command.
  package var id: CommandID

  /// A cancel of this command.
  package init(id: CommandID) { self.id = id }
}
