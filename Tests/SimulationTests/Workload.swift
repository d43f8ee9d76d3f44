// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

/// What clients want and handlers answer: impatient, and not always sensible.
struct Workload {
  /// What handlers say in a story that is written by hand.
  var script: (@Sendable (Ask) -> Answer)?
  /// Whether contents of ``Secret/screen`` are told: as soon as the coordinator knows that they are sensitive.
  var plantsSecrets = false

  /// A command of chance.
  func command(
    _ id: CommandID, _ fleet: Fleet, _ journal: SimulatedJournal, _ random: inout SeededGenerator
  ) -> Command {
    var command = Command(id: id, verb: .back)
    command.scene = random.chance(20) ? "nowhere" : random.pick(fleet.scenes)
    command.verb = verb(journal, command.scene, &random)
    let commits = journal.commits.filter { $0.scene == command.scene }
    if random.chance(150) {
      command.expecting =
        random.chance(500)
        ? .revision(UInt64(max(0, Int64(commits.last?.revision ?? 0) - Int64(random.below(4)))))
        : .top(element(journal, command.scene, &random))
    }
    if random.chance(250) { command.ifBusy = random.chance(700) ? .supersede : .reject }
    if random.chance(100) { command.until = .appeared }
    if random.chance(300) { command.deadlineMs = random.number(1...5000) }
    command.skipsGuards = random.chance(100)
    command.stepwise = random.chance(command.verb.hasSteps ? 500 : 100)
    command.animated = random.chance(300)
    command.wantsAccepted = random.chance(200)
    if random.chance(100) { command.context = .integer(random.number(0...9)) }
    if random.chance(100) { command.because = "because" }
    if random.chance(20) { command.depth = random.below(12) }
    if fleet.hasTree {
      if random.chance(200) { command.verb = link(&random) }
      if random.chance(250) { command.verb = .drive(drive(journal, command.scene, &random)) }
      command.isDryRun = random.chance(60)
    }
    if fleet.hasMuseum, random.chance(450) {
      command.verb = museumVerb(element(journal, command.scene, &random), &random)
      command.context = .object([("n", .integer(random.number(0...2)))])
      command.isDryRun = random.chance(60)
    }
    if plantsSecrets, command.verb.concerns(screen: { $0 == Secret.screen }, element: { _ in false }) {
      if command.because != nil { command.because = Secret.mark }
      if command.verb == .show([Secret.screen]) { command.context = Secret.content }
    }
    return command
  }

  private func verb(_ journal: SimulatedJournal, _ scene: SceneName, _ random: inout SeededGenerator) -> Verb {
    switch random.below(12) {
    case 0...3: navigatorVerb(journal, scene, &random)
    case 4: .batch((0..<random.below(4)).map { _ in navigator(journal, scene, &random) })
    case 5: .back
    case 6: .start(random.chance(800) ? "home" : "map")
    case 7, 8: .show((0...random.below(3)).map { _ in name(&random) })
    case 9: .hide(name(&random), atomic: random.chance(500))
    default: .navigate((0..<random.below(4)).map { _ in name(&random) })
    }
  }

  private func drive(_ journal: SimulatedJournal, _ scene: SceneName, _ random: inout SeededGenerator) -> Drive {
    let route = random.chance(30) ? "nowhere" : random.pick(Fleet.routes)
    let input: JSONValue = random.chance(700) ? .object([("n", .integer(random.number(0...2)))]) : .null
    let destinations: [Drive.Destination] = [.route(route), .route(route), .subTree(route), .parent]
    return Drive(
      random.pick(destinations), from: random.chance(300) ? target(journal, scene, &random) : nil, input: input,
      transactional: random.chance(300))
  }

  /// A verb that the coordinator decides at once.
  func navigatorVerb(_ journal: SimulatedJournal, _ scene: SceneName, _ random: inout SeededGenerator) -> Verb {
    .navigator(navigator(journal, scene, &random))
  }

  private func navigator(
    _ journal: SimulatedJournal, _ scene: SceneName, _ random: inout SeededGenerator
  ) -> NavigatorVerb {
    switch random.below(12) {
    case 0...2: .go(to: PathItem(screen(&random)), on: target(journal, scene, &random))
    case 3: .goPath(to: path(&random), on: target(journal, scene, &random))
    case 4: .goBack(to: target(journal, scene, &random))
    case 5...7: .replace(path: path(&random), in: nil)
    case 8: .dismiss(target(journal, scene, &random))
    case 9: .dismissSuccessor(of: target(journal, scene, &random))
    case 10: .replaceContent(of: .id(element(journal, scene, &random)), with: screen(&random))
    default: .replaceScreen(plain(&random), with: screen(&random))
    }
  }

  private func link(_ random: inout SeededGenerator) -> Verb {
    .open(
      random.pick([
        "app://detail/\(random.number(0...3))", "app://elsewhere", "other://x?y", "no link", "app://%",
        plantsSecrets ? "app://form?pin=\(Secret.mark)" : "app://form",
        plantsSecrets ? "app://elsewhere?pin=\(Secret.mark)#\(Secret.mark)" : "app://elsewhere",
      ]))
  }

  private func path(_ random: inout SeededGenerator) -> [PathItem] {
    (0..<random.below(5)).map { index in
      index == 0 ? PathItem(AnyScreen("home")) : PathItem(screen(&random))
    }
  }

  private func name(_ random: inout SeededGenerator) -> ScreenName {
    random.chance(20) ? "nobody" : random.pick(Fleet.screens)
  }

  private func screen(_ random: inout SeededGenerator) -> AnyScreen {
    var screen = AnyScreen(name(&random))
    if random.chance(300) { screen.content = .object([("n", .integer(random.number(0...2)))]) }
    if screen.name == Secret.screen {
      screen.content = plantsSecrets && !screen.content.isNull ? Secret.content : .null
    } else if random.chance(4) {
      screen.content = .string(String(repeating: "x", count: 17_000))
    }
    if random.chance(200) { screen.presentation = .sheet(allowsPush: random.chance(700)) }
    return screen
  }

  /// A screen that can be found: the model of the checker knows no secrets.
  private func plain(_ random: inout SeededGenerator) -> AnyScreen {
    var screen = screen(&random)
    if screen.name == Secret.screen { screen.content = .null }
    return screen
  }

  private func target(
    _ journal: SimulatedJournal, _ scene: SceneName, _ random: inout SeededGenerator
  ) -> Target {
    random.chance(700) ? .id(element(journal, scene, &random)) : .screen(plain(&random))
  }

  /// An element that is there, most of the time.
  private func element(
    _ journal: SimulatedJournal, _ scene: SceneName, _ random: inout SeededGenerator
  ) -> ElementID {
    let elements = journal.commits.last { $0.scene == scene }?.route.allElements ?? []
    return elements.isEmpty || random.chance(100)
      ? ElementID(UInt64(random.below(30))) : random.pick(elements).id
  }
}

extension Workload {
  /// What a handler, guard or host says.
  func answer(to ask: Ask, _ random: inout SeededGenerator) -> Answer {
    if let script { return script(ask) }
    return switch ask.question {
    case .handle where ask.step != nil: stepped(&random)
    case .handle: handled(&random)
    case .build:
      switch random.below(12) {
      case 0: .failed(code: nil, message: "broken")
      case 1...2: .declined
      case 3: .tree(.screen(ask.screen.name, nesting: .remote("rooms")))
      default: .allow
      }
    case .parse(let url): parsed(url, &random)
    case .task(let task): answer(to: task, &random)
    case .leave, .host:
      switch random.below(20) {
      case 0...1:
        .deny(code: "busy", message: ask.screen.name == Secret.screen && plantsSecrets ? Secret.mark : "not now")
      case 2: redirect(&random)
      case 3: .instruction(.pop)
      case 4: .failed(code: nil, message: "broken")
      default: .allow
      }
    }
  }

  /// A link with a secret leads to the screen of secrets: one that leads elsewhere is told in full.
  private func parsed(_ url: String, _ random: inout SeededGenerator) -> Answer {
    let secret = PathItem(AnyScreen(Secret.screen, content: Secret.content))
    return switch random.below(6) {
    case 0...1: .declined
    case 2: redirect(&random)
    default: .path(path(&random) + (url.contains(Secret.mark) ? [secret] : []))
    }
  }

  private func handled(_ random: inout SeededGenerator) -> Answer {
    switch random.below(30) {
    case 0...11: .instruction(.push(random.chance(800) ? nil : screen(&random)))
    case 12...13: .instruction(.present(nil))
    case 14...16: .instruction(.pop)
    case 17: .instruction(.popToRoot)
    case 18: .instruction(.popTo(name(&random)))
    case 19: .instruction(.dismiss(hard: random.chance(500)))
    case 20: .instruction(.edit([.go(to: PathItem(screen(&random)), on: .asked)]))
    case 21...22: .instruction(.done)
    case 23: redirect(&random)
    case 24: .failed(code: "broken", message: nil)
    case 25: .allow
    default: .declined
    }
  }

  /// Most steps are taken somehow, so that walks lead somewhere.
  private func stepped(_ random: inout SeededGenerator) -> Answer {
    switch random.below(12) {
    case 0...5: .allow
    case 6: .merging(.push(nil))
    case 7: .merging(.pop)
    case 8: .merging(.done)
    default: handled(&random)
    }
  }

  func redirect(_ random: inout SeededGenerator) -> Answer {
    .redirect(
      to: random.chance(700) ? .navigator(.go(to: PathItem(AnyScreen("help")), on: .id(.root))) : .show(["help"]),
      within: .milliseconds(random.number(100...6000)))
  }
}

extension Verb {
  /// Whether it may take more than one step.
  fileprivate var hasSteps: Bool {
    switch self {
    case .show(let names), .navigate(let names): names.count > 1
    case .batch(let verbs): verbs.count > 1
    case .drive: true
    case .navigator, .back, .start, .hide, .open, .route: false
    }
  }
}
