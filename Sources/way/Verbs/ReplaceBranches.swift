// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct ReplaceBranches: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "replace-branches", abstract: "Gives a container these branches, in this order.",
    discussion: """
      A branch that is there keeps what is the same from its first screen on.

        way replace-branches 'floor=home,*shop=shelves' --in @0
      """)

  @Argument(help: "As in a path: NAME=PATH,…; * marks the one to select.", transform: Parse.branches)
  var branches: PathItem

  @OptionGroup var container: ContainerOption
  @OptionGroup var options: VerbOptions

  var verb: Verb {
    .navigator(.replaceBranches(of: container.in, with: branches.branches, selected: branches.selected))
  }
}
