// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

/// A command that sends one verb and tells how it ended.
protocol VerbCommand: AsyncParsableCommand {
  var options: VerbOptions { get }
  var verb: Verb { get throws }
}

extension VerbCommand {
  func run() async throws {
    let verb = try verb
    var navigator = try options.navigator().onParked { id in
      Output.error("way: parked as \(id): something else comes first; `way resume \(id.ending)` goes on")
    }
    if case .open = verb, options.global.timeout == nil, options.deadline == nil {
      navigator = navigator.timeout(Open.timeout)
    }
    let outcome = try await navigator.attempt(
      Navigation(verb, animated: options.animated, context: options.context))
    await navigator.close()
    try OutcomeReport(format: options.global.format).tell(outcome)
  }
}
