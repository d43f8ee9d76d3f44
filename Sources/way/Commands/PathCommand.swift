// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct PathCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Tells the route, root first, as it can be typed.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let navigator = try global.navigator()
    let states = try await navigator.snapshot(of: [global.sceneOrMain])
    guard let state = states.first else { throw try await SceneFailure.unknown(global.sceneOrMain, navigator) }
    switch global.format {
    case .json: Output.json(JSONLine.text(PathEvent.state(state)))
    case .text: Output.line(state.path.description)
    }
  }
}
