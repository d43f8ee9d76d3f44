// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct ActiveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "active",
    abstract: "Tells that a person uses the scene, though no command says so.",
    discussion: """
      For a script that hears of people in another way than by a command: a sensor before the display, a card reader. \
      Where the configuration has a rule for when nobody does anything (idle), its wait begins anew, and what it says is \
      printed. Changes nothing else. Exits with 3 where there is no such scene.
      """)

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let navigator = try global.navigator()
    guard let status = try await navigator.active() else {
      throw try await SceneFailure.unknown(global.sceneOrMain, navigator)
    }
    switch global.format {
    case .json: Output.json(JSONLine.text(status))
    case .text:
      let text =
        status.idle.map { RuleText.text($0, path: status.path) }
        ?? "no rule for when nobody does anything; nothing waits"
      for line in Palette.standard.lines("\(status.scene)   \(text)") { Output.line(line) }
    }
  }
}
