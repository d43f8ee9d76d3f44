// SPDX-License-Identifier: Apache-2.0

/// A screen to arrive at, and the way to it: a chain of steps, the destination first, each next step the one that it comes
/// from (RouteComposer's chain of steps).
///
/// A destination is data. What only a worker can decide is in it by name, and is asked.
/// Rules: specification, section "Destinations".
public struct Destination: Hashable, Sendable {
  /// The most steps of a chain, with those of the chosen branches and of the destinations that it comes from.
  public static let stepsMax = 64
  /// The most parts of all destinations of one message: steps, finders, factories, actions and what they hold.
  public static let partsMax = 10_000

  /// The destination first.
  public var steps: [Step]
  /// What the context of a request has to look like; nil for any.
  public var context: ContextType?
  /// What a request does while a screen is still appearing; nil: it does not care.
  public var whileMoving: WhileMoving?

  /// A destination.
  public init(_ steps: [Step], context: ContextType? = nil, whileMoving: WhileMoving? = nil) {
    self.steps = steps
    self.context = context
    self.whileMoving = whileMoving
  }

  /// What a request does while a screen is still appearing (RouteComposer's delaying interceptor).
  public enum WhileMoving: String, Hashable, Sendable, CaseIterable {
    /// It waits for its turn, as long as its deadline allows.
    case wait
    /// It ends as `busy`.
    case abort
  }

  /// What presented the top layer: back to where it came from (RouteComposer's PresentingFinder).
  public static let presenter = Destination([.custom(Finder(.presenting))])

  /// One step of the chain.
  public indirect enum Step: Hashable, Sendable {
    /// A screen that is found or made.
    case screen(ScreenStep)
    /// The bottom layer.
    case root
    /// The top layer.
    case current
    /// What the finder finds; without it, there is no way.
    case custom(Finder)
    /// Nothing: only what follows counts.
    case none
    /// Another context for all steps that follow.
    case adapt(ContextConversion)
    /// The way on depends on a condition.
    case choose(Switch)
    /// The way on is that of another destination.
    case from(DestinationName)

    /// Whether the chain ends with it.
    var isAnchor: Bool {
      switch self {
      case .root, .current, .custom: true
      case .screen, .none, .adapt, .choose, .from: false
      }
    }
  }
}

extension Destination {
  /// A step that finds its screen, or makes it and puts it into the route (RouteComposer's step assembly).
  public struct ScreenStep: Hashable, Sendable {
    /// The most tasks of one kind.
    public static let tasksMax = 16

    /// Is it there already? Nil: it is never looked for.
    public var finder: Finder?
    /// What to make where it is not there. Nil: it is looked for again when the steps that it comes from are done.
    public var factory: Factory?
    /// How the made screen joins the route.
    public var action: Action
    /// What the context has to look like here; nil for any.
    public var context: ContextType?
    /// Gates before anything changes, in order.
    public var interceptors: [TaskName]
    /// What hands the context to the screen, found or made, in order.
    public var contextTasks: [ContextTask]
    /// Told after the commit, in order.
    public var postTasks: [TaskName]

    /// A step.
    public init(
      find finder: Finder? = nil, make factory: Factory? = nil,
      action: Action = .none,
      context: ContextType? = nil, interceptors: [TaskName] = [],
      contextTasks: [ContextTask] = [],
      postTasks: [TaskName] = []
    ) {
      self.finder = finder
      self.factory = factory
      self.action = action
      self.context = context
      self.interceptors = interceptors
      self.contextTasks = contextTasks
      self.postTasks = postTasks
    }
  }
}

extension Destination {
  /// A choice between ways on (RouteComposer's switch assembly). The first case that holds counts.
  public struct Switch: Hashable, Sendable {
    /// A condition. One that cannot be decided does not hold.
    public enum Condition: Hashable, Sendable {
      /// The finder finds something.
      case found(Finder)
      /// The worker that registered the name says so.
      case asked(TaskName)
      /// The context looks like this.
      case context(ContextType)
    }

    /// One case.
    public struct Case: Hashable, Sendable {
      /// When it counts.
      public var condition: Condition
      /// The way on.
      public var steps: [Destination.Step]

      /// A case.
      public init(_ condition: Condition, from steps: [Destination.Step]) {
        self.condition = condition
        self.steps = steps
      }

      /// The way on begins at what the finder finds.
      public static func expecting(_ finder: Finder) -> Case {
        Case(.found(finder), from: [.custom(finder)])
      }
    }

    /// In order.
    public var cases: [Case]
    /// The way on where no case holds; nil: the chain ends.
    public var otherwise: [Destination.Step]?
    /// What the context has to look like for any case to hold; nil for any.
    public var context: ContextType?

    /// A choice.
    public init(_ cases: [Case], otherwise: [Destination.Step]? = nil, context: ContextType? = nil) {
      self.cases = cases
      self.otherwise = otherwise
      self.context = context
    }
  }
}
