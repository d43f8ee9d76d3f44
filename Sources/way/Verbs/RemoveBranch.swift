// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct RemoveBranch: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-branch", abstract: "Takes a branch out of a container, with all in it.")

  @Argument(help: "The branch's name.", completion: LiveNames.branches, transform: Parse.branch)
  var branch: BranchName

  @OptionGroup var container: ContainerOption
  @OptionGroup var options: VerbOptions

  var verb: Verb { .navigator(.removeBranch(branch, of: container.in)) }
}
