// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestTraits

/// `SEED=123 swift test --filter SimulationTests.Replay` tells the story of one seed on both networks. Without `SEED` it
/// is a short check that a story can be told.
@Suite("Replay", .serialized, .offPool)
struct ReplayTests {
  static let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init)

  @Test("The story of SEED", arguments: Weather.Preset.allCases)
  func replay(_ preset: Weather.Preset) {
    let simulator = Simulator(seed: Self.seed ?? 1, preset: preset, keepsTrace: true)
    let complaint = simulator.run()
    #expect(simulator.trace.lines.count > 100)
    if Self.seed != nil { print("── \(preset) ──\n\(simulator.trace.lines.joined(separator: "\n"))") }
    if let complaint { Issue.record("\(preset): \(complaint)") }
  }
}
