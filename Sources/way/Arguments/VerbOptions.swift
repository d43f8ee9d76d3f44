// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

/// The options of every verb.
struct VerbOptions: ParsableArguments, SubmissionOptions {
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
      """
      When to tell: committed, or once the screens that it brought or changed have appeared; for one that was there before, \
      `way wait PATH --appeared`. (default: committed)
      """, valueName: "word"),
    completion: .list(Completion.allCases.map(\.rawValue)), transform: Parse.word)
  var until: Completion = .committed

  @Option(
    help: ArgumentHelp(
      """
      Time until the outcome, queueing included; a gate that parks the command gives it a time of its own. (default: 3s, of a \
      link 10s)
      """, valueName: "time"),
    transform: Parse.patience)
  var deadline: Duration?

  @Option(help: ArgumentHelp("A note for the journal.", valueName: "text"))
  var because: String?

  @Flag(help: "Ask no guards; the journal says so.")
  var skipGuards = false

  @Flag(help: "Each change commits by itself, and what was done stays done.")
  var stepwise = false

  @OptionGroup(title: "Global options") var global: GlobalOptions
}
