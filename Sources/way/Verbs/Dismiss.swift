// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Dismiss: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss", abstract: "Drops the target and everything above it.")

  @Argument(help: "@3, or a screen.", completion: LiveNames.targets, transform: Parse.target)
  var target: Target

  @OptionGroup var options: VerbOptions

  var verb: Verb { .navigator(.dismiss(target)) }
}
