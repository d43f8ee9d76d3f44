// SPDX-License-Identifier: Apache-2.0

/// The next need of a plan, or its result.
package enum PlanStep: Hashable, Sendable {
  /// Ask this, then call ``Plan/answer(_:in:)``.
  case ask(PlanAsk)
  /// Ask this on the way to a destination, then call ``Plan/answer(_:in:)-(DestinationAnswer,_)``.
  indirect case task(Destination.Ask)
  /// This route can be committed by itself; then call ``Plan/resume(on:in:)``. Only stepwise plans with changes left stop
  /// here.
  case step(Route)
  /// The route that the verb leads to; it may equal the first one, or the last step.
  case finished(Route)
  /// The plan ends and changes nothing, or nothing since the last step.
  case refused(Refusal)
  /// Somebody who was asked on the way to a destination stopped it, or did not answer.
  indirect case stopped(DestinationRefusal)
  /// No routable that was asked handled the request.
  case unhandled(Request)
}
