// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

/// The container whose branches a command is about.
struct ContainerOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The container: @3, or a screen.", valueName: "target"), completion: LiveNames.targets,
    transform: Parse.target)
  var `in`: Target
}
