// SPDX-License-Identifier: Apache-2.0

import Foundation
import Coordination
import SimulatedDay

/// A day of ten navigations a second, in which the coordinator must not grow once as many outcomes are remembered as there
/// ever are: those of a client that acknowledges nothing, for 10 minutes.
enum DayBenchmark {
  private static let perSecond = 10
  /// Growth between the first hour and any later one that is too much, in bytes.
  private static let grownMax = 1024.0 * 1024

  /// Prints a line for each hour; returns whether the memory stayed flat, and every navigation was committed.
  static func run(hours: Int = 24) -> Bool {
    print("ten navigations a second, of a client that acknowledges nothing; \(hours) hours of them:")
    print("  hour   navigations   remembered   resident KiB   of these new   µs a navigation")
    var day = SimulatedDay(intervalMs: Int64(1000 / perSecond), acknowledges: false)
    var (first, most, committed) = (0.0, 0.0, 0)
    let perHour = 3600 * perSecond
    for hour in 1...hours {
      let start = ContinuousClock.now
      committed += day.navigate(perHour)
      let each = (ContinuousClock.now - start) / .microseconds(perHour)
      let resident = ResidentMemory.bytes
      if hour == 1 { first = resident }
      most = max(most, resident)
      print(
        String(
          format: "  %4d %13d %12d %14.0f %14.0f %17.1f", hour, day.navigations, day.held().outcomes, resident / 1024,
          (resident - first) / 1024, each))
    }
    let isFlat = most - first <= grownMax && committed == hours * perHour
    print("  \(committed) were committed; limit: 1 MiB more than after the first hour: \(isFlat ? "kept" : "not kept")")
    return isFlat
  }

  /// What a remembered command takes: so many of a client that acknowledges none, all within the time that they are kept.
  static func remembered(_ commands: Int = 50_000) {
    var day = SimulatedDay(intervalMs: 10, acknowledges: false)
    _ = day.navigate(1_000)
    let (before, held) = (ResidentMemory.bytes, day.held().outcomes)
    _ = day.navigate(commands)
    let after = day.held()
    let each = (ResidentMemory.bytes - before) / Double(after.outcomes - held)
    print(
      String(
        format: "  a remembered command: %.0f bytes, of %d (at most 125 000, for 10 minutes, and 64 MiB besides "
          + "their fixed parts)", each, after.outcomes))
  }
}
