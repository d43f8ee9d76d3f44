// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// A choice between ways on, as a step that others come from (RouteComposer's switch assembly). The first case that holds
/// counts.
///
/// ```swift
/// let shelf = SwitchAssembly<Container.Stack, AnyContext>()
///   .addCase(expecting: .stack.looking(in: .visible))       // where one shows, that one
///   .assemble(default: StepAssembly(factory: .stack).using(.present).from(.current))
/// ```
///
/// All choices are made before anything is looked for, each with the context that holds in its place. A condition that
/// nobody decides does not hold. Without a case that holds and without a default the chain ends: there is no way.
public struct SwitchAssembly<Holds: Container.Kind, Context>: Sendable {
  private var cases: [Destination.Switch.Case] = []
  private var context: Destination.ContextType?
  private var fault: ContentError?

  /// A choice without cases.
  public init() {}

  /// Where the finder finds something, the way on begins there.
  public func addCase(expecting finder: StepFinder<Holds, Context>) -> Self {
    adding(.expecting(finder.finder), finder.fault)
  }

  /// Where the finder finds something, the way on is this one.
  public func addCase(
    when finder: StepFinder<some Container.Kind, Context>, from step: DestinationStep<Holds, Context>
  ) -> Self {
    adding(.found(finder.finder), from: step.draft, finder.fault)
  }

  /// Where the worker that registered the name (``Decides``) says so, the way on is this one.
  public func addCase(when name: TaskName, from step: DestinationStep<Holds, Context>) -> Self {
    adding(.asked(name), from: step.draft)
  }

  /// Where the context looks like this, the way on is this one.
  public func addCase(whenContext type: Destination.ContextType, from step: DestinationStep<Holds, Context>) -> Self {
    adding(.context(type), from: step.draft)
  }

  /// No case holds unless the context looks like this.
  public func taking(_ type: Destination.ContextType) -> Self {
    var copy = self
    copy.context = type
    return copy
  }

  /// The choice, without a default.
  public func assemble() -> DestinationStep<Holds, Context> { assembled(otherwise: nil) }

  /// The choice; where no case holds, the way on is `step`.
  public func assemble(default step: DestinationStep<Holds, Context>) -> DestinationStep<Holds, Context> {
    assembled(otherwise: step.draft)
  }

  private func assembled(otherwise way: StepDraft?) -> DestinationStep<Holds, Context> {
    DestinationStep(
      StepDraft(
        [.choose(Destination.Switch(cases, otherwise: way?.steps, context: context))], fault: fault ?? way?.fault))
  }

  private func adding(_ condition: Destination.Switch.Condition, from way: StepDraft, _ fault: ContentError? = nil)
    -> Self
  {
    adding(Destination.Switch.Case(condition, from: way.steps), fault ?? way.fault)
  }

  private func adding(_ item: Destination.Switch.Case, _ fault: ContentError?) -> Self {
    var copy = self
    copy.cases.append(item)
    copy.fault = self.fault ?? fault
    return copy
  }
}

/// Ways on that do not look at the context go into every choice.
extension SwitchAssembly where Context: Encodable {
  /// Where the finder finds something, the way on is this one.
  public func addCase(
    when finder: StepFinder<some Container.Kind, Context>, from step: DestinationStep<Holds, AnyContext>
  ) -> Self {
    adding(.found(finder.finder), from: step.draft, finder.fault)
  }

  /// Where the worker that registered the name says so, the way on is this one.
  public func addCase(when name: TaskName, from step: DestinationStep<Holds, AnyContext>) -> Self {
    adding(.asked(name), from: step.draft)
  }

  /// Where the context looks like this, the way on is this one.
  public func addCase(whenContext type: Destination.ContextType, from step: DestinationStep<Holds, AnyContext>) -> Self
  {
    adding(.context(type), from: step.draft)
  }

  /// The choice; where no case holds, the way on is `step`.
  public func assemble(default step: DestinationStep<Holds, AnyContext>) -> DestinationStep<Holds, Context> {
    assembled(otherwise: step.draft)
  }
}
