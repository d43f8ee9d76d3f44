// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

/// Where a drive starts, and what it brings.
struct DriveOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where it starts: @3, or a screen. (default: the topmost that stands for a route)", valueName: "target"),
    completion: LiveNames.targets, transform: Parse.target)
  var from: Target?

  @Option(
    help: ArgumentHelp(
      "An object; the routes on the way get those of its members that they declare.", valueName: "json"),
    transform: Parse.json)
  var input: JSONValue?

  /// The drive to there.
  func drive(_ destination: Drive.Destination, transactional: Bool = false) -> Drive {
    Drive(destination, from: from, input: input ?? .null, transactional: transactional)
  }
}

/// How a drive that is driven becomes visible.
struct DriveModeOptions: ParsableArguments {
  @Flag(help: "All steps become visible at once, or none does.")
  var transactional = false
}
