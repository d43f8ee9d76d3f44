// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Appeared: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "appeared", abstract: "Says that an element has appeared.",
    discussion: "Workers report this themselves; the command is for screens without a host.")

  @Argument(
    help: ArgumentHelp("The element.", valueName: "@id"), completion: LiveNames.elements, transform: Parse.element)
  var element: ElementID

  @OptionGroup var options: VerbOptions

  var verb: Verb { .navigator(.didAppear(.id(element))) }
}
