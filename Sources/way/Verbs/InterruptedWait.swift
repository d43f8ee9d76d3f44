// SPDX-License-Identifier: Apache-2.0

import CProcessCalls
import Foundation
import Waykeeper

/// What is said where a signal ends the waiting for a command, whose end can still be asked for.
enum InterruptedWait {
  /// Runs `body`; an interrupt meanwhile ends the program as always, and says by which words the command is found.
  static func telling<Result>(of id: CommandID, _ body: () async throws -> Result) async rethrows -> Result {
    // A terminal has shown the key, and stays in that line.
    let start = isatty(STDERR_FILENO) == 1 ? "\n" : ""
    let text = Printed("way: no longer waiting; `way outcome \(id.ending)` tells what became of it".harmless).text
    _ = waykeeper_process_tell_at_end(start + text + "\n")
    defer { _ = waykeeper_process_tell_at_end(nil) }
    return try await body()
  }
}
