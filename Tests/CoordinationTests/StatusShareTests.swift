// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@testable import Coordination

@Suite("How much of each a status tells") struct StatusShareTests {
  private func scene(parked: Int) -> SceneStatus {
    var scene = SceneStatus("main", revision: 1, majorRevision: 1, path: "home", parked: parked)
    scene.parkedCommands = (0..<parked).compactMap { CommandID("way-\($0)") }
    return scene
  }

  @Test(
    "Of commands that do not run each scene tells some, and fewer where there are many scenes",
    arguments: [(0, 16), (1, 16), (16, 16), (17, 15), (256, 1), (5000, 1)])
  func held(scenes: Int, told: Int) { #expect(StatusShare.held(among: scenes) == told) }

  @Test(
    "The parked commands of all scenes together are bounded, each scene tells its first ones, and how many there are",
    arguments: [(1, 20), (51, 20), (52, 19), (256, 4), (5000, 1)])
  func parked(scenes: Int, told: Int) {
    let all = scene(parked: Limits.parkedMax)
    let short = StatusShare.shortened(all, among: scenes)
    #expect(short.parkedCommands == Array(all.parkedCommands.prefix(told)))
    #expect(short.parked == Limits.parkedMax)
  }
}
