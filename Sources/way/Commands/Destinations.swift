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
    let destinations = try await navigator.destinations(of: global.scene)
    await navigator.close()
    switch global.format {
    case .json: for destination in destinations { Output.json(JSONLine.text(destination)) }
    case .text: for line in DestinationsText(Array(destinations)).lines { Output.line(line) }
    }
  }
}
