// SPDX-License-Identifier: Apache-2.0

import Coordination
public import RouteModel

extension Navigator {
  /// A navigator that tells what it does: after each verb `log` gets a sentence about it, then `dumpPath` the path that
  /// it led to. Verbs that change nothing are told too.
  ///
  /// ```swift
  /// let navigator = try Navigator.connect(name: "remote").debug(log: { print($0) }, dumpPath: { print($0) })
  /// ```
  public func debug(
    log: @escaping @Sendable (String) -> Void, dumpPath: @escaping @Sendable (Path) -> Void
  ) -> Navigator {
    var copy = Navigator(backend: TellingBackend(backend: backend, log: log, dumpPath: dumpPath))
    copy.options = options
    return copy
  }
}

/// A backend that tells of every verb.
private struct TellingBackend: NavigatorBackend {
  let backend: any NavigatorBackend
  let log: @Sendable (String) -> Void
  let dumpPath: @Sendable (Path) -> Void

  func freshID() -> CommandID { backend.freshID() }

  func perform(_ command: Command, timeout: Duration, seals: Bool) async throws(NavigatorError) -> Outcome {
    try await perform(command, timeout: timeout, seals: seals) { _ in }
  }

  func perform(
    _ command: Command, timeout: Duration, seals: Bool, onParked: @escaping @Sendable (CommandID) -> Void
  ) async throws(NavigatorError) -> Outcome {
    do {
      let outcome = try await backend.perform(command, timeout: timeout, seals: seals, onParked: onParked)
      log("Sent \(command.verb.verbText): \(NotCommitted(outcome: outcome)).\nNew path:")
      dumpPath(outcome.path.path)
      return outcome
    } catch {
      log("Sent \(command.verb.verbText): \(error.message).")
      throw error
    }
  }

  func queue(_ command: Command, timeout: Duration) async throws(NavigatorError) -> CommandID {
    let id = try await backend.queue(command, timeout: timeout)
    log("Queued \(command.verb.verbText) as \(id).")
    return id
  }

  func ask(_ question: Message, timeout: Duration) async throws(NavigatorError) -> Message {
    try await backend.ask(question, timeout: timeout)
  }

  func close() async { await backend.close() }
}
