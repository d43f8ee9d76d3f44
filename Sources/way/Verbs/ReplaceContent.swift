// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct ReplaceContent: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "replace-content", abstract: "Exchanges the screen of an element, which keeps its id.")

  @Argument(
    help: ArgumentHelp("The element.", valueName: "@id"), completion: LiveNames.elements, transform: Parse.element)
  var element: ElementID

  @Argument(
    help: "The screen it shows from now on: exhibit?id=8", completion: LiveNames.screens, transform: Parse.screen)
  var screen: AnyScreen

  @OptionGroup var options: VerbOptions

  var verb: Verb { .navigator(.replaceContent(of: .id(element), with: screen)) }
}
