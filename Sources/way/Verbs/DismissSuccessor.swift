// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct DismissSuccessor: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss-successor", abstract: "Drops everything above the target, without bringing it into view.")

  @Argument(help: "@3, or a screen.", completion: LiveNames.targets, transform: Parse.target)
  var target: Target

  @OptionGroup var options: VerbOptions

  var verb: Verb { .navigator(.dismissSuccessor(of: target)) }
}
