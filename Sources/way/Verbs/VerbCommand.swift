// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

/// A command that sends one verb and tells how it ended.
protocol VerbCommand: AsyncParsableCommand {
  var options: VerbOptions { get }
  var verb: Verb { get throws }
}

extension VerbCommand {
  func run() async throws { try await options.carryOut(verb) }
}
