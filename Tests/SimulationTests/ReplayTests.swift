// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `SEED=123 swift test --filter SimulationTests.Replay` tells the story of one seed on both networks.
@Suite("Replay", .serialized)
struct ReplayTests {
  static let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init)

  @Test("The story of SEED", .enabled(if: seed != nil), arguments: Weather.Preset.allCases)
  func replay(_ preset: Weather.Preset) throws {
    let simulator = Simulator(seed: try #require(Self.seed), preset: preset, keepsTrace: true)
    let complaint = simulator.run()
    print("── \(preset) ──\n\(simulator.trace.lines.joined(separator: "\n"))")
    if let complaint { Issue.record("\(preset): \(complaint)") }
  }
}
