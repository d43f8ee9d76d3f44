// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoadGenerator
import Waykeeper

/// Tells a person at a terminal how far a load is, in a line that is always the same one.
struct BenchProgress: Sendable {
  private static let interval = Duration.milliseconds(250)

  /// What is measured now, such as `round 2 of 5, relay`.
  let what: @Sendable () -> String
  let progress: LoadProgress

  /// Tells until it is cancelled; nothing where nobody looks.
  func tell() async {
    guard isatty(STDERR_FILENO) == 1, TerminalScreen.knowsSequences() else { return }
    let start = ContinuousClock.now
    var last = (ended: 0, time: start)
    while (try? await Task.sleep(for: Self.interval)) != nil {
      let now = ContinuousClock.now
      let ended = progress.ended
      let rate = Double(ended - last.ended) / ((now - last.time) / .seconds(1))
      last = (ended, now)
      let other = progress.notCommitted
      let parts = [
        what(), Quantity.elapsed(.seconds((now - start) / .seconds(1))), "\(Quantity.count(Int64(ended))) navigations",
        "\(Quantity.count(Int64(rate))) a second",
      ]
      let more = other > 0 ? ["\(Quantity.count(Int64(other))) not committed"] : []
      Output.progress((parts + more).joined(separator: "   "))
    }
    Output.progress("")
  }
}
