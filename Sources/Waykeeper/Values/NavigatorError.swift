// SPDX-License-Identifier: Apache-2.0

public import Coordination

/// Why a verb is not done: its outcome is not as asked (``outcome``), or there is no outcome.
public struct NavigatorError: Error, Sendable, CustomStringConvertible {
  /// A kind of error; later versions may add some.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private let word: String

    /// A code of this name; another module of the package may add some.
    package init(word: String) { self.word = word }

    /// The command ended, and the route is not as asked; ``NavigatorError/outcome`` says how it ended and why.
    public static let notAsAsked = Code(word: "notAsAsked")
    /// No coordinator was found: start one, or say where it is. ``NavigatorError/attempts`` lists the places tried.
    public static let noCoordinator = Code(word: "noCoordinator")
    /// A coordinator is there and this user may not connect. ``NavigatorError/attempts`` says which group may.
    public static let permissionDenied = Code(word: "permissionDenied")
    /// No answer came in time: whether the command ran is unknown. Ask with ``Navigator/outcome(of:seal:)``, or send it
    /// again under the same id within ten minutes; both are safe. Or the coordinator knows its outcome no longer, which
    /// ``NavigatorError/refusal`` says then.
    public static let noAnswer = Code(word: "noAnswer")
    /// The coordinator did not take the message, as ``NavigatorError/refusal`` says; or, as ``NavigatorError/message`` says, there was
    /// nothing that could be sent, or the answer is of no use. Nothing happened.
    public static let refused = Code(word: "refused")
    /// The command was withdrawn, or its time was over, before it was sent, and nothing happened; or the task that waited for a
    /// registration, or for the answer to a question, was cancelled; or the navigator was closed, or the worker ended whose handler
    /// sent it. What was sent before may still be done.
    public static let withdrawn = Code(word: "withdrawn")
    /// A screen's content, a context or an input has no JSON form; nothing was sent.
    public static let content = Code(word: "content")
    /// A handler must not wait for an outcome: its own transition would wait for it. Use ``Navigator/queue(_:)``, or
    /// answer with a redirect. Nothing was sent.
    public static let insideAsk = Code(word: "insideAsk")
    /// Another process of the same name and user has taken over.
    public static let replaced = Code(word: "replaced")
    /// A socket or thread could not be made, and nothing was sent: the process, or the system, has too many of them open.
    public static let transport = Code(word: "transport")

    /// The code's name.
    public var description: String { word }
  }

  /// The kind of error.
  public var code: Code
  /// The problem, its place and a remedy; for people.
  public var message: String
  /// The command it is about.
  public var commandID: CommandID?
  /// The places where a coordinator was looked for, with the problem at each, in that order.
  public var attempts: [CoordinatorLocation.Attempt]
  /// The coordinator's error, where it sent one.
  public var refusal: ProtocolError?
  /// How the command ended, where it ended otherwise than asked.
  public var outcome: Outcome?

  /// An error.
  public init(
    _ code: Code, _ message: String, commandID: CommandID? = nil, attempts: [CoordinatorLocation.Attempt] = [],
    refusal: ProtocolError? = nil, outcome: Outcome? = nil
  ) {
    self.code = code
    self.message = message
    self.commandID = commandID
    self.attempts = attempts
    self.refusal = refusal
    self.outcome = outcome
  }

  /// The message.
  public var description: String { message }
}
