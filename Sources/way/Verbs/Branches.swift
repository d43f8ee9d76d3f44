// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct InsertBranch: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "insert-branch", abstract: "Puts a new branch into a container, such as another tab.",
    discussion: "Nothing comes into view: `way select` shows it.")

  @Argument(help: "What it holds: shelves/product?id=7", transform: Parse.path)
  var path: [PathItem]

  @Option(
    help: ArgumentHelp("The branch's name. (default: that of its first screen)", valueName: "name"),
    transform: Parse.branch)
  var named: BranchName?

  @Option(help: ArgumentHelp("Its index, from 0. (default: behind the others)", valueName: "index"))
  var at: Int?

  @Option(help: ArgumentHelp("The container: @3, or a screen.", valueName: "target"), transform: Parse.target)
  var `in`: Target

  @OptionGroup var options: VerbOptions

  var verb: Verb { .navigator(.insertBranch(named, path, at: at, of: `in`)) }
}

struct RemoveBranch: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-branch", abstract: "Takes a branch out of a container, with all in it.")

  @Argument(help: "The branch's name.", transform: Parse.branch)
  var branch: BranchName

  @Option(help: ArgumentHelp("The container: @3, or a screen.", valueName: "target"), transform: Parse.target)
  var `in`: Target

  @OptionGroup var options: VerbOptions

  var verb: Verb { .navigator(.removeBranch(branch, of: `in`)) }
}

struct ReplaceBranches: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "replace-branches", abstract: "Gives a container these branches, in this order.",
    discussion: """
      A branch that is there keeps what is the same from its first screen on.

        way replace-branches 'floor=home,*shop=shelves' --in @0
      """)

  @Argument(help: "As in a path: NAME=PATH,…; * marks the one to select.", transform: Parse.branches)
  var branches: PathItem

  @Option(help: ArgumentHelp("The container: @3, or a screen.", valueName: "target"), transform: Parse.target)
  var `in`: Target

  @OptionGroup var options: VerbOptions

  var verb: Verb {
    .navigator(.replaceBranches(of: `in`, with: branches.branches, selected: branches.selected))
  }
}
