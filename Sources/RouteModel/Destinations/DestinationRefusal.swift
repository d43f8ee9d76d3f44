// SPDX-License-Identifier: Apache-2.0

/// The end of a plan to a destination that changes nothing: which step, and why.
package struct DestinationRefusal: Error, Hashable, Sendable {
  /// Why.
  package enum Reason: Hashable, Sendable {
    /// The route does not allow it.
    case refused(Refusal)
    /// Somebody denied it.
    case denied(Destination.Ask, code: String, message: String)
    /// Somebody who had to answer did not.
    case noAnswer(Destination.Ask)
  }

  /// The step; nil where it is none alone.
  package var step: Destination.StepPlace?
  /// Why.
  package var reason: Reason

  /// A refusal.
  package init(_ reason: Reason, at step: Destination.StepPlace? = nil) {
    self.step = step
    self.reason = reason
  }

  static func rejected(_ reason: RejectedReason, at step: Destination.StepPlace?, _ message: String)
    -> DestinationRefusal
  {
    DestinationRefusal(.refused(.rejected(reason, message: (step.map { "\($0): " } ?? "") + message)), at: step)
  }
}

/// What stops the making of a plan.
enum DestinationStop: Error {
  case ask(Destination.Ask)
  case refused(DestinationRefusal)

  static func rejected(_ reason: RejectedReason, at step: Destination.StepPlace?, _ message: String) -> DestinationStop
  {
    .refused(.rejected(reason, at: step, message))
  }
}
