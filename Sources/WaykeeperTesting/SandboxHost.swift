// SPDX-License-Identifier: Apache-2.0

import CoordinatorService
import Foundation
import Logging
import Synchronization

/// The folder of a sandbox, and the thread of its coordinator. Both go when nothing holds the host any more.
final class SandboxHost: Sendable {
  private struct Running: Sendable {
    let control: ServiceControl
    let ended: AsyncThrowingStream<Never, any Error>
  }

  let folder: String
  private let configuration: Configuration
  private let options: CoordinatorService.Options
  private let running = Mutex<Running?>(nil)

  /// A folder of its own, without a coordinator.
  init(_ configuration: Configuration, holdsTime: Bool) throws {
    var options = CoordinatorService.Options()
    options.holdsTime = holdsTime
    self.options = options
    folder = Self.freshFolder()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    var configuration = configuration
    configuration.journal = .none
    configuration.runtimeFolder.path = folder
    configuration.stateFolder.path = folder
    self.configuration = configuration
  }

  /// A folder that is not there yet, below the one for temporary files, or where the path of a socket file would be too long
  /// for the system there, below /tmp.
  static func freshFolder(in parent: String = FileManager.default.temporaryDirectory.path) -> String {
    let name = "waykeeper-sandbox-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let isShort = "\(parent)/\(name)/\(longestFile)".utf8.count <= pathBytesMax
    return "\(isShort ? parent : "/tmp")/\(name)"
  }

  private static let longestFile = "control.sock"
  /// A zero ends it.
  private static let pathBytesMax = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  deinit {
    running.withLock(\.self)?.control.kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts a coordinator; returns when its sockets are bound.
  func start() async throws {
    let (ended, end) = AsyncThrowingStream<Never, any Error>.makeStream()
    let (configuration, options) = (configuration, options)
    let control: ServiceControl = try await withCheckedThrowingContinuation { ready in
      Thread.detachNewThread {
        let service: CoordinatorService
        do {
          service = try CoordinatorService(
            configuration, options: options, logger: Logger(label: "sandbox") { _ in SwiftLogNoOpLogHandler() })
        } catch {
          return ready.resume(throwing: error)
        }
        ready.resume(returning: service.control)
        do {
          try service.run()
          end.finish()
        } catch {
          end.finish(throwing: error)
        }
      }
    }
    running.withLock { $0 = Running(control: control, ended: ended) }
  }

  /// Ends the coordinator in order; returns when its sockets are gone.
  func stop() async throws { try await end { $0.stop() } }

  /// Ends the coordinator without a word; returns when its sockets are gone.
  func kill() async throws { try await end { $0.kill() } }

  private func end(by order: (ServiceControl) -> Void) async throws {
    guard let running = running.withLock({ $0.take() }) else { return }
    order(running.control)
    for try await _ in running.ended {}
  }

  func pause() async { await running.withLock(\.self)?.control.pause() }

  func resume() { running.withLock(\.self)?.control.resume() }

  func advance(microseconds: Int64) async {
    await running.withLock(\.self)?.control.advance(microseconds: microseconds)
  }
}
