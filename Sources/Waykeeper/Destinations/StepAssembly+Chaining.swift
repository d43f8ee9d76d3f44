// SPDX-License-Identifier: Apache-2.0

/// Steps that do not look at the context go into every chain.
extension StepAssembly.Placed where Context: Encodable {
  /// The step that it comes from, with a chain of its own.
  public func from(_ step: DestinationStep<Needed, AnyContext>) -> DestinationStep<Holds, Context> { end(step) }

  /// The step that it comes from, which needs an action of its own.
  public func from(_ step: StepAssembly<Needed, AnyContext>) -> StepAssembly<Holds, Context> { go(on: step) }
}

/// Actions that need no container go with any step.
extension StepAssembly.Placed where Needed == Container.None {
  /// The step that it comes from, with a chain of its own.
  public func from(_ step: DestinationStep<some Container.Kind, Context>) -> DestinationStep<Holds, Context> {
    end(step)
  }

  /// The step that it comes from, which needs an action of its own.
  public func from(_ step: StepAssembly<some Container.Kind, Context>) -> StepAssembly<Holds, Context> {
    go(on: step)
  }

  /// A chain that begins where its last action implies: a root is replaced from the root, and a layer presented from the
  /// top one.
  public func assemble() -> DestinationStep<Holds, Context> { DestinationStep(draft) }
}

extension StepAssembly.Placed where Needed == Container.None, Context: Encodable {
  /// The step that it comes from, with a chain of its own.
  public func from(_ step: DestinationStep<some Container.Kind, AnyContext>) -> DestinationStep<Holds, Context> {
    end(step)
  }

  /// The step that it comes from, which needs an action of its own.
  public func from(_ step: StepAssembly<some Container.Kind, AnyContext>) -> StepAssembly<Holds, Context> {
    go(on: step)
  }
}
