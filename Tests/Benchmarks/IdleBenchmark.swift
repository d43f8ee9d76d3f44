// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoadGenerator
import TestSupport

/// What a coordinator takes that has nothing to do: alone, and with workers and observers that only are there.
struct IdleBenchmark {
  /// How long each is looked at.
  let seconds: Int

  /// As long as the beats of workers and the upkeep of the journal need to show.
  static let seconds = 20
  private static let ends = 50

  private struct Measure {
    let mebibytes: Double
    /// Of a processor.
    let percent: Double
    let switchesPerSecond: Double
  }

  func run() async throws {
    try await Stage.measured { stage in
      let daemon = try await stage.startLenientCoordinator()
      let alone = try measure(daemon.pid)
      var plan = LoadPlan()
      (plan.asks, plan.idleWorkers, plan.idleScreens) = (0, Self.ends, 2 * Self.ends)
      (plan.observers, plan.idleObservers) = (0, Self.ends)
      let load = try Load(plan, at: Load.Place(runtimeFolder: stage.runtimeFolder), pid: nil)
      defer { load.end() }
      let many = try measure(daemon.pid)
      print("an idle coordinator, for \(seconds) s each:")
      print("                                          resident       processor      switches a second")
      Self.tell("alone", alone)
      Self.tell("with \(Self.ends) idle workers and \(Self.ends) observers", many)
      let ratio = String(format: "%9.2f", many.mebibytes / alone.mebibytes)
      print("  ratio                                  \(ratio)")
    }
  }

  private static func tell(_ what: String, _ measure: Measure) {
    let head = "  \(what)".padding(toLength: 41, withPad: " ", startingAt: 0)
    print(
      head
        + String(
          format: "%9.1f MiB   %9.3f %%   %14.1f", measure.mebibytes, measure.percent, measure.switchesPerSecond))
  }

  private func measure(_ pid: Int32) throws -> Measure {
    guard let before = ProcessUsage(pid: pid) else { throw Self.missing }
    let begin = ContinuousClock.now
    // Nothing is waited for: that nothing happens is what is measured.
    poll(nil, 0, Int32(seconds) * 1000)
    guard let after = ProcessUsage(pid: pid) else { throw Self.missing }
    let passed = (ContinuousClock.now - begin) / .seconds(1)
    return Measure(
      mebibytes: Double(after.residentBytes) / 1024 / 1024,
      // A thread that has ended since counts no more.
      percent: (Double(after.cpuNanoseconds) - Double(before.cpuNanoseconds)) / 1e9 / passed * 100,
      switchesPerSecond: (Double(after.contextSwitches) - Double(before.contextSwitches)) / passed)
  }

  private static let missing = MissingMeasure(
    description: "the system does not say what the coordinator's process takes")
}
