// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A transition's way: plan → ask the chain → await hosts → ask guards → ask hosts to prepare → commit.
extension Coordinator {
  /// Begins a command; afterwards it runs, or has ended.
  mutating func begin(_ errand: Errand, in name: SceneName) {
    if let conflict = conflict(of: errand, in: self[scene: name]) {
      decide(errand, .conflict, message: conflict)
      return
    }
    let transition = Transition(errand, on: self[scene: name])
    self[scene: name].running = transition
    ledger[errand.id]?.state = .running
    if errand.cause == .tree {
      buildAnew(in: name)
    } else if case .open(let url) = errand.command.verb {
      read(url, in: name)
    } else if case .drive(let drive) = errand.command.verb, errand.command.isDryRun {
      tellWalk(of: drive, in: name)
    } else {
      begin(transition.plan, in: name)
    }
  }

  /// Begins the plan of the running command.
  mutating func begin(_ first: Plan, in name: SceneName) {
    var plan = first
    let step = plan.begin(in: registry(name))
    self[scene: name].running?.plan = plan
    drive(step, in: name)
  }

  /// Follows the plan until an ask is sent, or the plan has ended.
  mutating func drive(_ first: PlanStep, in name: SceneName) {
    var step = first
    while true {
      switch step {
      case .ask(let ask):
        guard let answer = put(ask, in: name) else { return }
        let registry = registry(name)
        guard let next = self[scene: name].running?.plan.answer(answer, in: registry) else { return }
        step = next
      case .step(let route):
        consider(route, isLastStep: false, in: name)
        return
      case .finished(let route):
        consider(route, isLastStep: true, in: name)
        return
      case .refused(let refusal):
        if let next = backAtRoot(after: refusal, in: name) {
          step = next
          continue
        }
        if refusal == .unchanged(.same), let running = self[scene: name].running, running.errand.command.isDryRun {
          consider(running.base, isLastStep: true, in: name)
          return
        }
        end(refusal.outcome.kind, message: refusal.outcome.message, in: name)
        return
      case .unhandled(let request):
        end(.unhandled, message: unhandledMessage(request, in: name), in: name)
        return
      }
    }
  }

  /// Back where there is nothing to go back to leads to the scene's own path for that, if it has one.
  private mutating func backAtRoot(after refusal: Refusal, in name: SceneName) -> PlanStep? {
    guard refusal == .unchanged(.atRoot), let path = settings.scenes[name]?.backAtRoot,
      var running = self[scene: name].running, running.errand.command.verb == .back, !running.triedBackAtRoot
    else { return nil }
    running.triedBackAtRoot = true
    running.plan = Plan(.navigator(.replace(path: path, in: nil)), on: running.base, ids: running.plan.ids)
    let step = running.plan.begin(in: registry(name))
    self[scene: name].running = running
    return step == .refused(.unchanged(.same)) ? .refused(refusal) : step
  }

  /// Takes the route that a step leads to: checks it, and has it built by the tree.
  private mutating func consider(_ goal: Route, isLastStep: Bool, in name: SceneName) {
    guard var running = self[scene: name].running else { return }
    running.planned = goal
    running.isBuilt = false
    running.isLastStep = isLastStep
    self[scene: name].running = running
    if let refusal = goal.validate() ?? tooLarge(goal, since: running.base) {
      end(refusal.outcome.kind, message: refusal.outcome.message, in: name)
      return
    }
    build(in: name)
  }

  /// The goal stands: asks those whom it concerns.
  mutating func gather(in name: SceneName) {
    guard var running = self[scene: name].running else { return }
    if running.errand.command.isDryRun {
      end(.unchanged(.dryRun), steps: steps(of: running, in: name), in: name)
      return
    }
    let leaving = running.base.leaving(for: running.goal)
    let arriving = running.goal.arriving(since: running.base)
    let registry = registry(name)
    let isAsked = !running.errand.command.skipsGuards && running.errand.cause != .death
    running.guardsDue = isAsked ? leaving.filter { registry.routable($0.screen.name)?.routable.guards == true } : []
    running.preparesDue = arriving.filter { registry.routable($0.screen.name)?.routable.prepares == true }
    self[scene: name].running = running
    awaitHosts(in: name)
  }

  /// What of the limits a new route breaks. Its size is an upper bound of both encodings.
  private func tooLarge(_ goal: Route, since base: Route) -> Refusal? {
    for element in goal.allElements where element.screen.content.encodedByteCount > Limits.contentBytesMax {
      // What was restored from a time of other limits may stay.
      if base.element(element.id)?.screen == element.screen { continue }
      return .rejected(
        .tooLarge, message: "the content of '\(element.screen.name)' is longer than \(Limits.contentBytesMax) bytes")
    }
    guard goal.encodedByteCount > Limits.routeBytesMax else { return nil }
    return .rejected(.tooLarge, message: "the route is longer than \(Limits.routeBytesMax) bytes")
  }

  /// Goes on when every arriving element has a live host, or waits for that as long as the command may.
  private mutating func awaitHosts(in name: SceneName) {
    guard let running = self[scene: name].running else { return }
    guard let screen = missingHost(of: running, in: name)?.screen.name else {
      askNextGuard(in: name)
      return
    }
    wait(or: Ending(kind: .rejected(.noHost), message: noHostMessage(screen, in: name)), in: name)
  }

  /// Waits for a worker as long as the command may, or ends it so.
  mutating func wait(or ending: Ending, in name: SceneName) {
    guard let running = self[scene: name].running else { return }
    if case .open = running.errand.command.verb {
      putAside(or: ending, until: running.errand.deadline, in: name)
      return
    }
    let ms = running.errand.command.isDryRun ? 0 : running.errand.hostWaitMs
    let until = running.waitsUntil ?? min(now.advanced(byMs: ms), running.errand.deadline)
    if until <= now {
      end(ending.kind, message: ending.message, stop: ending.stop, in: name)
    } else {
      self[scene: name].running?.phase = .awaitingHosts
      self[scene: name].running?.waitsUntil = until
    }
  }

  /// The first arriving element without a live host, where hosts are required.
  func missingHost(of running: Transition, in name: SceneName) -> Element? {
    guard settings.requiresHosts else { return nil }
    let registry = registry(name)
    return running.goal.arriving(since: running.base).first { element in
      if running.build?.decisions[element.id]?.builder?.isVirtual == true { return false }
      guard let (worker, routable) = registry.routable(element.screen.name) else { return true }
      return !routable.isVirtual && !(routable.hosts && session(of: worker) != nil)
    }
  }

  private func noHostMessage(_ screen: ScreenName, in name: SceneName) -> String {
    if let (worker, routable) = registry(name).routable(screen), routable.hosts {
      return "'\(screen)' is hosted by worker '\(worker)', which is not connected"
    }
    let hosted = roster.byScreen.keys.map(\.rawValue).sorted()
    let hint = Spelling.nearest(to: screen.rawValue, among: hosted).map { ". Did you mean '\($0)'?" } ?? ""
    let list = hosted.isEmpty ? "no screen is hosted" : "hosted: \(hosted.joined(separator: " "))"
    return "no worker hosts '\(screen)' in scene \(name)\(hint) (\(list))"
  }

  /// Asks the guards of what leaves, topmost first, one at a time.
  mutating func askNextGuard(in name: SceneName) {
    while let element = self[scene: name].running?.guardsDue.first {
      self[scene: name].running?.phase = .guarding
      self[scene: name].running?.guardsDue.removeFirst()
      switch put(.leave, to: element, in: name) {
      case .sent: return
      case .absent: continue
      case .silent:
        if refuses(silentGuard: element, in: name) { return }
      }
    }
    askNextHost(in: name)
  }

  /// What a silent guard means is registered with it.
  private mutating func refuses(silentGuard element: Element, in name: SceneName) -> Bool {
    guard let (worker, routable) = registry(name).routable(element.screen.name), routable.unanswered == .deny
    else { return false }
    let by = Outcome.Party(worker: worker, screen: element.screen.name, element: element.id)
    end(.vetoed(by: by, .noAnswer, code: nil), message: "the guard of \(element.screen.name) did not answer", in: name)
    return true
  }

  /// Asks the hosts that want to prepare what comes, root first, one at a time.
  private mutating func askNextHost(in name: SceneName) {
    guard let running = self[scene: name].running else { return }
    guard let element = running.preparesDue.first else {
      commitGoal(in: name)
      return
    }
    self[scene: name].running?.phase = .preparing
    self[scene: name].running?.preparesDue.removeFirst()
    let who = party(of: element, in: name)
    switch put(.host, to: element, in: name) {
    case .sent: return
    case .absent: end(.failed(who: who, .died, code: nil), message: "its host died", in: name)
    case .silent: end(.timedOut(phase: .host, who: who), message: "its host did not answer", in: name)
    }
  }

  func party(of element: Element, in name: SceneName) -> Outcome.Party {
    Outcome.Party(
      worker: registry(name).routable(element.screen.name)?.worker, screen: element.screen.name, element: element.id)
  }

  /// What an answer means for the running transition; its ask is closed already.
  mutating func apply(_ answer: Answer, to ask: Transition.OpenAsk, in name: SceneName) {
    let by = Outcome.Party(worker: ask.worker, screen: ask.screen, element: ask.element)
    guard let phase = self[scene: name].running?.phase else { return }
    switch (answer, phase) {
    case (.instruction(let instruction), .handling): go(on: .instruction(instruction), in: name)
    case (.merging(let instruction), .handling) where ask.isStep:
      go(on: .instruction(instruction, merging: true), in: name)
    case (.allow, .handling) where ask.isStep: go(on: PlanAnswer.customary, in: name)
    case (.declined, .handling): go(on: PlanAnswer.declined, in: name)
    case (.allow, .building): go(on: BuildAnswer.allow, in: name)
    case (.declined, .building): go(on: BuildAnswer.declined, in: name)
    case (.tree(let node), .building): go(on: .tree(node), in: name)
    case (.path(let path), .parsing): lead(to: path, in: name)
    case (.declined, .parsing): readOn(in: name)
    case (.allow, .guarding), (.instruction(.done), .guarding): askNextGuard(in: name)
    case (.allow, .preparing), (.instruction(.done), .preparing): askNextHost(in: name)
    case (.deny(let code, let message), _): end(.vetoed(by: by, .guard, code: code), message: message, in: name)
    case (.redirect(let verb, let ms), _): park(by: by, running: verb, withinMs: ms, in: name)
    case (.failed(let code, let message), _):
      end(.failed(who: by, .handler, code: code), message: message, in: name)
    case (.allow, .handling), (.allow, .parsing), (.instruction, .guarding), (.instruction, .preparing),
      (.instruction, .building), (.instruction, .parsing), (.declined, .guarding), (.declined, .preparing),
      (.merging, _), (.tree, _), (.path, _), (_, .awaitingHosts):
      end(
        .failed(who: by, .handler, code: "badAnswer"),
        message: "the answer does not fit the question '\(ask.request)'", in: name)
    }
    if scenes[name]?.running == nil { advance(name) }
  }

  /// What silence means for the running transition; its ask is closed already.
  mutating func applySilence(of ask: Transition.OpenAsk, died: Bool, in name: SceneName) {
    guard let phase = self[scene: name].running?.phase else { return }
    let by = Outcome.Party(worker: ask.worker, screen: ask.screen, element: ask.element)
    switch phase {
    case .handling where ask.isStep: endWalk(at: ask.request, by, died: died, in: name)
    case .handling: go(on: PlanAnswer.declined, in: name)
    case .parsing: readOn(lacking: died, in: name)
    case .building: stall(died: died, by: by, in: name)
    case .guarding:
      let element = ask.element.flatMap { self[scene: name].running?.base.element($0) }
      if !died, let element, refuses(silentGuard: element, in: name) { break }
      askNextGuard(in: name)
    case .preparing:
      end(
        died ? .failed(who: by, .died, code: nil) : .timedOut(phase: .host, who: by),
        message: died ? "its host died" : "its host did not answer", in: name)
    case .awaitingHosts: break
    }
    if scenes[name]?.running == nil { advance(name) }
  }

  private mutating func go(on answer: PlanAnswer, in name: SceneName) {
    let registry = registry(name)
    guard let step = self[scene: name].running?.plan.answer(answer, in: registry) else { return }
    drive(step, in: name)
  }
}
