// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// PONG: the answer to PING, from the loop that runs the handlers.
package struct Pong: Hashable, Sendable {
  /// What the worker shows, by scene.
  package var applied: [SceneName: Applied]
  /// Asks whose verdict it does not know.
  package var unsettled: [Ask.Token]

  /// A pong.
  package init(applied: [SceneName: Applied], unsettled: [Ask.Token] = []) {
    self.applied = applied
    self.unsettled = unsettled
  }
}
