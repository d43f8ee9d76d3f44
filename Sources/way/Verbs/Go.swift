// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Go: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "go", abstract: "Puts screens on top of a target, in place of those above it.",
    discussion: """
      One screen is always a new element. Of several, and with --path, those that are there already in this order keep \
      their elements.
      """)

  @Argument(
    help: "Screens, or paths: exhibit?id=7   list/exhibit?id=7   sheet:help", completion: LiveNames.screens,
    transform: Parse.path)
  var screens: [[PathItem]]

  @Option(
    help: ArgumentHelp("@3, or a screen.", valueName: "target"), completion: LiveNames.targets, transform: Parse.target)
  var on: Target

  @Flag(help: "Keep what is there already, also with one screen.")
  var path = false

  @OptionGroup var options: VerbOptions

  func validate() throws {
    try Parse.check(screens: screens.joined().count)
    if screens.contains(where: \.isEmpty) {
      throw ValidationError(
        "a path has one screen at least, and one of these is empty; `way dismiss-successor` takes away what lies above a target"
      )
    }
  }

  var verb: Verb {
    let path = screens.flatMap(\.self)
    if path.count == 1, !self.path { return .navigator(.go(to: path[0], on: on)) }
    return .navigator(.goPath(to: path, on: on))
  }
}
