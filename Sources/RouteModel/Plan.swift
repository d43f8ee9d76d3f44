// SPDX-License-Identifier: Apache-2.0

/// One question that a plan needs answered before it can go on.
public struct PlanAsk: Hashable, Sendable {
  /// Who is asked.
  public enum Subject: Hashable, Sendable {
    /// The routable of this element, which may exist in the draft only.
    case element(ScreenID)
    /// The scene's installer of the root name that the request carries.
    case installer
  }

  /// What is asked.
  public var request: Request
  /// Who is asked.
  public var subject: Subject
}

/// What a plan wants next.
public enum PlanStep: Hashable, Sendable {
  /// Ask this, then call ``Plan/answer(_:in:)``.
  case ask(PlanAsk)
  /// Stepwise only: this route can be committed by itself; then call ``Plan/resume(in:)``.
  case step(Route)
  /// This is the route that the verb leads to; it may equal the first one.
  case finished(Route)
  /// It ends here and changes nothing (of the present step).
  case refused(Refusal)
  /// Everybody who could was asked and nobody handled the request.
  case unhandled(Request)
}

/// What came back for a ``PlanAsk``. A dead, silent or skipped routable counts as `declined`.
public enum PlanAnswer: Hashable, Sendable {
  /// Handled: change the path like this.
  case instruction(Instruction)
  /// Not mine: ask the next.
  case declined
}

/// A verb on its way from a route to another: a pure machine that knows whom to ask next and what each answer means,
/// and nothing of time, processes or guards.
public struct Plan: Hashable, Sendable {
  /// The route as it would be now.
  public private(set) var draft: Route
  /// Gives out the ids of new elements; hand it on when the result is committed.
  public private(set) var ids: IDSource

  /// A plan for `verb` from `route`. `context` becomes the content of screens made from their name alone.
  public init(_ verb: Verb, on route: Route, context: JSONValue = .null, ids: IDSource, stepwise: Bool = false) {
    draft = route
    self.ids = ids
  }

  /// The first step.
  public mutating func begin(in registry: some Registry) -> PlanStep { .finished(draft) }

  /// The step after an ask.
  public mutating func answer(_ answer: PlanAnswer, in registry: some Registry) -> PlanStep { .finished(draft) }

  /// The step after a committed ``PlanStep/step(_:)``.
  public mutating func resume(in registry: some Registry) -> PlanStep { .finished(draft) }
}
