// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct InsertBranch: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "insert-branch", abstract: "Puts a new branch into a container, such as another tab.",
    discussion: "Nothing comes into view: `way select` shows it.")

  @Argument(help: "What it holds: shelves/product?id=7", completion: LiveNames.screens, transform: Parse.path)
  var path: [PathItem]

  @Option(
    help: ArgumentHelp("The branch's name. (default: that of its first screen)", valueName: "name"),
    transform: Parse.branch)
  var named: BranchName?

  @Option(help: ArgumentHelp("Its index, from 0. (default: behind the others)", valueName: "index"))
  var at: Int?

  @OptionGroup var container: ContainerOption
  @OptionGroup var options: VerbOptions

  func validate() throws {
    if path.isEmpty, named == nil {
      throw ValidationError("a branch that holds nothing yet needs a name: --named NAME")
    }
    if let at, at < 0 { throw ValidationError("--at counts from 0; \(at) is no index") }
  }

  var verb: Verb { .navigator(.insertBranch(named, path, at: at, of: container.in)) }
}
