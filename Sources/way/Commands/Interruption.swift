// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import UnixSignals

/// How a command ends that runs until somebody wants it to end.
enum Interruption {
  /// What a worker may take to end: its program has some seconds, and so have those who read what it says.
  private static let patience = DispatchTimeInterval.seconds(15)

  /// Runs `body` until it ends or until SIGTERM, an interrupt or the end of its terminal comes, which cancels it and is a
  /// success. From its first moment on a signal ends nothing else than `body`.
  ///
  /// - Parameter onHangUp: SIGHUP has come, and not because the terminal is gone. Where whoever started this process has it ignore
  ///   that signal, as `nohup` does, it is not heard.
  static func ending(
    onHangUp: @escaping @Sendable () -> Void, _ body: @escaping @Sendable () async throws -> Void
  ) async -> Result<Void, any Error> {
    let terminals = StandardTerminals()
    SignalTrap.endAnyway(by: [SIGTERM, SIGINT], after: patience)
    let hangUps: [UnixSignal] = SignalTrap.heeded([SIGHUP]).isEmpty ? [] : [.sighup]
    let signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint] + hangUps)
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
          guard signal == .sighup, !terminals.areGone else { break }
          onHangUp()
        }
        return .success(())
      }
      defer { group.cancelAll() }
      return await group.next() ?? .success(())
    }
  }
}

/// Those of the standard streams that are terminals.
struct StandardTerminals: Sendable {
  private let descriptors = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) == 1 }

  /// Whether one of them is a terminal no more: somebody has closed it, or its connection is lost.
  var areGone: Bool { descriptors.contains { isatty($0) != 1 } }
}
