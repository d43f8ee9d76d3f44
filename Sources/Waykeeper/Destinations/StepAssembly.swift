// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// Puts the steps of a destination together, the destination first: each is found, or made and put where the action says
/// (RouteComposer's step assembly).
///
/// ```swift
/// let exhibit = StepAssembly(Exhibit.self)      // found by its content, or made with it
///   .adding(interceptor: "login")
///   .using(.push)
///   .from(.stack)                               // a stack for it,
///   .using(.present)                            // as a new layer
///   .from(.current)
///   .assemble()
///
/// try await navigator.route(to: exhibit, context: Exhibit(id: 7))
/// ```
///
/// `Context` is what a request gives; each step of a chain takes the same one, ``AnyContext``, or a converted one
/// (``DestinationStep/adaptingContext(_:using:)``). Parts that do not fit are refused by the compiler: a context of another
/// type, and an action on what is no container of its kind (``DestinationStep/expectingContainer()`` promises one).
/// Rules: specification, section "Destinations".
public struct StepAssembly<Holds: Container.Kind, Context>: Sendable {
  /// The steps nearer the destination.
  private let done: StepDraft
  private var step: Destination.ScreenStep
  private var fault: ContentError?

  init(_ done: StepDraft, _ step: Destination.ScreenStep, fault: ContentError?) {
    (self.done, self.step, self.fault) = (done, step, fault)
  }

  /// A screen for a context of this type.
  ///
  /// - Parameters:
  ///   - context: The type of what a request gives.
  ///   - finder: Is it there already? Left out: it is never looked for.
  ///   - factory: What to make where it is not there. Left out: it is looked for again when the steps that it comes from
  ///     are done.
  public init(
    taking context: Context.Type, finder: StepFinder<Holds, Context>? = nil, factory: StepFactory<Holds, Context>? = nil
  ) {
    self.init(
      StepDraft(), Destination.ScreenStep(find: finder?.finder, make: factory?.factory),
      fault: finder?.fault ?? factory?.fault)
  }

  /// A gate before anything changes: the worker that registered the name (``Intercepts``) allows, denies or redirects.
  public func adding(interceptor name: TaskName) -> Self { with { $0.interceptors.append(name) } }

  /// Hands the context to the screen, found or made.
  public func adding(contextTask task: Destination.ContextTask) -> Self { with { $0.contextTasks.append(task) } }

  /// Is told after the commit: the worker that registered the name (``Hears``).
  public func adding(postTask name: TaskName) -> Self { with { $0.postTasks.append(name) } }

  /// The step needs a context that looks like this.
  public func taking(_ type: Destination.ContextType) -> Self { with { $0.context = type } }

  /// Promises that the screen lies in a container, or is one; where that is not so, the request is
  /// `rejected(typeMismatch)`.
  public func expectingContainer<Other: Container.Kind>() -> StepAssembly<Other, Context> {
    StepAssembly<Other, Context>(done, step, fault: fault)
  }

  /// How the screen joins the route where it is made; `from` says relative to which step.
  public func using<Needed>(_ action: StepAction<Needed>) -> Placed<Needed> {
    var copy = self
    copy.step.action = action.action
    copy.fault = fault ?? action.fault
    return Placed(draft: copy.draft)
  }

  private var draft: StepDraft { done.followed(by: StepDraft([.screen(step)], fault: fault)) }

  private func with(_ change: (inout Destination.ScreenStep) -> Void) -> Self {
    var copy = self
    change(&copy.step)
    return copy
  }

  /// Steps whose last one has its action, and needs the step that it comes from.
  public struct Placed<Needed: Container.Kind>: Sendable {
    let draft: StepDraft

    /// The step that it comes from, with a chain of its own.
    public func from(_ step: DestinationStep<Needed, Context>) -> DestinationStep<Holds, Context> { end(step) }

    /// The step that it comes from, which needs an action of its own.
    public func from(_ step: StepAssembly<Needed, Context>) -> StepAssembly<Holds, Context> { go(on: step) }

    func end(_ step: DestinationStep<some Container.Kind, some Any>) -> DestinationStep<Holds, Context> {
      DestinationStep(draft.followed(by: step.draft))
    }

    func go(on next: StepAssembly<some Container.Kind, some Any>) -> StepAssembly<Holds, Context> {
      StepAssembly(draft.followed(by: next.done), next.step, fault: next.fault)
    }
  }
}

extension StepAssembly where Context == AnyContext {
  /// A screen for any context.
  ///
  /// - Parameters:
  ///   - finder: Is it there already? Left out: it is never looked for.
  ///   - factory: What to make where it is not there. Left out: it is looked for again when the steps that it comes from
  ///     are done.
  public init(finder: StepFinder<Holds, AnyContext>? = nil, factory: StepFactory<Holds, AnyContext>? = nil) {
    self.init(taking: AnyContext.self, finder: finder, factory: factory)
  }

  /// A chain that begins with the screen that is found.
  public func assemble() -> DestinationStep<Holds, AnyContext> { DestinationStep(draft) }
}

extension StepAssembly where Context: Screen, Holds == Context.Holds {
  /// The screen that is asked for: found by its content, or made with it.
  public init(_ screen: Context.Type) { self.init(taking: screen, finder: .context, factory: .context) }
}

extension StepAssembly where Context: Encodable {
  /// A chain that begins with the screen that is found.
  public func assemble() -> DestinationStep<Holds, Context> { DestinationStep(draft) }
}

extension StepAssembly where Holds == Container.Stack, Context == AnyContext {
  /// A new stack.
  public static var stack: Self { Self(factory: .stack) }
}
