// SPDX-License-Identifier: Apache-2.0

import UnixSignals

/// How a command ends that runs until somebody wants it to end.
enum Interruption {
  /// Runs `body` until it ends or until SIGTERM or an interrupt comes, which cancels it and is a success. From its first
  /// moment on a signal ends nothing else than `body`.
  ///
  /// - Parameter onHangUp: SIGHUP has come.
  static func ending(
    onHangUp: @escaping @Sendable () -> Void, _ body: @escaping @Sendable () async throws -> Void
  ) async -> Result<Void, any Error> {
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
    return await withTaskGroup(of: Result<Void, any Error>.self) { group in
      group.addTask {
        do {
          return .success(try await body())
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        for await signal in signals {
          guard signal == .sighup else { break }
          onHangUp()
        }
        return .success(())
      }
      defer { group.cancelAll() }
      return await group.next() ?? .success(())
    }
  }
}
