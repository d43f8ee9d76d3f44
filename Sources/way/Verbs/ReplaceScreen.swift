// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct ReplaceScreen: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "replace-screen", abstract: "Exchanges the last equal screen; its element keeps its id.")

  @Argument(help: "The screen that is there: exhibit?id=7", completion: LiveNames.shown, transform: Parse.screen)
  var old: AnyScreen

  @Argument(help: "The screen that comes instead: exhibit?id=8", completion: LiveNames.screens, transform: Parse.screen)
  var new: AnyScreen

  @OptionGroup var options: VerbOptions

  var verb: Verb { .navigator(.replaceScreen(old, with: new)) }
}
