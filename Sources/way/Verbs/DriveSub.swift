// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct DriveSub: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive-sub",
    abstract: "Puts the part of the plan that begins with a route on top of the present position.",
    discussion: """
      Any route, any number of times. Leaving it leads back to where it was driven from, and ends it.
      """)

  @Argument(help: "The route's id.", completion: LiveNames.routes, transform: Parse.route)
  var route: RouteID

  @OptionGroup var driving: DriveOptions
  @OptionGroup var mode: DriveModeOptions
  @OptionGroup var options: VerbOptions

  var verb: Verb { .drive(driving.drive(.subTree(route), transactional: mode.transactional)) }
}
