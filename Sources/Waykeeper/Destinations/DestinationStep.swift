// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// A chain of steps that has its beginning: a destination, and a step that others come from.
///
/// `Holds` is what its screen is as a container, `Context` what a request gives it. ``StepAssembly`` and ``SwitchAssembly``
/// make it.
public struct DestinationStep<Holds: Container.Kind, Context>: Sendable {
  let draft: StepDraft

  init(_ draft: StepDraft) { self.draft = draft }

  /// The destination as a value without types, as it is sent and declared.
  ///
  /// - Throws: ``ContentError`` where the content of a screen in it has no JSON form.
  public var destination: Destination { get throws(ContentError) { try draft.destination } }

  /// The step itself: its chain is complete.
  public func assemble() -> Self { self }

  /// Requests need a context with these members, where nothing checks their type before: those of other languages, and
  /// those by name.
  public func requiring(_ members: String...) -> Self { taking(Destination.ContextType(.object, requires: members)) }

  /// Requests need a context that looks like this. Counts for requests of this destination, not where others come from it.
  public func taking(_ type: Destination.ContextType) -> Self {
    var draft = draft
    draft.context = type
    return Self(draft)
  }

  /// What a request does while a screen is still appearing: waits for its turn, as long as its deadline allows, or ends as
  /// `busy`. Unless said, it does not care.
  public func whileMoving(_ policy: Destination.WhileMoving) -> Self {
    var draft = draft
    draft.whileMoving = policy
    return Self(draft)
  }

  /// Promises that the screen lies in a container, or is one; where that is not so, the request is
  /// `rejected(typeMismatch)`.
  public func expectingContainer<Other: Container.Kind>() -> DestinationStep<Other, Context> {
    DestinationStep<Other, Context>(draft)
  }

  /// Promises that a context of this type is understood as well.
  public func expectingContext<Other>(_ context: Other.Type) -> DestinationStep<Holds, Other> {
    DestinationStep<Holds, Other>(draft)
  }

  /// The same for a context of this type: these steps get what the conversion makes of it.
  public func adaptingContext<Outer>(
    _ context: Outer.Type, using conversion: Destination.ContextConversion
  ) -> DestinationStep<Holds, Outer> {
    var adapted = StepDraft([.adapt(conversion)]).followed(by: draft)
    adapted.whileMoving = draft.whileMoving
    return DestinationStep<Holds, Outer>(adapted)
  }
}

extension DestinationStep where Holds: Container.Branched {
  /// A branch of it, where what comes from here goes on. What it holds is a promise.
  public func branch<Other: Container.Kind>(_ name: BranchName) -> DestinationStep<Other, Context> {
    DestinationStep<Other, Context>(
      StepDraft([.screen(Destination.ScreenStep(action: .select(name)))]).followed(by: draft))
  }
}

/// The steps that a chain may begin with (RouteComposer's general steps).
public typealias GeneralStep = DestinationStep<Container.None, AnyContext>

extension DestinationStep where Holds == Container.None, Context == AnyContext {
  /// The bottom layer.
  public static var root: Self { Self(StepDraft([.root])) }

  /// The top layer.
  public static var current: Self { Self(StepDraft([.current])) }
}

extension DestinationStep where Context == AnyContext {
  /// What the finder finds; without it there is no way.
  public static func custom(_ finder: StepFinder<Holds, AnyContext>) -> Self {
    Self(StepDraft([.custom(finder.finder)], fault: finder.fault))
  }

  /// The destination of this name, of any worker or the configuration. What it holds is a promise.
  public static func destination(_ name: DestinationName) -> Self { Self(StepDraft([.from(name)])) }
}
