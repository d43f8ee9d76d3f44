// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct PathCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Tells the route, root first, as it can be typed.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws { try await Self.tell(global) }

  /// Tells the route of the scene that the options name.
  static func tell(_ options: some CoordinatorOptions) async throws {
    let navigator = try options.navigator()
    let states = try await navigator.snapshot(of: [options.sceneOrMain])
    guard let state = states.first else { throw try await SceneFailure.unknown(options.sceneOrMain, navigator) }
    switch options.format {
    case .json: Output.json(JSONLine.text(PathEvent.state(state)))
    case .text: Output.line(state.path.description.harmlessPath)
    }
  }
}
