// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct RouteTo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route", abstract: "Leads to a destination, from wherever the route is.",
    discussion: """
      What is there already is found, what is missing is made, and all of it is one commit. The context says which one of \
      its kind. `way destinations` lists them; `way run` also takes one that is written out.

        way route product --context '{"id":7}'
        way route product --context '{"id":7}' --dry-run     nothing changes
      """)

  @Argument(help: "The destination's name.", completion: LiveNames.destinations, transform: Parse.destination)
  var destination: DestinationName

  @Flag(
    help: """
      Tell what it would do, and do nothing. Only what the route depends on is asked: predicates, conditions, conversions, \
      factories and actions.
      """)
  var dryRun = false

  @OptionGroup var options: VerbOptions

  func run() async throws {
    let verb = Verb.route(.named(destination))
    guard dryRun else { return try await options.carryOut(verb) }
    let navigation = Navigation(verb, context: options.context)
    try await DryRun(navigation: navigation, format: options.global.format) { SearchText($0).lines }
      .run(by: options.navigator())
  }
}
