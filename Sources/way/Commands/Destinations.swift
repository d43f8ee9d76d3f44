// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Destinations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "destinations", abstract: "Lists the destinations, what each comes from, and what is missing for it.",
    discussion: """
      The destination first, and behind each arrow what it comes from. `way route NAME` leads there; --format json has all of \
      each step.
      """)

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let navigator = try global.navigator()
    let destinations = try await navigator.destinations(of: global.sceneOrMain).told(as: "destinations")
    if destinations.isEmpty { try await SceneFailure.check(global.scene, navigator) }
    // A person who did not say which scene may have meant another one.
    let wantsOthers = destinations.isEmpty && global.scene == nil && global.format == .text
    let others = wantsOthers ? try await Self.others(navigator) : []
    switch global.format {
    case .json: for destination in destinations { Output.json(JSONLine.text(destination)) }
    case .text:
      for line in DestinationsText(Array(destinations), of: global.sceneOrMain, others: others).lines {
        Output.line(line)
      }
    }
  }

  /// So many other scenes are looked into.
  private static let scenesMax = 16

  /// The other scenes that have destinations.
  private static func others(_ navigator: Navigator) async throws -> [SceneName] {
    var found: [SceneName] = []
    for scene in try await navigator.scenes().map(\.scene).filter({ $0 != "main" }).prefix(scenesMax)
    where try await !navigator.destinations(of: scene).isEmpty { found.append(scene) }
    return found
  }
}
