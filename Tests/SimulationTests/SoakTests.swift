// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestTraits

/// Random seeds for as long as `SOAK` says, in seconds; see `.ci/soak`. Without `SOAK` one seed, always the same, so that
/// the tests of two runs differ only where the code does.
@Suite("Soak", .figures, .offPool)
struct SoakTests {
  private static let soak = ProcessInfo.processInfo.environment["SOAK"]

  @Test("Random seeds are safe, then live", arguments: Weather.Preset.allCases)
  func soak(_ preset: Weather.Preset) throws {
    guard let soak = Self.soak else { return SimulationTests.run(0, preset) }
    let seconds = try #require(Int64(soak), "SOAK is '\(soak)', and has to be a number of seconds")
    try #require(seconds > 0, "SOAK is '\(soak)', and nothing would be searched for")
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      SimulationTests.run(.random(in: 0 ... .max), preset)
    }
  }
}
