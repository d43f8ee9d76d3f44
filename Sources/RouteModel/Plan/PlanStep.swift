// SPDX-License-Identifier: Apache-2.0

/// What a plan wants next.
public enum PlanStep: Hashable, Sendable {
  /// Ask this, then call ``Plan/answer(_:in:)``.
  case ask(PlanAsk)
  /// Stepwise only, and only while there is more to do: this route can be committed by itself; then call
  /// ``Plan/resume(in:)``.
  case step(Route)
  /// This is the route that the verb leads to; it may equal the first one, or the last step.
  case finished(Route)
  /// It ends here and changes nothing (of the present step).
  case refused(Refusal)
  /// Everybody who could was asked and nobody handled the request.
  case unhandled(Request)
}
