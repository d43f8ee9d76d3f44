// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// RESUME: plan a parked command again. A command itself; answered by an outcome.
package struct Resume: Hashable, Sendable {
  /// This resume's own id.
  package var id: CommandID
  /// The parked command.
  package var target: CommandID

  /// A resume.
  package init(id: CommandID, target: CommandID) {
    self.id = id
    self.target = target
  }
}
