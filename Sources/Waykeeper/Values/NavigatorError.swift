// SPDX-License-Identifier: Apache-2.0

public import Coordination

/// Why there is no outcome. What a command came to, also when it was refused, is no error but its ``Outcome``.
public struct NavigatorError: Error, Sendable, CustomStringConvertible {
  /// What kind of error; more may come.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Word: String {
      case noCoordinator, permissionDenied, noAnswer, refused, withdrawn, content, insideAsk, replaced, transport
      case notMocked
    }
    private var word: Word

    /// No coordinator was found: start one, or say where it is. ``NavigatorError/attempts`` lists the places tried.
    public static let noCoordinator = Code(word: .noCoordinator)
    /// A coordinator is there and this user may not connect. ``NavigatorError/attempts`` says which group may.
    public static let permissionDenied = Code(word: .permissionDenied)
    /// No answer came in time: whether the command ran is unknown. Ask with ``Navigator/outcome(of:seal:)``, or send it
    /// again under the same id; both are safe.
    public static let noAnswer = Code(word: .noAnswer)
    /// The coordinator did not take the message; nothing happened. ``NavigatorError/refusal`` says why.
    public static let refused = Code(word: .refused)
    /// The command was withdrawn before it was sent; nothing happened.
    public static let withdrawn = Code(word: .withdrawn)
    /// A screen's content has no JSON form; nothing was sent.
    public static let content = Code(word: .content)
    /// A handler must not wait for an outcome: its own transition would wait for it. Use ``Navigator/queue(_:)``, or
    /// answer with a redirect. Nothing was sent.
    public static let insideAsk = Code(word: .insideAsk)
    /// A newer process of the same name has taken over this worker's session.
    public static let replaced = Code(word: .replaced)
    /// A socket or thread could not be made.
    public static let transport = Code(word: .transport)
    /// The navigator of a test was not told what to do here.
    public static let notMocked = Code(word: .notMocked)

    /// The code's name.
    public var description: String { word.rawValue }
  }

  /// What kind of error.
  public var code: Code
  /// What happened, where, and what to do; for people.
  public var message: String
  /// The command it is about.
  public var commandID: CommandID?
  /// Where a coordinator was looked for, and what was wrong there, in that order.
  public var attempts: [LocationAttempt]
  /// What the coordinator said.
  public var refusal: ProtocolError?

  /// An error.
  public init(
    _ code: Code, _ message: String, commandID: CommandID? = nil, attempts: [LocationAttempt] = [],
    refusal: ProtocolError? = nil
  ) {
    self.code = code
    self.message = message
    self.commandID = commandID
    self.attempts = attempts
    self.refusal = refusal
  }

  /// The message.
  public var description: String { message }
}

/// An outcome that is not what was asked for, thrown by ``Outcome/get()``.
public struct NotCommitted: Error, Sendable, CustomStringConvertible {
  /// What came instead.
  public var outcome: Outcome

  /// The outcome in one line: `vetoed: unsaved notes`.
  public var description: String {
    let reason = outcome.reason.map { " (\($0))" } ?? ""
    let message = outcome.message.map { ": \($0)" } ?? ""
    return "\(outcome.word)\(reason)\(message)"
  }
}
