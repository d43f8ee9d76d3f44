// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Waykeeper

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Prints the coordinator, the workers, and the path with its hosts. The same as `way` alone.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let folder = try global.location.resolve()
    let navigator = try global.navigator()
    let status = try await navigator.status()
    let states = try await states(of: global.scene.map { [$0] } ?? status.scenes.map(\.scene), by: navigator)
    await navigator.close()
    switch global.format {
    case .json: Output.json(JSONLine.text(status))
    case .text:
      let text = StatusText(status: status, states: states, folder: folder, now: Date(), scene: global.scene)
      for line in text.lines { Output.line(line) }
    }
  }

  /// The routes, a few at a time: three of the largest fit into one answer.
  private func states(of scenes: [SceneName], by navigator: Navigator) async throws -> [SceneState] {
    guard global.format == .text else { return [] }
    var states: [SceneState] = []
    for first in stride(from: 0, to: scenes.count, by: 3) {
      states += try await navigator.snapshot(of: Array(scenes[first..<min(first + 3, scenes.count)]))
    }
    return states
  }
}
