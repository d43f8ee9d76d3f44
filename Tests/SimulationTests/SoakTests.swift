// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestTraits

/// Random seeds for as long as `SOAK` says, in seconds; see `.ci/soak`. Without `SOAK` one seed, always the same, so that
/// the tests of two runs differ only where the code does.
@Suite("Soak", .figures, .offPool)
struct SoakTests {
  static let seconds = ProcessInfo.processInfo.environment["SOAK"].flatMap(Double.init)

  @Test("Random seeds are safe, then live", arguments: Weather.Preset.allCases)
  func soak(_ preset: Weather.Preset) {
    guard let seconds = Self.seconds else { return SimulationTests.run(0, preset) }
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      SimulationTests.run(.random(in: 0 ... .max), preset)
    }
  }
}
