// SPDX-License-Identifier: Apache-2.0

extension Destination {
  /// Makes a screen, or a container with what is in it (RouteComposer's factories and container factories).
  public indirect enum Factory: Hashable, Sendable {
    /// How deep factories may nest.
    public static let depthMax = 16

    /// A screen; one whose host declares branches gets those.
    case screen(ScreenName, Content = .none)
    /// A screen with branches of its own: those of the children, the first one selected unless a name is given.
    case container(
      ScreenName, ContainerKind, Content = .none, children: [Child] = [], selected: BranchName? = nil,
      adopts: Bool = true
    )
    /// A layer that takes pushes: the children are its first screens.
    case stack(children: [Child] = [], adopts: Bool = true)
    /// The worker that registered the name says which screen.
    case asked(TaskName)

    /// The content of a made screen.
    public enum Content: Hashable, Sendable {
      /// None; a context task may give it one.
      case none
      /// The context, where the step looks for its screen by that; else none.
      case asSought
      /// The context.
      case context
      /// This.
      case given(JSONValue)
    }

    /// A child that a container is made with.
    public struct Child: Hashable, Sendable {
      /// What it is.
      public var factory: Factory
      /// Where in the container; nil: behind the children before it. A split then has room for a master and a detail, a single
      /// for one.
      public var action: Action?
      /// What hands the context to it.
      public var contextTasks: [ContextTask]
      /// The context for it, where it is another one.
      public var context: ContextConversion?

      /// A child.
      public init(
        _ factory: Factory, action: Action? = nil, contextTasks: [ContextTask] = [],
        context: ContextConversion? = nil
      ) {
        self.factory = factory
        self.action = action
        self.contextTasks = contextTasks
        self.context = context
      }
    }

    /// The name of what is made, where it is known.
    package var screen: ScreenName? {
      switch self {
      case .screen(let name, _), .container(let name, _, _, _, _, _): name
      case .stack, .asked: nil
      }
    }

    /// What the container is that takes over the steps nearer the destination whose screens go into it, so that it joins the
    /// route with them; nil for all other factories.
    var adopting: ContainerKind? {
      switch self {
      case .container(_, let kind, _, _, _, adopts: true): kind
      case .stack(_, adopts: true): .stack
      case .screen, .container, .stack, .asked: nil
      }
    }

    /// The same, for a step with this finder: whether a screen takes the context follows from it.
    func asSought(by finder: Finder?) -> Factory {
      guard case .screen(let name, .asSought) = self, case .screen(_, .context)? = finder?.target else { return self }
      return .screen(name, .context)
    }
  }
}
