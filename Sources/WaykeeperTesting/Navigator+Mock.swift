// SPDX-License-Identifier: Apache-2.0

import Coordination
import Synchronization
public import Waykeeper

/// The commands that a mock navigator was given, in order, as values to compare.
///
/// ```swift
/// let sent = SentCommands()
/// let navigator = Navigator.mock(recording: sent)
/// await model.exhibitTapped(7, navigator)
/// #expect(sent.verbs == [.go(to: Exhibit(id: 7), on: Home())])
/// ```
public final class SentCommands: Sendable {
  private struct Recorded {
    var commands: [Command] = []
    var resumed: [CommandID] = []
    var cancelled: [CommandID] = []
  }

  private let recorded = Mutex(Recorded())

  /// Nothing was sent yet.
  public init() {}

  /// Every command, with its options.
  public var commands: [Command] { recorded.withLock { $0.commands } }

  /// The commands that ``/Waykeeper/Navigator/resume(_:)`` lets go on, in order.
  public var resumed: [CommandID] { recorded.withLock { $0.resumed } }

  /// The commands that ``/Waykeeper/Navigator/cancel(_:)`` withdraws, in order.
  public var cancelled: [CommandID] { recorded.withLock { $0.cancelled } }

  /// The verbs, written as the calls: with context and animation, without the options of the modifiers.
  public var verbs: [Navigation] {
    commands.map { command in
      var verb = command.verb
      if case .drive(var drive) = verb {
        drive.isTransactional = false
        verb = .drive(drive)
      }
      return Navigation(verb, animated: command.animated, context: command.context)
    }
  }

  func add(_ command: Command) { recorded.withLock { $0.commands.append(command) } }

  func addResume(of parked: CommandID) { recorded.withLock { $0.resumed.append(parked) } }

  func addCancel(of command: CommandID) { recorded.withLock { $0.cancelled.append(command) } }
}

/// The answer of a mock to a command.
public struct MockAnswer: Sendable {
  let kind: Outcome.Kind
  let path: Path
  let message: String?

  /// An outcome of this kind, with the path that it leaves.
  public static func outcome(_ kind: Outcome.Kind, path: Path = Path([]), message: String? = nil) -> MockAnswer {
    MockAnswer(kind: kind, path: path, message: message)
  }

  /// The route is as asked.
  public static var committed: MockAnswer { outcome(.committed) }

  /// The route is as asked, and now shows these screens; the first has the id 0, the others count up.
  public static func committed(_ screens: AnyScreen...) -> MockAnswer {
    outcome(
      .committed, path: Path(screens.enumerated().map { Element(id: ElementID(UInt64($0)), screen: $1) }))
  }

  /// A guard said no.
  public static func vetoed(_ message: String) -> MockAnswer {
    outcome(.vetoed(by: .coordinator, .guard, code: nil), message: message)
  }

  /// Nobody handled it.
  public static var unhandled: MockAnswer { outcome(.unhandled) }

  /// Refused before anything happened.
  public static func rejected(_ reason: RejectedReason) -> MockAnswer { outcome(.rejected(reason)) }
}

extension Navigator {
  /// A navigator for tests, without any coordinator: it records each command and answers as told. Inside a handler of a
  /// ``/Waykeeper/ScreenWorker`` it refuses to wait, as a navigator of that worker's coordinator does:
  /// ``/Waykeeper/NavigatorError/Code/insideAsk``.
  ///
  /// It also records ``/Waykeeper/Navigator/resume(_:)`` and ``/Waykeeper/Navigator/cancel(_:)``, and answers them as a coordinator
  /// that does so: what is resumed goes on (`unchanged(same)`), what is withdrawn ends as `cancelled`. Other questions throw
  /// ``/Waykeeper/NavigatorError/Code/notMocked``.
  ///
  /// It says success nowhere where no coordinator does. With ``/Waykeeper/Navigator/dryRun()`` what would be as asked is
  /// `unchanged(dryRun)`, and a verb that asks workers `rejected(unsupported)`, whatever `answer` says; in a task that is cancelled a
  /// verb ends as `cancelled`, a question throws ``/Waykeeper/NavigatorError/Code/withdrawn``, and neither is recorded; after
  /// ``/Waykeeper/Navigator/close()`` each verb throws ``/Waykeeper/NavigatorError/Code/withdrawn``, and is not recorded.
  ///
  /// - Parameters:
  ///   - sent: Takes the commands.
  ///   - answer: The answer to each command; `committed` unless given. Throw a ``/Waykeeper/NavigatorError`` to test the
  ///     case without an answer. Whoever queues a command hears of it only where a coordinator would not queue that, as of `busy`.
  public static func mock(
    recording sent: SentCommands = SentCommands(),
    answer: @escaping @Sendable (Command) throws(NavigatorError) -> MockAnswer = { (_) in .committed }
  ) -> Navigator {
    Navigator(backend: MockBackend(sent: sent, answer: answer))
  }

  /// A navigator for tests that expect no navigation at all: each verb calls `fail` with a sentence that names the verb,
  /// and throws ``/Waykeeper/NavigatorError/Code/notMocked``.
  ///
  /// ```swift
  /// let model = Model(navigator: .stub { Issue.record("\($0)") })
  /// ```
  public static func stub(_ fail: @escaping @Sendable (String) -> Void) -> Navigator {
    Navigator(backend: StubBackend(fail: fail))
  }
}

extension NavigatorError.Code {
  /// The navigator of a test has no answer to this.
  public static let notMocked = NavigatorError.Code(word: "notMocked")
}

/// Counts the ids of commands that go nowhere.
private final class MockIDs: Sendable {
  private let session = Mutex(ClientSession(name: "mock", randomBits: 0, 0))

  func fresh() -> CommandID { session.withLock { $0.freshID() } }
}

private struct MockBackend: NavigatorBackend {
  let sent: SentCommands
  let answer: @Sendable (Command) throws(NavigatorError) -> MockAnswer
  let ids = MockIDs()
  let end = MockEnd()

  func freshID() -> CommandID { ids.fresh() }

  func perform(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> Outcome {
    try AskScope.refuseToWait(commandID: command.id)
    if let withdrawn = try withdrawal(of: command) { return withdrawn }
    return try outcome(of: command)
  }

  /// How a command ends that its task has withdrawn before anybody saw it; nil where it has not.
  private func withdrawal(of command: Command) throws(NavigatorError) -> Outcome? {
    try end.check(command.id)
    guard Task.isCancelled else { return nil }
    let answer = MockAnswer.outcome(.cancelled, message: "sealed before it was seen")
    return outcome(of: command.id, answer, in: scene(of: command.id))
  }

  private func outcome(of command: Command) throws(NavigatorError) -> Outcome {
    sent.add(command)
    let answer = try command.isDryRun ? dryAnswer(to: command) : answer(command)
    return outcome(of: command.id, answer, in: command.scene)
  }

  private func outcome(of id: CommandID, _ answer: MockAnswer, in scene: SceneName) -> Outcome {
    Outcome(
      id: id, kind: answer.kind, message: answer.message, scene: scene, epoch: 1,
      revision: UInt64(sent.commands.count), path: PlacedPath(answer.path))
  }

  /// The scene of a command that was sent; `main` for one that was not, as a coordinator has it.
  private func scene(of id: CommandID) -> SceneName { sent.commands.last { $0.id == id }?.scene ?? "main" }

  /// The answer to what is only planned: nothing is committed, and verbs that ask workers cannot be.
  private func dryAnswer(to command: Command) throws(NavigatorError) -> MockAnswer {
    switch command.verb {
    case .back, .start, .show, .hide, .navigate:
      return .outcome(
        .rejected(.unsupported), message: "only open, route, drives and Navigator verbs can be run dry")
    case .navigator, .batch, .open, .drive, .route:
      let answer = try answer(command)
      let isSuccess = [.committed, .unchanged(.same)].contains(answer.kind)
      return isSuccess ? .outcome(.unchanged(.dryRun), message: answer.message) : answer
    }
  }

  func queue(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> CommandID {
    if let withdrawn = try withdrawal(of: command) { _ = try withdrawn.get() }
    let end = try outcome(of: command)
    if end.kind.comesUnqueued { _ = try end.get() }
    return command.id
  }

  /// RESUME and CANCEL are done. The other questions change nothing, and a mock has no scenes to answer them from.
  func ask(_ question: Message, _ waiting: Waiting) async throws(NavigatorError) -> Message {
    if case .resume(let resume) = question { try AskScope.refuseToWait(commandID: resume.target) }
    try end.check(nil)
    if Task.isCancelled { throw NavigatorError(.withdrawn, "the task that asked is cancelled") }
    switch question {
    case .resume(let resume):
      sent.addResume(of: resume.target)
      let answer = MockAnswer.outcome(.unchanged(.same), message: "\(resume.target) goes on")
      return .outcome(outcome(of: resume.id, answer, in: scene(of: resume.target)))
    case .cancel(let cancel):
      sent.addCancel(of: cancel.id)
      return .outcome(outcome(of: cancel.id, .outcome(.cancelled), in: scene(of: cancel.id)))
    default:
      throw NavigatorError(.notMocked, "a mock navigator answers verbs, not the question '\(question.kind)'")
    }
  }

  func close() async { end.come() }
}

/// Whether a mock was closed.
private final class MockEnd: Sendable {
  private let hasCome = Mutex(false)

  func come() { hasCome.withLock { $0 = true } }

  func check(_ command: CommandID?) throws(NavigatorError) {
    if hasCome.withLock({ $0 }) { throw NavigatorError(.withdrawn, "the navigator was closed", commandID: command) }
  }
}

extension Outcome.Kind {
  /// Whether a coordinator ends a command so that it does not queue. How one ends that it has queued, its sender is not told.
  fileprivate var comesUnqueued: Bool {
    switch self {
    case .busy: true
    case .rejected(let reason):
      [.askClosed, .idReused, .invalid, .tooDeep, .tooLarge, .unknownScene, .unsupported].contains(reason)
    case .committed, .unchanged, .vetoed, .unhandled, .conflict, .superseded, .timedOut, .cancelled, .failed: false
    }
  }
}

private struct StubBackend: NavigatorBackend {
  let fail: @Sendable (String) -> Void
  let ids = MockIDs()

  func freshID() -> CommandID { ids.fresh() }

  func perform(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> Outcome {
    throw failure("'\(command.verb.verbText)' was sent to scene '\(command.scene)'")
  }

  func queue(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> CommandID {
    throw failure("'\(command.verb.verbText)' was queued for scene '\(command.scene)'")
  }

  func ask(_ question: Message, _ waiting: Waiting) async throws(NavigatorError) -> Message {
    throw failure("the question '\(question.kind)' was asked")
  }

  func close() async {}

  private func failure(_ what: String) -> NavigatorError {
    let message = "\(what), and this test expects no navigation: give it Navigator.mock"
    fail(message)
    return NavigatorError(.notMocked, message)
  }
}
