// SPDX-License-Identifier: Apache-2.0

public import RouteModel

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
    /// On the way to a destination: what your worker registered the name for.
    case task(Destination.Ask.Question)

    /// As in traces.
    public var description: String {
      switch self {
      case .handle(let request): request.description
      case .leave: "leave"
      case .host: "host"
      case .build: "build"
      case .parse: "open"
      case .task(let question): "\(question.word) \(question.name)"
      }
    }
  }

  /// Names this ask.
  public var token: Token
  /// The command it serves.
  public var command: CommandID
  /// The scene.
  public var scene: SceneName
  /// The scene's committed revision.
  public var revision: Revision
  /// The question.
  public var question: Question
  /// Of a walk, the step that it is about.
  public var step: Drive.Step?
  /// The screen whose routable is asked; for an installer the screen to install, for a URL
  /// `link`, for a task that is about no element `destination`.
  public var screen: AnyScreen
  /// The element; nil for an installer, a URL, and a task that is about no element.
  public var element: ElementID?
  /// Whether the element is not committed yet: answer from the screen alone.
  public var isDraft: Bool
  /// The route as it would be; in the phase build the path before the element. Redacted for nobody, workers are trusted.
  public var route: Path
  /// The command's context; of a task, that of its step.
  public var context: JSONValue
  /// Whether the change may be animated.
  public var animated: Bool
  /// Time to answer, in ms.
  package var deadlineMs: Int64
  /// How many causes lie before the command.
  public var depth: Int

  /// An ask.
  public init(
    token: Token, command: CommandID, scene: SceneName, revision: Revision, question: Question,
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
