// SPDX-License-Identifier: Apache-2.0

package import Coordination
import Synchronization
import ZeroMQ

/// The ask whose handler the present task runs: commands that the task sends belong to that ask.
package final class AskScope: Sendable {
  @TaskLocal static var current: AskScope?

  let token: Ask.Token
  let depth: Int
  /// The worker's own line: a command that belongs to an ask leaves over the socket that was asked.
  let line: ClientLine
  /// Where the worker has its coordinator.
  private let endpoint: Endpoint
  private let hasEnded = Atomic(false)

  init(_ ask: Ask, line: ClientLine, at endpoint: Endpoint) {
    token = ask.token
    depth = ask.depth
    self.line = line
    self.endpoint = endpoint
  }

  /// Whether the handler has ended.
  var isOver: Bool { hasEnded.load(ordering: .relaxed) }

  /// The handler has ended. A task that it left behind is on its own.
  func end() { hasEnded.store(true, ordering: .relaxed) }

  /// The scope of the handler that runs; nil outside of one.
  private static var open: AskScope? { current.flatMap { $0.isOver ? nil : $0 } }

  /// The scope of the handler that runs, where the coordinator at this endpoint asks it: a program may speak to several.
  static func open(at endpoint: Endpoint) -> AskScope? {
    open.flatMap { $0.endpoint.isBeside(endpoint) ? $0 : nil }
  }

  /// Refuses a wait inside a handler, because the command would wait for the handler.
  ///
  /// - Parameter endpoint: Where the command goes. Another coordinator waits for no handler of this one.
  static func refuseToWait(commandID: CommandID, at endpoint: Endpoint) throws(NavigatorError) {
    if open(at: endpoint) != nil { throw refusal(of: commandID) }
  }

  /// Refuses a wait inside a handler, whichever coordinator asks it: for a navigator of a test, which stands for one of that
  /// coordinator.
  package static func refuseToWait(commandID: CommandID) throws(NavigatorError) {
    if open != nil { throw refusal(of: commandID) }
  }

  private static func refusal(of commandID: CommandID) -> NavigatorError {
    NavigatorError(
      .insideAsk, "a handler cannot wait for the outcome of a command: use queue(_:), or answer with a redirect",
      commandID: commandID)
  }
}
