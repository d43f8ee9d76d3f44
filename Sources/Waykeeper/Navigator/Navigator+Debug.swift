// SPDX-License-Identifier: Apache-2.0

public import Coordination
import RouteModel

extension Navigator {
  /// A navigator that logs: after each verb `log` gets a sentence about it, then `dumpPath` the path after it, also where
  /// the verb changed nothing. A verb that is queued, or has no outcome, is followed by no path; of one that makes no command, such as
  /// of a screen whose content has no JSON form, neither is told.
  ///
  /// ```swift
  /// let navigator = try Navigator.connect(name: "remote").debug(log: { print($0) }, dumpPath: { print($0) })
  /// ```
  public func debug(
    log: @escaping @Sendable (String) -> Void, dumpPath: @escaping @Sendable (PlacedPath) -> Void
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
  let dumpPath: @Sendable (PlacedPath) -> Void

  var executor: any TaskExecutor { backend.executor }

  func freshID() -> CommandID { backend.freshID() }

  func perform(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> Outcome {
    do {
      let outcome = try await backend.perform(command, waiting)
      log("Sent \(command.verb.verbText): \(outcome.summary).\nNew path:")
      dumpPath(outcome.path)
      return outcome
    } catch {
      log("Sent \(command.verb.verbText): \(error.message).")
      throw error
    }
  }

  func queue(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> CommandID {
    do {
      let id = try await backend.queue(command, waiting)
      log("Queued \(command.verb.verbText) as \(id).")
      return id
    } catch {
      log("Sent \(command.verb.verbText): \(error.message).")
      throw error
    }
  }

  func ask(_ question: Message, _ waiting: Waiting) async throws(NavigatorError) -> Message {
    try await backend.ask(question, waiting)
  }

  func close() async { await backend.close() }
}
