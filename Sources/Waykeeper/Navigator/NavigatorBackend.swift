// SPDX-License-Identifier: Apache-2.0

package import Coordination

/// What a navigator speaks to: a coordinator, or a test.
package protocol NavigatorBackend: Sendable {
  /// The id of the next command.
  func freshID() -> CommandID
  /// Sends a command and waits for its outcome.
  func perform(_ command: Command, timeout: Duration, seals: Bool) async throws(NavigatorError) -> Outcome
  /// Sends a command and waits for its outcome; `onParked` is told if a gate parks it before.
  func perform(
    _ command: Command, timeout: Duration, seals: Bool, onParked: @escaping @Sendable (CommandID) -> Void
  ) async throws(NavigatorError) -> Outcome
  /// Sends a command and waits until it is queued.
  func queue(_ command: Command, timeout: Duration) async throws(NavigatorError) -> CommandID
  /// Asks a question (QUERY, CANCEL, RESUME, SNAPSHOT?, INSPECT) and waits for its answer.
  func ask(_ question: Message, timeout: Duration) async throws(NavigatorError) -> Message
  /// Ends the connection.
  func close() async
}

extension NavigatorBackend {
  /// Of a backend that parks nothing.
  package func perform(
    _ command: Command, timeout: Duration, seals: Bool, onParked: @escaping @Sendable (CommandID) -> Void
  ) async throws(NavigatorError) -> Outcome {
    try await perform(command, timeout: timeout, seals: seals)
  }
}
