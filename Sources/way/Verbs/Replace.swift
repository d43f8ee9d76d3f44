// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Replace: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "replace", abstract: "Makes this the whole path.",
    discussion: "Screens that are there already, from the root on, keep their elements.")

  @Argument(help: "A path, root first: home/list/exhibit?id=7", completion: LiveNames.screens, transform: Parse.path)
  var path: [PathItem]

  @Option(
    help: ArgumentHelp("The branch of a container whose path it is: @3{name}", valueName: "branch"),
    transform: Parse.target)
  var `in`: Target?

  @OptionGroup var options: VerbOptions

  func validate() throws {
    if path.isEmpty, `in` == nil {
      throw ValidationError("a path has one screen at least; only a branch can be empty: --in @3{name}")
    }
  }

  var verb: Verb { .navigator(.replace(path: path, in: `in`)) }
}
