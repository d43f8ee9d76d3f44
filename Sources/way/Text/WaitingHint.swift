// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Says that something takes its time: a person may think that nothing happens.
enum WaitingHint {
  /// Runs `body`, and tells `hint` on the standard error where it takes longer than `silence`.
  static func telling<Result>(
    _ hint: String, after silence: Duration = .seconds(1), onTerminalsAlone: Bool = true,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard !onTerminalsAlone || isatty(STDERR_FILENO) == 1 else { return try await body() }
    let telling = Task {
      guard (try? await Task.sleep(for: silence)) != nil else { return }
      Output.notice("way: \(hint)")
    }
    defer { telling.cancel() }
    return try await body()
  }
}
