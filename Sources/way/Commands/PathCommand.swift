// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RouteModel
import Waykeeper

struct PathCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Tells the route, root first, as it can be typed.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let navigator = try global.navigator()
    let states = try await navigator.snapshot(of: [global.sceneOrMain])
    guard let state = states.first else { throw try await unknown(global.sceneOrMain, navigator) }
    await navigator.close()
    switch global.format {
    case .json: Output.json(JSONLine.text(PathEvent.state(state)))
    case .text: Output.line(state.path.description)
    }
  }

  private func unknown(_ scene: SceneName, _ navigator: Navigator) async throws -> CommandFailure {
    let known = try await navigator.snapshot().map(\.scene.rawValue)
    await navigator.close()
    let hint = Spelling.nearest(to: scene.rawValue, among: known).map { " Did you mean '\($0)'?" } ?? ""
    let advice =
      known.isEmpty
      ? "none has begun; `way start NAME` or `way replace PATH` begins one" : "scenes: \(known.joined(separator: " "))"
    return CommandFailure("there is no scene '\(scene)'.\(hint)", notes: ["  \(advice)"], .notAsAsked)
  }
}
