// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Back: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "back", abstract: "Asks the top screen to go back, else pops or dismisses it.")

  @OptionGroup var options: VerbOptions

  var verb: Verb { .back }
}
