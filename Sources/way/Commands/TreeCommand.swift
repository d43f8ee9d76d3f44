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
    let report = try await navigator.inspect(Inspect(.tree, scene: global.scene))
    await navigator.close()
    switch global.format {
    case .json: for object in report.objects { Output.line(object.json) }
    case .text: for line in TreeText(report.objects).lines { Output.line(line) }
    }
  }
}
