// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

/// Containers and destinations of chance.
extension Fleet {
  /// The container.
  static let container: ScreenName = "main"
  static let branches: [BranchName] = ["left", "right"]
  /// Where each destination of chance arrives.
  static let ends: [DestinationName: ScreenName] = ["detail": "detail", "shown": "detail", "help": "help"]

  /// Lets the first worker host a container and gate, the second declare destinations and do the tasks of its screens.
  mutating func openMuseum(_ random: inout SeededGenerator) {
    let branches = DeclaredBranches(
      random.chance(700) ? .tabs : .split,
      [.init("left", path: [AnyScreen("home")]), .init("right", path: [AnyScreen("list")])],
      selected: random.pick(Self.branches))
    workers[0].routables[Self.container] = Routable(guards: random.chance(200), branches: branches)
    workers[0].tasks = [.interceptor: ["gate"]]
    workers[1].tasks = [.finder: ["shows"], .contextTask: ["fill"], .postTask: ["seen"]]
    workers[1].routables["detail"]?.guards = true
    let base: [Destination.Step] = [
      .screen(Destination.ScreenStep(find: .screen("list"))),
      .screen(
        Destination.ScreenStep(find: .screen(Self.container), make: .screen(Self.container), action: .replaceRoot)),
    ]
    var detail = Destination.ScreenStep(
      find: .screen("detail", .context), make: .screen("detail", .context), action: .push, postTasks: ["seen"])
    if random.chance(600) { detail.interceptors = ["gate"] }
    if random.chance(400) { detail.contextTasks = [.asked("fill")] }
    let shown = Destination.ScreenStep(
      find: Destination.Finder(.asked("shows", of: "detail")), make: .screen("detail"), action: .push)
    let help = Destination.ScreenStep(
      make: .screen("help"), action: .present(), interceptors: random.chance(500) ? ["gate"] : [])
    workers[1].destinations = [
      "detail": Destination([.screen(detail)] + base), "shown": Destination([.screen(shown)] + base),
      "help": Destination([.screen(help)], whileMoving: random.pick([nil, .wait, .abort])),
    ]
  }

  var hasMuseum: Bool { workers.contains { !$0.destinations.isEmpty } }
}

extension Workload {
  /// A verb about containers and destinations.
  func museumVerb(_ element: ElementID, _ random: inout SeededGenerator) -> Verb {
    let target: Target = random.chance(700) ? .screen(AnyScreen(Fleet.container)) : .id(element)
    switch random.below(12) {
    case 0...4: return .route(.named(random.chance(950) ? random.pick(Fleet.ends.keys.sorted()) : "nowhere"))
    case 5: return .route(.inline(.presenter))
    case 6, 7: return .navigator(.select(random.pick(Fleet.branches), of: target))
    case 8: return .navigator(.replace(path: [PathItem(AnyScreen(Fleet.container))], in: nil))
    case 9: return .navigator(.insertBranch(nil, [PathItem(AnyScreen("map"))], at: random.below(3), of: target))
    case 10: return .navigator(.removeBranch(random.chance(800) ? "map" : "left", of: target))
    default:
      return .navigator(
        .replaceBranches(
          of: target, with: Fleet.branches.map { PathItem.Branch($0, path: [PathItem(AnyScreen("list"))]) },
          selected: random.pick(Fleet.branches)))
    }
  }

  /// What a task of a destination says.
  func answer(to task: Destination.Ask.Question, _ random: inout SeededGenerator) -> Answer {
    switch (task, random.below(20)) {
    case (_, 0): .failed(code: nil, message: "broken")
    case (_, 1): .deny(code: "no", message: nil)
    case (.interceptor, 2...3): redirect(&random)
    case (.finder, 2...10): .declined
    case (.contextTask, 2...10): .value(.object([("n", .integer(random.number(0...2)))]))
    case (.interceptor, 4): .value(.null)
    default: .allow
    }
  }
}
