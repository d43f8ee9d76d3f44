// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TestTraits

@Suite("Simulation", .figures, .offPool)
struct SimulationTests {
  @Test("Every seed is safe, then live, on a network like ZeroMQ's", arguments: UInt64(0)..<100)
  func zeroMQ(_ seed: UInt64) { Self.run(seed, .zeroMQ) }

  @Test("Every seed is safe, then live, on a hostile network", arguments: UInt64(0)..<100)
  func hostile(_ seed: UInt64) { Self.run(seed, .hostile) }

  @Test("Another user that floods and steals harms nobody", arguments: UInt64(0)..<20, Weather.Preset.allCases)
  func besieged(_ seed: UInt64, _ preset: Weather.Preset) {
    let simulator = Simulator(besieged: seed, preset: preset)
    if let complaint = simulator.run() { Issue.record("SEED=\(seed) \(preset), besieged: \(complaint)") }
  }

  @Test("A seed always tells the same story", arguments: UInt64(0)..<6, Weather.Preset.allCases)
  func sameStory(_ seed: UInt64, _ preset: Weather.Preset) {
    let stories = (0..<2).map { _ in
      let simulator = Simulator(seed: seed, preset: preset, keepsTrace: true)
      _ = simulator.run()
      return simulator.trace
    }
    if let difference = stories[0].firstDifference(from: stories[1]) {
      Issue.record("SEED=\(seed) \(preset) differs: \(difference)")
    }
  }

  static func run(_ seed: UInt64, _ preset: Weather.Preset) {
    let simulator = Simulator(seed: seed, preset: preset)
    if let complaint = simulator.run() { Issue.record("SEED=\(seed) \(preset): \(complaint)") }
    FiguresTrait.add(simulator.summary)
  }
}

/// Prints what a suite's runs were about when all of them have ended, and holds them to it.
struct FiguresTrait: SuiteTrait, TestScoping {
  private static let figures = Mutex(Figures())

  static func add(_ more: Figures) { figures.withLock { $0 += more } }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await function()
    let figures = Self.figures.withLock { $0 }
    print(figures.description)
    // A filter may have left most of them out.
    if figures.seeds >= 200 { figures.expectSubstance() }
  }
}

extension Trait where Self == FiguresTrait {
  /// Prints figures at the end.
  static var figures: Self { FiguresTrait() }
}
