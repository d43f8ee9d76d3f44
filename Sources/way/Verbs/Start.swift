// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Start: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Asks the installer of this root screen to install it.")

  @Argument(help: "The name of a root screen.", completion: LiveNames.roots, transform: Parse.screenName)
  var name: ScreenName

  @OptionGroup var options: VerbOptions

  var verb: Verb { .start(name) }
}
