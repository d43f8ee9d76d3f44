// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// A moment so many ms after the start.
func at(_ ms: Int64) -> Instant { Instant(microseconds: ms * 1000) }

/// The incarnation of the worker in these tests.
let endsIncarnation: Incarnation = {
  guard let incarnation = Incarnation("1f") else { preconditionFailure("an incarnation") }
  return incarnation
}()

/// The command id that `text` spells.
func endsCommand(_ text: String) -> CommandID {
  guard let id = CommandID(text) else { preconditionFailure("'\(text)' is no command id") }
  return id
}
