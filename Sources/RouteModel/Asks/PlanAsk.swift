// SPDX-License-Identifier: Apache-2.0

/// One question of a plan, which waits for the answer.
package struct PlanAsk: Hashable, Sendable {
  /// The routable that is asked.
  package enum Subject: Hashable, Sendable {
    /// The routable of this element, which may exist in the draft only.
    case element(ElementID)
    /// The scene's installer of the root name that the request carries.
    case installer
  }

  /// The request.
  package var request: Request
  /// The routable that is asked.
  package var subject: Subject
  /// The step of the walk that the request is about, if it is about one.
  package var step: Drive.Step?
}
