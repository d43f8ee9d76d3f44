// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct DriveParent: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive-parent", abstract: "Walks one step up in the plan.",
    usage: "way drive-parent [<options>]",
    discussion: "From the first screen of a sub-tree that is where it was driven from. Above the root nothing changes.")

  @OptionGroup var driving: DriveOptions
  @OptionGroup var mode: DriveModeOptions
  @OptionGroup var options: VerbOptions

  var verb: Verb { .drive(driving.drive(.parent, transactional: mode.transactional)) }
}
