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

extension VerbOptions {
  /// Sends a verb and tells how it ended.
  func carryOut(_ verb: Verb) async throws {
    var navigator = try navigator().onParked { id in
      Output.error("way: parked as \(id): something else comes first; `way resume \(id.ending)` goes on")
    }
    var hint = "no outcome yet; Ctrl-C ends the waiting, and the command goes on"
    if case .open = verb {
      if global.timeout == nil, deadline == nil { navigator = navigator.timeout(Open.timeout) }
      hint = "no outcome yet: \(Open.reason); Ctrl-C ends the waiting, and the link stays open"
    }
    let outcome = try await WaitingHint.telling(hint) {
      try await navigator.attempt(Navigation(verb, animated: animated, context: context))
    }
    try OutcomeReport(format: global.format).tell(outcome)
  }
}
