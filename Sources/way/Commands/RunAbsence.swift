// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Waykeeper

/// Spares the lines of `way run` their whole wait while no coordinator answers: once a line has got no answer, the next ones are
/// sent only where the coordinator answers a question.
final class RunAbsence: Sendable {
  private struct State {
    /// A line got no answer, and nothing has been heard since.
    var isSuspected = false
    /// When the coordinator last did not answer the question.
    var found: ContinuousClock.Instant?
  }

  /// How long the coordinator has to answer: a stalled one has more, for the line before has waited, too.
  private static let patience: Duration = .seconds(2)

  /// Lines that come so soon after the question are not worth another.
  private static let memory: Duration = .seconds(1)

  private let state = Mutex(State())

  /// A line has got no outcome, for this reason.
  func note(_ error: NavigatorError) {
    if error.code == .noAnswer { state.withLock { $0.isSuspected = true } }
  }

  /// Why the next line is not sent; nil where a coordinator is there, or may be.
  func reason(_ navigator: Navigator) async -> String? {
    let (isSuspected, found) = state.withLock { ($0.isSuspected, $0.found) }
    guard isSuspected else { return nil }
    if let found, found.duration(to: .now) < Self.memory { return Self.message }
    do {
      _ = try await navigator.timeout(Self.patience).status()
    } catch {
      // Whatever else it says, it answers.
      if error.code == .noAnswer {
        state.withLock { $0.found = .now }
        return Self.message
      }
    }
    state.withLock { $0 = State() }
    return nil
  }

  private static let message = "the coordinator does not answer since a line before, so this line was not sent"
}
