// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// Shows the screens of one name, and handles requests for them.
///
/// ```swift
/// Hosts(Exhibit.self) { @MainActor screen in            // one task for each element
///   let window = ExhibitWindow(screen.content)
///   defer { window.close() }                            // leaving = end of the task
///   screen.didAppear()
///   for await exhibit in screen.contents { window.show(exhibit) }
/// }
/// .onShow("feedback") { ask, screen in .present(Feedback()) }
/// .guarding { _, screen in notes.isDirty(screen.id) ? .deny("unsaved notes") : .allow }
/// ```
///
/// An element's life is a task: it starts when the element comes, sees each change of its content, and is cancelled when
/// the element leaves. A task that ends early leaves the element as it is, and whoever it has handed the screen to still sees
/// each change; one that throws reports that the element cannot be shown, as ``HostedScreen/cannotShow(_:code:)`` does, so that
/// ``onDeath(_:)`` acts on it; where the element stays, the task begins anew with its next content. Where that has come already,
/// and the task has not read it, it begins with it at once, and nobody is told. A new element under the same id begins only when
/// the old one's task has ended.
public struct Hosts<Content: Sendable>: WorkerPart {
  /// Takes a step of a walk.
  public typealias StepHandler = @Sendable (OpenStep, AskedScreen<Content>) async throws -> Answer

  /// Answers an ask about a screen.
  public typealias Handler = @Sendable (OpenAsk, AskedScreen<Content>) async throws -> Answer

  private let decode: @Sendable (AnyScreen) throws(ContentError) -> Content
  private var screen: WorkerParts.Screen

  /// What it registers.
  public var parts: WorkerParts { WorkerParts(screens: [screen]) }

  /// Shows screens of a type of one's own; `body` is the life of one element.
  public init(
    _ type: Content.Type, body: @escaping @Sendable (HostedScreen<Content>) async throws -> Void
  ) where Content: Screen {
    self.init(Content.name, body: body) { (screen: AnyScreen) throws(ContentError) -> Content in
      try ContentCoder.decode(Content.self, from: screen.content, of: screen.name)
    }
    screen.held = Content.Holds.kind
  }

  /// Shows screens called `name`, with any content; `body` is the life of one element.
  public init(
    _ name: ScreenName, body: @escaping @Sendable (HostedScreen<AnyScreen>) async throws -> Void
  ) where Content == AnyScreen {
    self.init(name, body: body) { (screen: AnyScreen) throws(ContentError) -> AnyScreen in screen }
  }

  private init(
    _ name: ScreenName, body: @escaping @Sendable (HostedScreen<Content>) async throws -> Void,
    decode: @escaping @Sendable (AnyScreen) throws(ContentError) -> Content
  ) {
    self.decode = decode
    screen = WorkerParts.Screen(name: name)
    screen.life = { life in
      let hosted: HostedScreen<Content>
      do throws(ContentError) {
        hosted = try HostedScreen(life, decode: decode)
      } catch {
        return life.endThrowing(error.description, code: "content")
      }
      try await body(hosted)
    }
  }

  /// Answers `show` of one of these names, or of any name where none is given.
  public func onShow(_ names: ScreenName..., handler: @escaping Handler) -> Self {
    on(names.isEmpty ? [.showAny] : names.map(RequestPattern.show), handler: handler)
  }

  /// Answers `hide` of one of these names, or of any name where none is given.
  public func onHide(_ names: ScreenName..., handler: @escaping Handler) -> Self {
    on(names.isEmpty ? [.hideAny] : names.map(RequestPattern.hide), handler: handler)
  }

  /// Answers a change to one of these screens, or to any where none is given.
  public func onChange(to names: ScreenName..., handler: @escaping Handler) -> Self {
    on(names.isEmpty ? [.changeAny] : names.map(RequestPattern.change), handler: handler)
  }

  /// Takes these steps of walks that come to the screen, or ends the walk (QRoute's resolvers).
  ///
  /// ```swift
  /// Hosts(Home.self) { … }
  ///   .onStep(.toChild("help")) { _, _ in .complete(by: .present(Help())) }
  ///   .onStep(.toAnyChild) { step, _ in step.isLast ? .complete : .complete(by: .push, merging: true) }
  ///   .onStep(.toParent) { _, screen in notes.isDirty(screen.id) ? .declined : .complete }
  /// ```
  ///
  /// The handler that names the route counts, else that of ``StepPattern/toAnyChild``; steps without a handler are taken
  /// as with ``Answer/complete``. An answer that is `declined`, a failure and silence end the walk, and its
  /// outcome names this screen; nobody else is asked. Rules: specification, section "Drive".
  public func onStep(_ patterns: StepPattern..., handler: @escaping StepHandler) -> Self {
    on(patterns.map(\.pattern)) { ask, screen in
      guard let step = OpenStep(ask) else { return .declined }
      return try await handler(step, screen)
    }
  }

  /// Answers the requests that these patterns match; the most exact pattern wins.
  public func on(_ patterns: [RequestPattern], handler: @escaping Handler) -> Self {
    with { part in
      for pattern in patterns {
        part.handlers[pattern] = erased(handler, otherwise: .declined)
        if part.routable.standing[pattern] != nil { part.addFault(ofTwoAnswersTo: pattern) }
      }
      part.routable.handles = part.handlers.keys.sorted()
    }
  }

  /// Answers that are known beforehand: the coordinator asks nobody while this worker lives. Instructions only, and none for a
  /// pattern that has a handler, which would never be asked. The most exact standing pattern that fits counts, whatever handlers
  /// there are.
  public func standing(_ answers: [RequestPattern: Answer]) -> Self {
    with { part in
      for (pattern, answer) in answers.sorted(by: { $0.key < $1.key }) {
        if case .instruction(let instruction) = answer {
          if part.handlers[pattern] != nil, part.routable.standing[pattern] == nil {
            part.addFault(ofTwoAnswersTo: pattern)
          }
          part.routable.standing[pattern] = instruction
          part.handlers[pattern] = { _ in answer }
        } else {
          part.faults.append("the standing answer to '\(pattern)' has to be an instruction, not \(answer)")
        }
      }
      part.routable.handles = part.handlers.keys.sorted()
    }
  }

  /// Answers Back while the screen is on top: handled, or declined.
  public func onBack(handler: @escaping Handler) -> Self {
    with { part in
      part.back = erased(handler, otherwise: .declined)
      part.routable.back = true
    }
  }

  /// Is asked before an element leaves: allows, denies or redirects. `unanswered` is the answer in place of its silence; a dead
  /// worker always allows.
  public func guarding(unanswered: Routable.Unanswered = .allow, handler: @escaping Handler) -> Self {
    with { part in
      part.guards = erased(handler, otherwise: .allow)
      part.routable.guards = true
      part.routable.unanswered = unanswered
    }
  }

  /// Is asked before an element arrives, to prepare it: allows or denies.
  public func preparing(handler: @escaping Handler) -> Self {
    with { part in
      part.prepares = erased(handler, otherwise: nil)
      part.routable.prepares = true
    }
  }

  /// The fate of the elements when this worker dies, and of one that it cannot show, at once: where it reports so
  /// (``HostedScreen/cannotShow(_:code:)``), its task throws, or its content cannot be read. They stay unless said; the first
  /// element of a path or of a branch also with `pop`. A fallback that could not be shown there before is not tried again: the element is dismissed.
  public func onDeath(_ policy: Routable.DeathPolicy) -> Self { with { $0.routable.onDeath = policy } }

  /// How often screens of this name stand on a path: as often as they are put there unless said. With
  /// `AnyScreen.InstanceMode.singleTop` a second show of the screen on top gives its content to the element that is there
  /// (``HostedScreen/contents``), with `single` the path goes back to it; the outcome's `delivered` names it. Rules:
  /// specification, section "Instances".
  public func instance(_ mode: AnyScreen.InstanceMode) -> Self { with { $0.routable.instance = mode } }

  /// The content is told to nobody but this worker and workers that are asked: observers, outcomes, reports, logs and the
  /// journal have `{"redacted":true}` in its place, and the words of its handlers (`deny("…")`, thrown errors) are left
  /// out with it; their codes are told.
  ///
  /// The name stays sensitive while this worker is gone, until it registers the screen without. After a restart of the
  /// coordinator a screen that is still shown keeps its content; one that comes anew has none
  /// (`AnyScreen.isRedacted`), and content that has to be read is then reported as not shown. Rules:
  /// specification, section "Sensitive content".
  public func sensitive() -> Self { with { $0.routable.sensitive = true } }

  /// How screens come that are made from their name alone.
  public func presentation(_ presentation: Presentation) -> Self {
    with { $0.routable.presentation = presentation }
  }

  /// How long an ask of this screen may take before the next one is asked, and the longest that
  /// ``OpenAsk/working(for:)`` may extend it.
  public func deadline(_ deadline: Duration, workingMax: Duration? = nil) -> Self {
    with { part in
      part.routable.ask = deadline
      part.routable.workingMax = workingMax
    }
  }

  /// The handler of any screen of this name. Content that cannot be read has no screen that could have a say: `otherwise`
  /// is answered in its stead, so that nothing keeps a failed element where it is; nil: the ask fails.
  func erased(_ handler: @escaping Handler, otherwise: Answer?) -> WorkerParts.Handler {
    let decode = decode
    return { ask in
      let content: Content
      do throws(ContentError) {
        content = try decode(ask.screen)
      } catch {
        return otherwise ?? .failed(code: "content", message: error.description)
      }
      return try await handler(ask, AskedScreen(id: ask.element ?? .root, content: content))
    }
  }

  /// Registers it as a program's own registration says; its requests are those of the handlers that were added.
  package func registered(as routable: Routable) -> Self {
    with { part in
      part.routable = routable
      part.routable.handles = part.handlers.keys.sorted()
      // A program may name what it answers beforehand among what it is asked.
      part.faults = []
    }
  }

  func with(_ change: (inout WorkerParts.Screen) -> Void) -> Self {
    var copy = self
    change(&copy.screen)
    return copy
  }
}
