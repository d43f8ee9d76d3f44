// SPDX-License-Identifier: Apache-2.0

package import Coordination

/// How the outcome of a command is waited for.
package struct Waiting: Sendable {
  /// How long.
  package var timeout = Duration.seconds(5)
  /// Whether the command's id is sealed when the time is up.
  package var seals = false
  /// Told if a gate parks the command before.
  package var onParked: (@Sendable (CommandID) -> Void)?
}

/// The other end of a navigator: a coordinator, or a test.
package protocol NavigatorBackend: Sendable {
  /// The id of the next command.
  func freshID() -> CommandID
  /// Sends a command and waits for its outcome.
  func perform(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> Outcome
  /// Sends a command and waits until it is queued.
  func queue(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> CommandID
  /// Asks a question (QUERY, CANCEL, RESUME, SNAPSHOT?, INSPECT, CLEAR, ACTIVE) and waits for its answer.
  func ask(_ question: Message, _ waiting: Waiting) async throws(NavigatorError) -> Message
  /// Runs tasks where answers are received.
  var executor: any TaskExecutor { get }
  /// Ends the connection.
  func close() async
}

extension NavigatorBackend {
  /// A backend without a thread leaves tasks where they run by default.
  package var executor: any TaskExecutor { globalConcurrentExecutor }
}
