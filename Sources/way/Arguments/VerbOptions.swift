// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

/// The options of every verb.
struct VerbOptions: ParsableArguments {
  @Flag(help: "Screens may animate the change.")
  var animated = false

  @Option(
    help: ArgumentHelp(
      "Handed to every screen that is asked, and the content of screens made from their name.", valueName: "json"),
    transform: Parse.json)
  var context: JSONValue = .null

  @Option(
    help: ArgumentHelp("Only if this is still the revision, or the top element.", valueName: "rev|@id"),
    transform: Parse.expectation)
  var expecting: Expectation?

  @Option(
    help: ArgumentHelp("When the scene is busy: queue, supersede or reject. (default: queue)", valueName: "word"),
    completion: .list(Contention.allCases.map(\.rawValue)), transform: Parse.word)
  var ifBusy: Contention = .queue

  @Option(
    help: ArgumentHelp(
      "When to tell: committed, or once its screens have appeared. (default: committed)", valueName: "word"),
    completion: .list(Completion.allCases.map(\.rawValue)), transform: Parse.word)
  var until: Completion = .committed

  @Option(
    help: ArgumentHelp("Time until the outcome, queueing included. (default: 3s)", valueName: "time"),
    transform: Parse.patience)
  var deadline: Duration?

  @Option(help: ArgumentHelp("A note for the journal.", valueName: "text"))
  var because: String?

  @Flag(help: "Ask no guards; the journal says so.")
  var skipGuards = false

  @Flag(help: "Each change commits by itself, and what was done stays done.")
  var stepwise = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

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
}
