// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Draws the routes that drives walk on, their workers, and the present position.",
    discussion: """
      The routes of the navigation tree; screens that are no routes are left out. Behind a route stands its screen, where \
      it is called otherwise, which members of a drive's input it requires and takes, and who declares it.

        ●   the topmost element that stands for a route; drives start there
        @5 from @1   a sub-tree that was driven to from element 1
      """)

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let navigator = try global.navigator()
    let routes = try await navigator.plan(of: global.scene).told(as: "routes")
    if routes.isEmpty { try await SceneFailure.check(global.scene, navigator) }
    switch global.format {
    case .json: for route in routes { Output.json(JSONLine.text(route)) }
    case .text: for line in PlanText(Array(routes)).lines { Output.line(line) }
    }
  }
}
