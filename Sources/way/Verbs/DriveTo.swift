// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct DriveTo: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive-to", abstract: "Walks the nearest way to a route of the plan, step by step.",
    discussion: """
      Each step is asked of the screen that the walk stands on, which takes it, or ends the walk there; what was done \
      stays done. `way plan` draws the routes, `way resolve --drive ROUTE` tells the steps beforehand.
      """)

  @Argument(help: "The route's id.", completion: LiveNames.routes, transform: Parse.route)
  var route: RouteID

  @OptionGroup var driving: DriveOptions
  @OptionGroup var mode: DriveModeOptions
  @OptionGroup var options: VerbOptions

  var verb: Verb { .drive(driving.drive(.route(route), transactional: mode.transactional)) }
}
