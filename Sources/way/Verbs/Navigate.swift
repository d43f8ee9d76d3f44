// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Navigate: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "navigate", abstract: "Asks for the differences between the names that show and these.",
    discussion: "Surplus screens are hidden and missing ones shown, each by the screens that handle it.")

  @Argument(help: "Names of screens, root first.", completion: LiveNames.screens, transform: Parse.screenName)
  var names: [ScreenName]

  @OptionGroup var options: VerbOptions

  func validate() throws { try Parse.check(screens: names.count) }

  var verb: Verb { .navigate(names) }
}
