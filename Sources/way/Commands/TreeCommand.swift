// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct TreeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tree", abstract: "Draws which screens may follow which, and which worker declares it.",
    discussion: """
      Each worker that declares what may begin a path, then each part that others lead to.

        →   a part that another worker may declare
        ?   its worker is asked, at each build
        *   any screen, which becomes another one
      """)

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let navigator = try global.navigator()
    let trees = Array(
      try await navigator.tree(of: global.scene).told(as: "trees, the last perhaps in part"))
    if trees.isEmpty { try await SceneFailure.check(global.scene, navigator) }
    switch global.format {
    case .json:
      for tree in trees {
        for part in tree.parts { Output.json(JSONLine.text(part)) }
        if let missing = tree.missingReport { Output.json(JSONLine.text(missing)) }
      }
    case .text: for line in TreeText(trees).lines { Output.line(line) }
    }
  }
}
