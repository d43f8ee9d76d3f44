// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LoadGenerator

/// What load is to be made.
struct BenchOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Scenes that the navigations go to in turn.", valueName: "n"))
  var scenes = 1

  @Option(help: ArgumentHelp("Clients, each with a connection of its own.", valueName: "n"))
  var clients = 1

  @Option(help: ArgumentHelp("Commands that each client has under way at once.", valueName: "n"))
  var outstanding = 1

  @Option(
    help: ArgumentHelp(
      "Navigations a second; each counts from when it is due, and what has not begun by the end is told. Without it each "
        + "client sends the next as soon as one has ended.", valueName: "n"))
  var rate: Int?

  @Option(
    help: ArgumentHelp(
      "Handlers that are asked in each navigation; all but the last decline. With 0, go and back ask nobody.",
      valueName: "n"))
  var asks = 1

  @Option(help: ArgumentHelp("Workers that are connected besides, and are asked nothing.", valueName: "n"))
  var workers = 0

  @Option(help: ArgumentHelp("Screens that these register together.", valueName: "n"))
  var names = 0

  @Option(help: ArgumentHelp("Observers, which count all updates.", valueName: "n"))
  var observers = 1

  @Option(help: ArgumentHelp("Observers of a scene in which nothing happens.", valueName: "n"))
  var idleObservers = 0

  @Option(help: ArgumentHelp("Content of the screen that comes and goes.", valueName: "bytes"))
  var contentSize = 0

  @Option(
    help: ArgumentHelp("Elements that lie below that screen. (default: 1, or as many as are asked)", valueName: "n"))
  var depth: Int?

  @Option(help: ArgumentHelp("Containers of tabs, in each other, around all of that.", valueName: "n"))
  var containers = 0

  @Flag(help: "The workers host the screens and say when they appear, as a coordinator demands that requires hosts.")
  var hosted = false

  @Option(
    help: ArgumentHelp(
      "Navigations before anything is measured, at least one of each client. 0: none.", valueName: "n"))
  var warmUp = 200

  /// The load.
  var plan: LoadPlan {
    var plan = LoadPlan()
    (plan.scenes, plan.clients, plan.outstanding, plan.asks) = (scenes, clients, outstanding, asks)
    (plan.idleWorkers, plan.idleScreens, plan.observers) = (workers, names, observers)
    (plan.contentBytes, plan.depth, plan.containers) = (contentSize, depth ?? max(1, asks), containers)
    (plan.isHosted, plan.warmUp, plan.idleObservers) = (hosted, warmUp, idleObservers)
    plan.rate = rate
    return plan
  }

  func validate() throws {
    try Self.check("--scenes", scenes, LoadBounds.scenes)
    try Self.check("--clients", clients, LoadBounds.clients)
    try Self.check("--outstanding", outstanding, LoadBounds.outstanding)
    try Self.check("--rate", rate ?? 1, LoadBounds.rate)
    try Self.check("--asks", asks, LoadBounds.asks)
    try Self.check("--workers", workers, LoadBounds.idleWorkers)
    try Self.check("--names", names, LoadBounds.idleScreens)
    try Self.check("--observers", observers, LoadBounds.observers)
    try Self.check("--idle-observers", idleObservers, LoadBounds.observers)
    try Self.check("--content-size", contentSize, LoadBounds.contentBytes)
    try Self.check("--depth", depth ?? 1, LoadBounds.depth)
    try Self.check("--containers", containers, LoadBounds.containers)
    try Self.check("--warm-up", warmUp, LoadBounds.warmUp)
    if let problem = plan.problem { throw ValidationError(problem) }
  }

  /// Refuses a number that is out of its bounds.
  static func check(_ name: String, _ value: Int, _ bounds: ClosedRange<Int>) throws {
    guard bounds.contains(value) else {
      throw ValidationError(
        "\(name) is a number from \(bounds.lowerBound) to \(bounds.upperBound), and \(value) is none of these")
    }
  }
}
