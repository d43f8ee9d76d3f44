// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct GoBack: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "go-back", abstract: "Drops everything above the target.")

  @Argument(help: "@3, or a screen.", completion: LiveNames.targets, transform: Parse.target)
  var target: Target

  @OptionGroup var options: VerbOptions

  var verb: Verb { .navigator(.goBack(to: target)) }
}
