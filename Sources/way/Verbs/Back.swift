// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Back: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "back", abstract: "Asks the top screen to go back, else pops or dismisses it.",
    usage: "way back [<options>]")

  @Flag(help: "Go back to what the top sheet covers, with all above it, wherever in the sheet one is.")
  var toPresenter = false

  @OptionGroup var options: VerbOptions

  var verb: Verb { toPresenter ? .route(.inline(.presenter)) : .back }
}
