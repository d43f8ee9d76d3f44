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
  /// that does so: what is resumed goes on (`unchanged(same)`), what is withdrawn ends as `cancelled`, unless its outcome was told
  /// before. Other questions throw ``/Waykeeper/NavigatorError/Code/notMocked``.
  ///
  /// What every coordinator refuses, whatever it shows, a mock refuses as well, whatever `answer` says: what no message can hold throws
  /// ``/Waykeeper/NavigatorError/Code/refused`` and is not recorded; a link that is no URL, or an empty route, ends as `rejected`.
  /// What a route or a worker would refuse, only `answer` can tell: a mock has neither. A command that is sent again, also at the same
  /// time, has the outcome that it had, and is recorded once; where `answer` threw it has none, and is answered, and recorded, anew.
  ///
  /// With ``/Waykeeper/Navigator/dryRun()`` what would be as asked is
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
