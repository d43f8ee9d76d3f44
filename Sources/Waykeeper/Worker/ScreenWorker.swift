// SPDX-License-Identifier: Apache-2.0

import Coordination
public import RouteModel
public import ServiceLifecycle
import StandardStreams
import Synchronization
package import ZeroMQ

/// A worker: a process that shows screens and answers when it is asked.
///
/// ```swift
/// let worker = ScreenWorker("exhibits", version: "2.1") {
///   Hosts(Exhibit.self) { @MainActor screen in
///     let window = ExhibitWindow(screen.content)
///     defer { window.close() }
///     screen.didAppear()
///     for await exhibit in screen.contents { window.show(exhibit) }
///   }
///   InstallsRoot("home")
/// }
/// await worker.runOrExit()
/// ```
///
/// ``run()`` is the worker's whole life: it connects, registers, follows the state and runs handlers, and comes back by
/// itself when the coordinator restarts. It ends on graceful shutdown, telling the coordinator goodbye; when its task is
/// cancelled; or when another process of its name and user takes over, which is thrown. When it has ended, every task that it
/// started has ended too. Where no coordinator is there, or it refuses the worker, the standard error says so.
///
/// A service manager that started the process and wants to (`Type=notify`, `WatchdogSec=`) hears when it is registered, and
/// that its loop turns.
public final class ScreenWorker: Service {
  private struct State {
    var parts: WorkerParts
    /// Takes the steps to do while it runs.
    var steps: Inbox<WorkerRun.Step>?
    /// Whether it runs, or has run.
    var hasBegun = false
    /// Whether it is to end.
    var isStopped = false
    /// Where a person does something, and the step that tells so is still to be done.
    var active: Set<SceneName> = []
  }

  /// Its name.
  public let name: WorkerName
  /// The events in it. For one reader: two loops would share the reports between them. The newest 256 are kept for a slow
  /// reader, and where the reader's task is cancelled, for the next one.
  public var reports: AsyncStream<WorkerReport> { report.reports }

  let version: String
  let scenes: [SceneName]?
  let location: CoordinatorLocation
  let waitsForCoordinator: Bool
  let restarting: Duration?
  let takeover: Bool
  private let incarnation = Incarnation.random()
  private let state: Mutex<State>
  let registrationWait = RegistrationWait()
  let pulse = Pulse()
  let report: ReportStream

  /// A worker called `name`. While another process of this name is live it waits, or takes the name over.
  ///
  /// - Parameters:
  ///   - name: Its name, unique among the workers of the coordinator.
  ///   - version: Its software version, for people.
  ///   - scenes: The scenes it serves; nil for all.
  ///   - location: Where the coordinator is.
  ///   - waitsForCoordinator: Whether ``run()`` waits until a coordinator is there; otherwise it throws.
  ///   - restarting: When the worker is stopped it will be back within so long, as in an update of its package; nil: what
  ///     `WAYKEEPER_RESTARTING_MS` says in the environment, as a service that is always started again has it, and else it
  ///     stops for good.
  ///   - takeover: Whether it replaces a live process of its name and user, as in an upgrade without a gap; else it is
  ///     refused, which ``reports`` tell, and tried again until that one has ended.
  ///   - writesProblems: Whether what keeps it from its work is written to the standard error; for programs that tell
  ///     ``reports`` themselves.
  ///   - parts: The screens that it shows, and the asks that it answers.
  public init(
    _ name: WorkerName, version: String = "", scenes: [SceneName]? = ["main"],
    location: CoordinatorLocation = .automatic, waitsForCoordinator: Bool = true, restarting: Duration? = nil,
    takeover: Bool = false, writesProblems: Bool = true, @WorkerBuilder parts: () -> WorkerParts
  ) {
    self.name = name
    self.version = version
    self.scenes = scenes
    self.location = location
    self.waitsForCoordinator = waitsForCoordinator
    self.restarting = restarting ?? RestartingTime.ofThisProcess
    self.takeover = takeover
    state = Mutex(State(parts: parts()))
    report = ReportStream(of: name, write: writesProblems ? Self.writeError : nil)
  }

  deinit { report.finish() }

  @Sendable private static func writeError(_ line: String) { StandardStream.error.write(line: line) }

  /// Runs the worker until it is stopped. A worker runs once; whoever wants it back makes another one.
  ///
  /// - Throws: ``NavigatorError``: ``NavigatorError/Code/refused`` where its parts cannot be registered, or it runs or has run
  ///   already, ``NavigatorError/Code/replaced`` where a newer process took over, ``NavigatorError/Code/transport`` where this process
  ///   lacks descriptors or threads to begin with, and, where it does not wait for a coordinator,
  ///   ``NavigatorError/Code/noCoordinator`` or ``NavigatorError/Code/permissionDenied``.
  public func run() async throws { try await run(on: nil) }

  /// The same; the connection runs on the thread of `host`, if there is one, and all reports go to `hearing`, which has to be
  /// brief, in place of ``reports``.
  package func run(
    on host: ReactorHost?, hearing: (@Sendable (WorkerReport) -> Void)? = nil
  ) async throws {
    let hasBegun = state.withLock { state in
      defer { state.hasBegun = true }
      return state.hasBegun
    }
    // Before anything else: the first run may go on.
    guard !hasBegun else { throw NavigatorError(.refused, "a worker runs once; make another one") }
    if let hearing { report.give(to: hearing) }
    defer {
      report.finish()
      registrationWait.end(NavigatorError(.withdrawn, "the worker has ended"))
    }
    let steps = Inbox<WorkerRun.Step>()
    let (parts, number) = state.withLock { state in
      state.steps = steps
      if state.isStopped { steps.put(.stop) }
      return (state.parts, registrationWait.next())
    }
    defer { endSteps(steps) }
    let table = try PartTable(parts, of: name)
    guard let endpoint = try await findCoordinator() else { return }
    try await withGracefulShutdownHandler {
      let connection = try WorkerConnection(
        registration(table), number: number, endpoint: endpoint, report: report, steps: steps, wait: registrationWait,
        pulse: pulse, on: host)
      await WorkerRun(worker: self, table: table, connection: connection, steps: steps).run()
      if let error = connection.replacement { throw NavigatorError(.replaced, error.message, refusal: error) }
    } onGracefulShutdown: {
      steps.put(.stop)
    }
  }

  /// Ends ``run()`` as graceful shutdown does, also one that is about to begin.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.steps?.put(.stop)
    }
  }

  /// Exchanges the parts, such as after a login: the coordinator asks, and builds paths, by the new ones from the next
  /// transition on; ``registered()`` returns when that is so. Until then, and where the coordinator refuses them, it counts on the
  /// former ones, also where it has restarted, and these answer and show what the new ones do not. Lives that have begun go on;
  /// handlers that run end as they are. May be called as often as one likes, also while no coordinator is there: the last parts
  /// count.
  ///
  /// - Throws: ``NavigatorError/Code/refused`` where the parts cannot be registered; then nothing has changed.
  public func update(@WorkerBuilder parts: () -> WorkerParts) throws(NavigatorError) {
    let parts = parts()
    let table = try PartTable(parts, of: name)
    state.withLock { state in
      state.parts = parts
      // In one step, so that they are registered in the order of their numbers. Without a coordinator nobody does the steps.
      state.steps?.put(.update(table, number: registrationWait.next())) { if case .update = $0 { true } else { false } }
    }
  }

  /// Tells that a person does something in a scene, though no command says so, as ``HostedScreen/active()`` of a screen that
  /// shows; for a worker that hears of people in another way, such as a sensor before the display.
  ///
  /// - Parameter scene: The scene; nil: the only one that the worker serves, or `main`.
  public func active(in scene: SceneName? = nil) {
    let only = scenes.flatMap { $0.count == 1 ? $0[0] : nil }
    state.withLock { state in
      let scene = scene ?? only ?? "main"
      // Without a coordinator nobody does the steps, and this is called as often as one likes.
      guard let steps = state.steps, state.active.insert(scene).inserted else { return }
      steps.put(.active(scene))
    }
  }

  /// What a person does from now on is another step.
  func isTelling(activeIn scene: SceneName) { state.withLock { _ = $0.active.remove(scene) } }

  /// How many steps nobody has taken yet. For tests.
  var stepsLeft: Int { state.withLock { $0.steps?.count ?? 0 } }

  private func endSteps(_ steps: Inbox<WorkerRun.Step>) {
    state.withLock { state in
      state.steps = nil
      state.active = []
    }
    steps.close()
  }

  /// Returns when the coordinator has taken the parts of the last ``update(parts:)``, or those that the worker began with. A
  /// command that is sent from then on, such as ``Navigator/resume(_:)`` after a login, finds them.
  ///
  /// - Throws: ``NavigatorError/Code/refused`` where the coordinator does not take it; the worker tells it again, for what
  ///   keeps it out may go. ``NavigatorError/Code/withdrawn`` where the worker ends before, or this task is cancelled.
  public func registered() async throws(NavigatorError) { try await registrationWait.wait() }

  /// Where a coordinator listens; nil where the worker was stopped while it waited for one.
  private func findCoordinator() async throws(NavigatorError) -> Endpoint? {
    var told: String?
    while !state.withLock({ $0.isStopped }) {
      do throws(NavigatorError) {
        return try location.endpoint(.screens)
      } catch {
        guard waitsForCoordinator else { throw error }
        if told != error.message { report.yield(.waiting(error)) }
        told = error.message
      }
      pulse?.beat()
      do {
        try await cancelWhenGracefulShutdown { try await Task.sleep(for: .milliseconds(200)) }
      } catch {
        return nil
      }
    }
    return nil
  }

  func registration(_ table: PartTable) -> Registration {
    table.complete(
      Registration(worker: name, version: version, incarnation: incarnation, scenes: scenes, takeover: takeover))
  }
}

extension Incarnation {
  /// That of this process: other 128 bits each time.
  static func random() -> Incarnation {
    Incarnation(randomBits: .random(in: .min ... .max), .random(in: .min ... .max))
  }
}
