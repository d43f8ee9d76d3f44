// SPDX-License-Identifier: Apache-2.0

public import Coordination
import RouteModel
package import ZeroMQ

/// Changes a route: sends verbs to the coordinator and waits until each has ended.
///
/// ```swift
/// let navigator = try Navigator.connect(name: "remote")
/// try await navigator.go(to: Exhibit(id: 7), on: Home())      // throws unless the route is as asked
/// let outcome = try await navigator.attempt(.show("list"))    // how it ended, whatever that is
/// ```
///
/// A navigator is a value: its modifiers return another one over the same connection, so options never leak into other
/// code. The connection ends with the last navigator that uses it, or with ``close()``.
///
/// Each verb has exactly one outcome. The short form throws ``NavigatorError/Code/notAsAsked`` unless the route is as
/// asked, so a veto cannot be overlooked; ``attempt(_:)-(Navigation)`` returns the outcome. A verb is sent again under the
/// same id until its outcome is there, also over a restart of the coordinator, and is carried out at most once. When
/// ``timeout(_:)`` ends without an answer, the error is ``NavigatorError/Code/noAnswer``: whether the verb ran is unknown,
/// and ``outcome(of:seal:)`` tells. A task that is cancelled withdraws its verb, and still gets the one outcome.
public struct Navigator: Sendable {
  let backend: any NavigatorBackend
  var options = Options()

  /// The options that the modifiers set.
  struct Options: Sendable {
    var scene: SceneName = "main"
    var expecting: Expectation?
    var ifBusy = Contention.queue
    var until = Completion.committed
    var deadlineMs: Int64?
    var skipsGuards = false
    var stepwise = false
    var isTransactional = false
    var isDryRun = false
    var because: String?
    var waiting = Waiting()
    var isTimeoutSet = false
  }

  /// A navigator that sends its commands to `backend`, such as a mock.
  package init(backend: any NavigatorBackend) { self.backend = backend }

  /// Connects to a coordinator. `name` is this client's name in the journal: a letter or more, as in
  /// "remote" or "status-bar".
  ///
  /// A coordinator that ends later is waited for: verbs go on when it is back.
  ///
  /// - Throws: ``NavigatorError/Code/noCoordinator`` or ``NavigatorError/Code/permissionDenied``, with every place tried;
  ///   ``NavigatorError/Code/transport`` where this process lacks descriptors or threads; ``NavigatorError/Code/refused`` where `name`
  ///   is no name.
  public static func connect(
    _ location: CoordinatorLocation = .automatic, name: String
  ) throws(NavigatorError) -> Navigator {
    try connect(location, name: name) { _, _ in }
  }

  /// The same; `found` hears of the coordinator's folder, and of the places before it in which nobody listens. The connection
  /// runs on the thread of `host`, if there is one.
  package static func connect(
    _ location: CoordinatorLocation, name: String, on host: ReactorHost? = nil,
    found: (String, [CoordinatorLocation.Attempt]) -> Void
  ) throws(NavigatorError) -> Navigator {
    guard let name = WorkerName(name) else {
      throw NavigatorError(
        .refused, "'\(name)' is no name: a letter, then up to 63 of letters, digits, '-', '_' and '.'")
    }
    let (folder, passedOver) = try location.find(.control)
    found(folder, passedOver)
    let endpoint = try CoordinatorLocation.endpoint(.control, in: folder)
    let connection = try ControlConnection(to: endpoint, name: name.rawValue) { () throws(ZeroMQError) in
      try Reactor(name: "navigator", host: host)
    }
    return Navigator(backend: connection)
  }

  /// Ends the connection, also of every copy. Verbs that wait throw; a verb that was sent may still be carried out.
  public func close() async { await backend.close() }

  /// Runs tasks on the thread of this navigator's connection, so that neither a verb nor its outcome changes threads:
  ///
  /// ```swift
  /// try await withTaskExecutorPreference(navigator.executor) {
  ///   try await navigator.show("list")
  /// }
  /// ```
  ///
  /// For code that is brief between its verbs: while it computes or blocks, no outcome is received. What is isolated to an actor runs
  /// where that actor does. After ``close()`` tasks go on where Swift runs them by default, as with a navigator that has no
  /// connection, such as a mock.
  public var executor: any TaskExecutor { backend.executor }

  /// The command that a navigation of this navigator is sent as: a fresh id, and every option.
  ///
  /// - Throws: ``NavigatorError/Code/content`` where a screen's content, or the context, has no JSON form;
  ///   ``NavigatorError/Code/refused`` of a batch with a verb that asks workers, and of a branch at an index below 0.
  public func command(for navigation: Navigation) throws(NavigatorError) -> Command {
    var verb = try navigation.sendable
    if options.isTransactional, case .drive(var drive) = verb {
      drive.isTransactional = true
      verb = .drive(drive)
    }
    return Command(
      id: backend.freshID(), scene: options.scene, verb: verb, context: navigation.context,
      animated: navigation.animated, expecting: options.expecting, ifBusy: options.ifBusy, until: options.until,
      deadlineMs: options.deadlineMs, skipsGuards: options.skipsGuards, stepwise: options.stepwise,
      because: options.because, isDryRun: options.isDryRun)
  }

  /// Carries out a navigation; ``show(_:animated:context:)-(_,_,JSONValue)`` and the others are short for it.
  ///
  /// - Throws: ``NavigatorError/Code/notAsAsked`` unless the route is as asked; other codes where there is no outcome.
  public func perform(_ navigation: Navigation) async throws(NavigatorError) {
    _ = try await attempt(navigation).get()
  }

  /// Carries out a navigation, and returns how it ended, whatever that is.
  ///
  /// - Throws: Where there is no outcome: ``NavigatorError/Code/noAnswer``, ``NavigatorError/Code/refused``,
  ///   ``NavigatorError/Code/withdrawn``, ``NavigatorError/Code/content``, ``NavigatorError/Code/insideAsk`` or
  ///   ``NavigatorError/Code/transport``. Only with the first, and where this navigator was closed meanwhile, the verb may have been
  ///   carried out.
  public func attempt(_ navigation: Navigation) async throws(NavigatorError) -> Outcome {
    try await attempt(try command(for: navigation))
  }

  /// Sends a command as it is, and returns how it ended, whatever that is. Of this navigator's options only those of
  /// waiting count. Where several tasks send one command, the longest of their times counts, and a task that is cancelled withdraws it
  /// for all who wait for it. Another command under the same id is `rejected(idReused)`.
  ///
  /// - Throws: As ``attempt(_:)-(Navigation)``.
  public func attempt(_ command: Command) async throws(NavigatorError) -> Outcome {
    try await backend.perform(command, waiting(for: command))
  }

  /// Sends a navigation and returns as soon as it is queued, without its outcome: the way to navigate from inside a
  /// handler. There it waits behind the transition that the handler is asked for.
  ///
  /// A scene's queue has 16 places for one connection. Who queues more waits here, in the order of the calls, until one before has
  /// ended. Inside a handler nobody can wait for that. What finds the user's share of all places taken, there or by its other
  /// processes, ends as `busy`.
  ///
  /// - Returns: The command's id, for ``outcome(of:seal:)``. A caller that does not need it writes `_ =`: a command that
  ///   ended at once and not as asked is thrown, and observers hear of every commit.
  /// - Throws: ``NavigatorError/Code/notAsAsked`` where it ended at once and not as asked; ``NavigatorError/Code/withdrawn`` where
  ///   its time was over before it was sent; else as ``attempt(_:)-(Navigation)``, but never ``NavigatorError/Code/insideAsk``.
  public func queue(_ navigation: Navigation) async throws(NavigatorError) -> CommandID {
    let command = try command(for: navigation)
    return try await backend.queue(command, waiting(for: command))
  }

  /// A command may end at its own deadline, so that is waited for, and the way back, unless the user says how long.
  private func waiting(for command: Command) -> Waiting {
    var waiting = options.waiting
    guard !options.isTimeoutSet else { return waiting }
    if case .open = command.verb { waiting.timeout = .seconds(15) }
    if let deadline = command.deadline { waiting.timeout = max(waiting.timeout, deadline + .seconds(2)) }
    return waiting
  }
}
