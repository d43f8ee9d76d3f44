// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Appeared: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "appeared", abstract: "Says that an element has appeared.",
    discussion: "A worker says so itself; this is for screens that nobody hosts.")

  @Argument(help: ArgumentHelp("The element.", valueName: "@id"), transform: Parse.element)
  var element: ElementID

  @OptionGroup var options: VerbOptions

  var verb: Verb { .navigator(.didAppear(.id(element))) }
}
