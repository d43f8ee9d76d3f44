// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// Changes a route: sends verbs to the coordinator and tells how each ended.
///
/// ```swift
/// let navigator = try Navigator.connect(name: "remote")
/// let outcome = try await navigator.show("list")          // how it ended, whatever that is
/// try await navigator.go(to: Exhibit(id: 7), on: Home()).get()   // throws unless the route is as asked
/// ```
///
/// A navigator is a value: its modifiers return another one over the same connection, so options never leak into other
/// code. The connection ends with the last navigator that uses it, or with ``close()``.
///
/// Each verb has exactly one outcome. A verb is sent again under the same id until its outcome is there, also over a
/// restart of the coordinator, and is carried out at most once. When ``timeout(_:)`` ends without an answer, the error
/// is ``NavigatorError/Code/noAnswer``: whether it ran is unknown, and ``outcome(of:seal:)`` tells. A task that is
/// cancelled withdraws its verb, and still gets the one outcome.
public struct Navigator: Sendable {
  let backend: any NavigatorBackend
  var options = Options()

  /// What the modifiers set.
  struct Options: Sendable {
    var scene: SceneName = "main"
    var expecting: Expectation?
    var ifBusy = Contention.queue
    var until = Completion.committed
    var deadlineMs: Int64?
    var skipsGuards = false
    var stepwise = false
    var isTransactional = false
    var because: String?
    var waiting = Waiting()
    var isTimeoutSet = false
  }

  /// A navigator that sends its commands to `backend`, such as a mock.
  package init(backend: any NavigatorBackend) { self.backend = backend }

  /// Connects to a coordinator. `name` is what this client calls itself in the journal: a letter or more, as in
  /// "remote" or "status-bar".
  ///
  /// - Throws: ``NavigatorError/Code/noCoordinator`` or ``NavigatorError/Code/permissionDenied``, with every place tried.
  ///   A coordinator that ends later is waited for: verbs go on when it is back.
  public static func connect(
    _ location: CoordinatorLocation = .automatic, name: String
  ) throws(NavigatorError) -> Navigator {
    guard let name = WorkerName(name) else {
      throw NavigatorError(
        .refused, "'\(name)' is no name: a letter, then up to 63 of letters, digits, '-', '_' and '.'")
    }
    let endpoint = try location.endpoint(.control)
    return Navigator(backend: try ControlConnection(to: endpoint, name: name.rawValue))
  }

  /// Ends the connection, also of every copy. Verbs that wait throw; what was sent may still be carried out.
  public func close() async { await backend.close() }

  /// The command that a verb of this navigator is sent as: a fresh id, and every option.
  public func command(for verb: Verb) -> Command {
    var command = Command(id: backend.freshID(), scene: options.scene, verb: verb)
    command.expecting = options.expecting
    command.ifBusy = options.ifBusy
    command.until = options.until
    command.deadlineMs = options.deadlineMs
    command.skipsGuards = options.skipsGuards
    command.stepwise = options.stepwise
    command.because = options.because
    return command
  }

  /// Sends a command as it is and returns how it ended. Of this navigator's options only those of waiting count.
  @discardableResult
  public func perform(_ command: Command) async throws(NavigatorError) -> Outcome {
    try await backend.perform(command, options.waiting)
  }

  /// Sends a verb and returns how it ended.
  @discardableResult
  public func perform(
    _ verb: Verb, animated: Bool = false, context: JSONValue = .null
  ) async throws(NavigatorError) -> Outcome {
    var command = command(for: verb)
    command.animated = animated
    command.context = context
    return try await perform(command)
  }

  /// Sends a verb and returns as soon as it is queued, without its outcome: the way to navigate from inside a handler.
  /// There it waits behind the transition that the handler is asked for.
  ///
  /// - Returns: The command's id, for ``outcome(of:seal:)``.
  /// - Throws: ``NavigatorError/Code/refused`` where it ended at once and not as asked.
  @discardableResult
  public func queue(_ verb: Verb) async throws(NavigatorError) -> CommandID {
    try await backend.queue(command(for: verb), options.waiting)
  }
}
