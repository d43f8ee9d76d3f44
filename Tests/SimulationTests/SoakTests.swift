// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Random seeds for as long as `SOAK` says, in seconds; see `.ci/soak`.
@Suite("Soak", .figures)
struct SoakTests {
  static let seconds = ProcessInfo.processInfo.environment["SOAK"].flatMap(Double.init)

  @Test("Random seeds are safe, then live", .enabled(if: seconds != nil), arguments: Weather.Preset.allCases)
  func soak(_ preset: Weather.Preset) throws {
    let end = ContinuousClock.now + .seconds(try #require(Self.seconds))
    while ContinuousClock.now < end {
      SimulationTests.run(.random(in: 0 ... .max), preset)
    }
  }
}
