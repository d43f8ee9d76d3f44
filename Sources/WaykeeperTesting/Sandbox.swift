// SPDX-License-Identifier: Apache-2.0

import CoordinatorService
import Foundation
import Logging
import Synchronization
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

  /// Where workers and observers find the coordinator.
  public var location: CoordinatorLocation { .runtimeFolder(folder) }

  /// The path of `main` now; empty before it begins.
  public var path: PlacedPath {
    get async throws(NavigatorError) { try await navigator.snapshot(of: ["main"]).first?.path ?? PlacedPath(Path([])) }
  }

  /// Runs `body` with a coordinator, and ends the coordinator after it, also when `body` throws.
  ///
  /// - Parameters:
  ///   - requiresHosts: Whether a screen needs a worker that shows it, as in production. In tests it does not, unless
  ///     said: a test may do without most workers.
  ///   - body: The test.
  public static func run<Result: Sendable>(
    requiresHosts: Bool = false, _ body: (Sandbox) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "waykeeper-sandbox-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    ).path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var configuration = Configuration()
    configuration.journal = .none
    configuration.hosting = requiresHosts ? .required : .optional
    configuration.runtimeFolder.path = folder
    configuration.stateFolder.path = folder
    let host = try await SandboxHost(configuration)
    do {
      let navigator = try Navigator.connect(.runtimeFolder(folder), name: "sandbox")
      let result = try await body(Sandbox(folder: folder, navigator: navigator))
      await navigator.close()
      try await host.end()
      return result
    } catch {
      try? await host.end()
      throw error
    }
  }

  /// Runs `body` while `worker` runs, once it is registered; then stops the worker and waits for its end.
  public func run<Result: Sendable>(
    _ worker: ScreenWorker, _ body: () async throws -> Result
  ) async throws -> Result {
    let (ready, isReady) = AsyncStream<Void>.makeStream()
    return try await withThrowingTaskGroup { group in
      group.addTask {
        // Also where the worker could not be registered, so that the wait for it ends.
        defer { isReady.finish() }
        try await worker.run()
      }
      group.addTask {
        for await report in worker.reports {
          if case .connected = report { isReady.finish() }
        }
      }
      for await _ in ready {}
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
}

/// The thread of a sandbox's coordinator.
private final class SandboxHost: Sendable {
  private let stop: @Sendable () -> Void
  private let ended: AsyncThrowingStream<Never, any Error>

  /// Starts the coordinator; returns when its sockets are bound.
  init(_ configuration: Configuration) async throws {
    let (ended, end) = AsyncThrowingStream<Never, any Error>.makeStream()
    self.ended = ended
    stop = try await withCheckedThrowingContinuation { ready in
      Thread.detachNewThread {
        let service: CoordinatorService
        do {
          service = try CoordinatorService(
            configuration, logger: Logger(label: "sandbox") { _ in SwiftLogNoOpLogHandler() })
        } catch {
          return ready.resume(throwing: error)
        }
        ready.resume(returning: service.stopper)
        do {
          try service.run()
          end.finish()
        } catch {
          end.finish(throwing: error)
        }
      }
    }
  }

  /// Ends the coordinator; returns when its sockets are gone.
  func end() async throws {
    stop()
    for try await _ in ended {}
  }
}
