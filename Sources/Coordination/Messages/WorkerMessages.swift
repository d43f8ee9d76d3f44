// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// WELCOME: the session is live.
public struct Welcome: Hashable, Sendable {
  /// The session's number, for logs.
  public var session: UInt64
  /// The coordinator's software version.
  public var version: String
  /// What became of each ask that the worker listed as unsettled.
  public var verdicts: [Settled]

  /// A welcome.
  public init(session: UInt64, version: String, verdicts: [Settled]) {
    self.session = session
    self.version = version
    self.verdicts = verdicts
  }
}

/// REGISTERED: the changed registration of this generation counts from the next transition on.
public struct Registered: Hashable, Sendable {
  /// The generation.
  public var generation: UInt64

  /// An acknowledgement.
  public init(generation: UInt64) { self.generation = generation }
}

/// ASK: one question to a routable, with a deadline.
public struct Ask: Hashable, Sendable {
  /// What kind of question.
  public enum Question: Hashable, Sendable {
    /// Phase handle: do you handle this, and how?
    case handle(Request)
    /// Phase guard: may your element leave?
    case leave
    /// Phase host: your element comes; prepare it.
    case host
    /// Phase build: does this node of your tree build the element, after the path in ``Ask/route``?
    case build(TreeKey)
    /// Phase parse: where does this URL lead?
    case parse(String)

    /// As in traces.
    public var description: String {
      switch self {
      case .handle(let request): request.description
      case .leave: "leave"
      case .host: "host"
      case .build: "build"
      case .parse: "open"
      }
    }
  }

  /// Names this ask.
  public var token: AskToken
  /// The command it serves.
  public var command: CommandID
  /// The scene.
  public var scene: SceneName
  /// The scene's committed revision.
  public var revision: Revision
  /// The question.
  public var question: Question
  /// Of a walk, the step that it is about.
  public var step: DriveStep?
  /// The screen whose routable is asked; for an installer the screen to install, for a URL `link`.
  public var screen: AnyScreen
  /// The element; nil for an installer and a URL.
  public var element: ElementID?
  /// Whether the element is not committed yet: answer from the screen alone.
  public var isDraft: Bool
  /// The route as it would be; in the phase build the path before the element. Redacted for nobody, workers are trusted.
  public var route: Path
  /// The command's context.
  public var context: JSONValue
  /// Whether the change may be animated.
  public var animated: Bool
  /// Time to answer, in ms.
  package var deadlineMs: Int64
  /// How many causes lie before the command.
  public var depth: Int

  /// An ask.
  public init(
    token: AskToken, command: CommandID, scene: SceneName, revision: Revision, question: Question,
    screen: AnyScreen, element: ElementID?, isDraft: Bool, route: Path, context: JSONValue, animated: Bool,
    deadlineMs: Int64, depth: Int
  ) {
    self.token = token
    self.command = command
    self.scene = scene
    self.revision = revision
    self.question = question
    self.screen = screen
    self.element = element
    self.isDraft = isDraft
    self.route = route
    self.context = context
    self.animated = animated
    self.deadlineMs = deadlineMs
    self.depth = depth
  }
}

/// What a worker says to an ask.
public enum Answer: Hashable, Sendable {
  /// Handled: change the path like this.
  case instruction(Instruction)
  /// A step of a walk is taken like this, and the input that the route arrived at declares becomes a part of its
  /// screen's content.
  case merging(Instruction)
  /// Not mine: ask the next.
  case declined
  /// A guard or host agrees; a dynamic node builds.
  case allow
  /// This stands in the dynamic node's place.
  case tree(TreeNode)
  /// The URL leads here.
  case path([PathItem])
  /// A guard or host refuses.
  case deny(code: String?, message: String?)
  /// Something else must come first: park the command, run this verb, go on when resumed or after the time (ms).
  case redirect(Verb, withinMs: Int64)
  /// The handler failed.
  case failed(code: String?, message: String?)
}

/// ANSWER: what came back for a token.
public struct AnswerMessage: Hashable, Sendable {
  /// Which ask.
  public var token: AskToken
  /// What it says.
  public var answer: Answer

  /// An answer.
  public init(token: AskToken, answer: Answer) {
    self.token = token
    self.answer = answer
  }
}

/// WORKING: the answer takes longer; at most the registered maximum.
public struct Working: Hashable, Sendable {
  /// Which ask.
  public var token: AskToken
  /// Time wanted from now, in ms.
  public var ms: Int64

  /// A request for more time.
  public init(token: AskToken, ms: Int64) {
    self.token = token
    self.ms = ms
  }
}

/// SETTLED: what became of an ask.
public struct Settled: Hashable, Sendable {
  /// Which ask.
  public var token: AskToken
  /// Whether its answer is part of a commit; otherwise it is cancelled and must be undone.
  public var used: Bool

  /// A verdict.
  public init(token: AskToken, used: Bool) {
    self.token = token
    self.used = used
  }
}

/// ABANDONED: the worker has stopped a cancelled handler; it can be asked again.
public struct Abandoned: Hashable, Sendable {
  /// Which ask.
  public var token: AskToken

  /// An acknowledgement.
  public init(token: AskToken) { self.token = token }
}

/// STATE to a worker: the elements of its own, whole, each time: compare and follow.
public struct WorkerState: Hashable, Sendable {
  /// The scene.
  public var scene: SceneName
  /// The scene's revision.
  public var revision: Revision
  /// Its elements, in the order of the route; branches are left out.
  public var elements: [Element]
  /// The whole root path, for a worker that asked for whole routes.
  public var path: Path?
  /// Whether the change may be animated.
  public var animated: Bool

  /// A state.
  public init(scene: SceneName, revision: Revision, elements: [Element], path: Path? = nil, animated: Bool = false) {
    self.scene = scene
    self.revision = revision
    self.elements = elements
    self.path = path
    self.animated = animated
  }
}

/// APPEARED: these elements of the worker are on the screen.
public struct Appeared: Hashable, Sendable {
  /// The scene.
  public var scene: SceneName
  /// Which elements.
  public var elements: [ElementID]

  /// A report.
  public init(scene: SceneName, elements: [ElementID]) {
    self.scene = scene
    self.elements = elements
  }
}

/// CANNOT_SHOW: the worker cannot show this element.
public struct CannotShow: Hashable, Sendable {
  /// The scene.
  public var scene: SceneName
  /// Which element.
  public var element: ElementID
  /// The worker's own code.
  public var code: String?
  /// For people.
  public var message: String?

  /// A report.
  public init(scene: SceneName, element: ElementID, code: String? = nil, message: String? = nil) {
    self.scene = scene
    self.element = element
    self.code = code
    self.message = message
  }
}

/// PONG: the answer to PING, from the loop that runs the handlers.
public struct Pong: Hashable, Sendable {
  /// What the worker shows, by scene.
  public var applied: [SceneName: Applied]
  /// Asks whose verdict it does not know.
  public var unsettled: [AskToken]

  /// A pong.
  public init(applied: [SceneName: Applied], unsettled: [AskToken] = []) {
    self.applied = applied
    self.unsettled = unsettled
  }
}

/// BYE: the worker ends its session.
public struct Bye: Hashable, Sendable {
  /// For a planned restart, within how many ms it is back; nil: it stops.
  public var restartingMs: Int64?

  /// A goodbye.
  public init(restartingMs: Int64? = nil) { self.restartingMs = restartingMs }
}

/// TREE_EVENT: what became of an element that a node of the worker's tree built. Told at most once: a worker that was away
/// hears nothing of meanwhile.
public struct TreeEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// It appeared; for the first time, or again.
    case appeared(isInitial: Bool)
    /// It was dismissed, and what was before it stays; or another screen took its place.
    case dismissed
  }

  /// The scene.
  public var scene: SceneName
  /// The revision of the commit that made it so.
  public var revision: Revision
  /// The node, as its worker calls it.
  public var key: TreeKey
  /// What happened.
  public var kind: Kind
  /// Which element.
  public var element: ElementID
  /// Its screen; of one that was dismissed, the one that was.
  public var screen: AnyScreen
  /// The path before it, as in the phase build; of one that was dismissed, as it was.
  public var route: Path

  /// An event.
  public init(
    scene: SceneName, revision: Revision, key: TreeKey, kind: Kind, element: ElementID, screen: AnyScreen,
    route: Path = Path([])
  ) {
    self.scene = scene
    self.revision = revision
    self.key = key
    self.kind = kind
    self.element = element
    self.screen = screen
    self.route = route
  }
}
