// SPDX-License-Identifier: Apache-2.0

import Coordination
import Synchronization

/// The ask whose handler the present task runs: commands that the task sends belong to that ask.
final class AskScope: Sendable {
  @TaskLocal static var current: AskScope?

  let token: Ask.Token
  let depth: Int
  /// The worker's own line: a command that belongs to an ask leaves over the socket that was asked.
  let line: ClientLine
  private let hasEnded = Atomic(false)

  init(_ ask: Ask, line: ClientLine) {
    token = ask.token
    depth = ask.depth
    self.line = line
  }

  /// The handler has ended. A task that it left behind is on its own.
  func end() { hasEnded.store(true, ordering: .relaxed) }

  /// The scope of the handler that runs; nil outside of one.
  static var open: AskScope? { current.flatMap { $0.hasEnded.load(ordering: .relaxed) ? nil : $0 } }

  /// Refuses a wait inside a handler, because the command would wait for the handler.
  static func refuseToWait(commandID: CommandID) throws(NavigatorError) {
    guard open != nil else { return }
    throw NavigatorError(
      .insideAsk, "a handler cannot wait for the outcome of a command: use queue(_:), or answer with a redirect",
      commandID: commandID)
  }
}
