// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Hide: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "hide", abstract: "Asks the last screen of this name to hide, then those beneath it.")

  @Argument(help: "The name of a screen.", completion: LiveNames.shown, transform: Parse.screenName)
  var name: ScreenName

  @Flag(help: "It alone, not those above it first.")
  var atomic = false

  @OptionGroup var options: VerbOptions

  var verb: Verb { .hide(name, atomic: atomic) }
}
