// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Says on a terminal that an answer takes its time: a person may think that nothing happens.
enum WaitingHint {
  /// How long nothing is said.
  private static let silence = Duration.seconds(1)

  /// Runs `body`, and tells `hint` on the standard error where it takes long; on a terminal alone.
  static func telling<Result>(_ hint: String, _ body: () async throws -> Result) async rethrows -> Result {
    guard isatty(STDERR_FILENO) == 1 else { return try await body() }
    let telling = Task {
      guard (try? await Task.sleep(for: silence)) != nil else { return }
      Output.error("way: \(hint)")
    }
    defer { telling.cancel() }
    return try await body()
  }
}
