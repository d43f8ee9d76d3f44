// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// How a verb is sent. Each is at its default where a command line says nothing of it.
protocol SubmissionOptions {
  associatedtype Global: CoordinatorOptions

  var animated: Bool { get }
  var context: JSONValue { get }
  var expecting: Expectation? { get }
  var ifBusy: Contention { get }
  var until: Completion { get }
  var deadline: Duration? { get }
  var because: String? { get }
  var skipGuards: Bool { get }
  var stepwise: Bool { get }
  var global: Global { get }
}

extension SubmissionOptions {
  /// A connection with all of these set. A command whose own deadline is longer is waited for longer.
  func navigator() throws -> Navigator {
    var navigator = try global.navigator().when(busy: ifBusy).until(until)
    if let expecting { navigator = navigator.expecting(expecting) }
    if let because { navigator = navigator.because(because) }
    if skipGuards { navigator = navigator.skippingGuards() }
    if stepwise { navigator = navigator.stepwise() }
    if let deadline {
      navigator = navigator.deadline(deadline)
      if global.timeout == nil { navigator = navigator.timeout(max(.seconds(5), deadline + .seconds(2))) }
    }
    return navigator
  }

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
    let sender = navigator
    let command = try sender.command(for: Navigation(verb, animated: animated, context: context))
    let outcome = try await InterruptedWait.telling(of: command.id) {
      try await WaitingHint.telling(hint) { try await sender.attempt(command) }
    }
    try OutcomeReport(format: global.format).tell(outcome)
  }
}
