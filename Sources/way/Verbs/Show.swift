// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Show: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Asks the screens, topmost first, to show each name in order.",
    discussion: "The first that handles decides how: it pushes, presents, or something else.")

  @Argument(help: "Names of screens.", completion: LiveNames.screens, transform: Parse.screenName)
  var names: [ScreenName]

  @OptionGroup var options: VerbOptions

  func validate() throws { try Parse.check(screens: names.count) }

  var verb: Verb { .show(names) }
}
