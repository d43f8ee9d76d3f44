// SPDX-License-Identifier: Apache-2.0

package import Coordination
import CoordinatorService
public import Waykeeper

/// A coordinator of a test's own: in this process, without a journal, in a folder that goes when the test ends. Tests
/// with sandboxes can run side by side.
///
/// ```swift
/// @Test func feedbackIsASheet() async throws {
///   try await Sandbox.run { sandbox in
///     try await sandbox.run(exhibits(at: sandbox.location)) {
///       try await sandbox.navigator.until(.appeared).replace(path: Home(), Exhibit(id: 3))
///       try await sandbox.navigator.show("feedback")
///       #expect(try await sandbox.path.description == "home/exhibit?id=3&zoom=1/sheet:feedback")
///     }
///   }
/// }
/// ```
public struct Sandbox: Sendable {
  /// The runtime folder: the value of `$WAYKEEPER_RUNTIME_DIR` for a process that shall use this coordinator.
  public let folder: String
  /// Steers the sandbox's coordinator.
  public let navigator: Navigator
  let host: SandboxHost

  /// Where workers and observers find the coordinator.
  public var location: CoordinatorLocation { .runtimeFolder(folder) }

  /// The path of `main` now; empty before it begins.
  public var path: PlacedPath {
    get async throws(NavigatorError) { try await navigator.snapshot(of: ["main"]).first?.path ?? PlacedPath(Path([])) }
  }

  /// Runs `body` with a coordinator, and ends the coordinator after it, also when `body` throws.
  ///
  /// Its deadlines are long, so that a busy machine is no reason for another outcome: 20 s for an ask or a guard, 40 s for a
  /// command. Where it holds its time they are those of production, for a test to let pass.
  ///
  /// - Parameters:
  ///   - requiresHosts: Whether a screen needs a worker that shows it, as in production. In tests it does not, unless
  ///     said: a test may do without most workers.
  ///   - holdsTime: Whether the coordinator's time stands still until ``advance(by:)``, so that no deadline passes by itself,
  ///     however busy the machine is.
  ///   - body: The test.
  public static func run<Result: Sendable>(
    requiresHosts: Bool = false, holdsTime: Bool = false, _ body: (Sandbox) async throws -> Result
  ) async throws -> Result {
    var configuration = holdsTime ? Configuration() : .patient
    configuration.hosting = requiresHosts ? .required : .optional
    let sandbox = try await Sandbox(configuration, holdsTime: holdsTime)
    do {
      let result = try await body(sandbox)
      try await sandbox.end()
      return result
    } catch {
      try? await sandbox.end()
      throw error
    }
  }

  /// A sandbox for tests of the SDK itself: it ends when nothing holds it any more.
  package static func patient(scenes: [SceneName: Settings.Scene] = [:]) async throws -> Sandbox {
    var configuration = Configuration.patient
    configuration.hosting = .optional
    configuration.settings.scenes = scenes
    return try await Sandbox(configuration)
  }

  private init(_ configuration: Configuration, holdsTime: Bool = false) async throws {
    host = try SandboxHost(configuration, holdsTime: holdsTime)
    folder = host.folder
    try await host.start()
    // Longer than the deadlines, and than a busy machine takes where they stand still.
    navigator = try Navigator.connect(.runtimeFolder(folder), name: "sandbox").timeout(.seconds(60))
  }

  private func end() async throws {
    await navigator.close()
    try await host.stop()
  }

  /// Ends the coordinator as `kill -9` ends a process: its connections break, nobody is told, and its socket files stay
  /// behind. Returns when it has ended; ``restart()`` starts the next one.
  public func kill() async throws { try await host.kill() }

  /// Starts a coordinator in the place of one that was killed. It has the next epoch and, without a journal, no route.
  public func restart() async throws { try await host.start() }

  /// Lets the coordinator neither read nor send anything, as a stopped process or a frozen machine does, until
  /// ``resume()``. Returns when it stands still.
  public func pause() async { await host.pause() }

  /// Lets a paused coordinator go on.
  public func resume() { host.resume() }

  /// Runs `body` while the workers run, once all are registered; then stops them and waits for their end.
  ///
  /// - Throws: What `body` throws, or the first worker that ended with an error, such as one that is refused for good, or has run
  ///   before: a worker runs once, also where the coordinator is killed. A worker that is refused again and again, as where two
  ///   host one screen, counts so after 5 s: a `NavigatorError` with the code `refused`.
  public func run<Result: Sendable>(
    _ workers: ScreenWorker..., while body: () async throws -> Result
  ) async throws -> Result {
    let (ready, isReady) = AsyncStream<Void>.makeStream()
    return try await withThrowingTaskGroup { group in
      for worker in workers {
        group.addTask {
          // Also where the worker could not be registered, so that the wait for it ends.
          defer { isReady.finish() }
          try await worker.run()
        }
        group.addTask {
          do {
            if try await Self.isRegistered(worker) { isReady.yield() } else { isReady.finish() }
          } catch {
            isReady.finish()
            throw error
          }
        }
      }
      var missing = workers.count
      if missing > 0 {
        for await _ in ready {
          missing -= 1
          if missing == 0 { break }
        }
      }
      guard missing == 0 else {
        group.cancelAll()
        try await group.waitForAll()
        throw CancellationError()
      }
      do {
        let result = try await body()
        group.cancelAll()
        try await group.waitForAll()
        return result
      } catch {
        group.cancelAll()
        throw error
      }
    }
  }

  /// Waits until the worker is registered, which may be refused for a while; false where it has ended before. Its reports are
  /// left to the test.
  ///
  /// - Throws: The refusal that lasts.
  private static func isRegistered(_ worker: ScreenWorker) async throws(NavigatorError) -> Bool {
    let end = ContinuousClock.now + refusalsMax
    while true {
      do throws(NavigatorError) {
        try await worker.registered()
        return true
      } catch {
        guard error.code == .refused else { return false }
        if ContinuousClock.now >= end { throw error }
      }
    }
  }

  /// A worker that takes the place of one that ends is refused for no more than a moment.
  private static let refusalsMax = Duration.seconds(5)
}

extension Configuration {
  /// The built-in configuration with long deadlines.
  fileprivate static var patient: Configuration {
    var configuration = Configuration()
    configuration.settings.askMs = 20_000
    configuration.settings.guardMs = 20_000
    configuration.settings.transitionMs = 40_000
    return configuration
  }
}
