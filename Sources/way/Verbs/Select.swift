// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Select: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "select", abstract: "Shows a branch of a container; of a split, gives it the focus.",
    discussion: "The other branches keep what they hold. Nothing goes.")

  @Argument(help: "The branch's name.", completion: LiveNames.branches, transform: Parse.branch)
  var branch: BranchName

  @OptionGroup var container: ContainerOption
  @OptionGroup var options: VerbOptions

  var verb: Verb { .navigator(.select(branch, of: container.in)) }
}
