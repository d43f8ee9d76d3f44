// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The goal stands: hosts are awaited, guards are asked, hosts are prepared (specification, section "Transitions").
extension Transition {
  /// A draft that no tree builds is the goal as it is.
  mutating func gather(_ draft: Draft, on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    let goal = Goal(
      draft: draft, route: draft.route, commonCount: draft.commonCount, decisions: nil, treeVersion: stage.treeVersion)
    return gather(goal, on: stage, in: world, &turn)
  }

  /// Goes on with a goal that the lock of the scene lets stand: to the guards once every arriving element has a live host.
  mutating func gather(_ goal: Goal, on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    if hasNewcomers { return goOn(with: goal.draft, goal, on: stage, in: world, &turn) }
    tell(idsOf: goal.draft.plan)
    if let ending = stage.lockEnding(goal.route, in: world) { return .end(.ended(ending)) }
    if errand.isDryRun {
      return .end(
        .ended(
          Ending(
            .unchanged(.dryRun), steps: buildSteps(of: goal, on: stage, in: world),
            search: search(of: goal, on: stage, in: world))))
    }
    if let element = missingHost(of: goal.route, common: goal.commonCount, goal.decisions, on: stage, in: world) {
      // In a tree that came while the one before was asked it may need none. A link is read again as a whole.
      if goal.treeVersion != stage.treeVersion, !errand.isLink {
        return build(goal.draft, on: stage, in: world, &turn)
      }
      let ending = Ending(.rejected(.noHost), lacking: element.screen.name)
      return awaitWorkers(for: goal.draft, goal: goal, or: ending, in: world)
    }
    return askGuards(guards(of: goal, on: stage, in: world)[...], of: goal, on: stage, in: world, &turn)
  }

  /// The leaving elements whose guards are asked, topmost first.
  func guards(of goal: Goal, on stage: Stage, in world: World) -> [Element] {
    guard errand.asksGuards else { return [] }
    return base.leaving(for: goal.route, common: goal.commonCount) {
      stage.registered($0.screen.name, in: world)?.routable.guards == true
    }
  }

  /// The first arriving element without a live host, where hosts are required.
  func missingHost(
    of route: Route, common: Int, _ decisions: [ElementID: TreeDecision]?, on stage: Stage, in world: World
  ) -> Element? {
    guard world.settings.requiresHosts else { return nil }
    return route.arriving(since: base, common: common).first { element in
      if decisions?[element.id]?.builder?.isVirtual == true { return false }
      return isUnhosted(element.screen.name, on: stage, in: world)
    }
  }

  /// Asks the guards of the leaving elements, topmost first, one at a time.
  mutating func askGuards(
    _ guards: ArraySlice<Element>, of goal: Goal, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Move {
    var due = guards
    while let element = due.popFirst() {
      let inquiry = Inquiry(
        .leave, about: element, of: stage.registered(element.screen.name, in: world),
        showing: goal.route.root)
      switch sendAsk(inquiry, on: stage, in: world, &turn) {
      case .sent:
        state = .guarding(goal, due: due)
        return .wait
      case .absent: continue
      case .silent:
        if let veto = silenceVeto(of: element, wasAsked: false, on: stage, in: world) { return .end(.ended(veto)) }
      case .exhausted: return .end(.ended(Self.exhausted))
      }
    }
    return pass(goal, on: stage, in: world, &turn)
  }

  /// Has the arriving elements prepared by the hosts that want to.
  mutating func prepare(_ goal: Goal, on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    let hosts = goal.route.arriving(since: base, common: goal.commonCount) {
      stage.registered($0.screen.name, in: world)?.routable.prepares == true
    }
    prepared = []
    return askHosts(hosts[...], of: goal, on: stage, in: world, &turn)
  }

  /// The veto that the silence of a guard means, if it is registered so.
  func silenceVeto(of element: Element, wasAsked: Bool, on stage: Stage, in world: World) -> Ending? {
    guard stage.registered(element.screen.name, in: world)?.routable.unanswered == .deny else { return nil }
    let words = wasAsked ? "did not answer" : Asked.Answer.notAsked
    return Ending(
      .vetoed(by: stage.party(of: element, in: world), .noAnswer, code: nil),
      message: "the guard of \(element.screen.name) \(words)")
  }

  /// Asks the hosts that want to prepare an arriving element, root first, one at a time.
  mutating func askHosts(
    _ hosts: ArraySlice<Element>, of goal: Goal, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Move {
    var due = hosts
    guard let element = due.popFirst() else {
      state = .idle(goal.draft)
      return .commit(goal)
    }
    let inquiry = Inquiry(
      .host, about: element, of: stage.registered(element.screen.name, in: world), showing: goal.route.root)
    switch sendAsk(inquiry, on: stage, in: world, &turn) {
    case .sent:
      state = .preparing(goal, due: due)
      return .wait
    case .absent: return .end(.ended(silentHost(inquiry.party, died: true)))
    case .silent: return .end(.ended(unaskedHost(inquiry.party)))
    case .exhausted: return .end(.ended(Self.exhausted))
    }
  }

  /// The ending where a host cannot be asked.
  func unaskedHost(_ party: Outcome.Party) -> Ending {
    Ending(.timedOut(phase: .host, who: party), message: "its host \(Asked.Answer.notAsked)")
  }

  /// The ending where a host does not say that it is prepared.
  func silentHost(_ party: Outcome.Party, died: Bool) -> Ending {
    died
      ? Ending(.failed(who: party, .died, code: nil), message: "its host died")
      : Ending(.timedOut(phase: .host, who: party), message: "its host did not answer")
  }

  /// A gate redirects the command, which is then parked. A command that has committed a step cannot be, and a dry run changes nothing.
  func park(by ask: OpenAsk, first verb: Verb, within time: Duration, in world: World) -> Move {
    let gate = ask.party
    guard !errand.isDryRun else {
      let message = "something else has to come first, and a dry run does not wait for it"
      return .end(.ended(Ending(.vetoed(by: gate, .redirected, code: nil), message: message)))
    }
    guard revisions.isEmpty else {
      return .end(
        .ended(
          Ending(
            .vetoed(by: gate, .redirected, code: nil), message: "a command cannot be parked after a step")))
    }
    guard errand.depth < Limits.depthMax else {
      let wish = world.redacted(verb, leadingTo: nil).verbText
        .shortened(bytesMax: Scene.verbBytesMax, countsEllipsis: true)
      let message =
        "\(ask.screen), asked '\(ask.request)', wants '\(wish)' first, and more than \(Limits.depthMax) redirects and "
        + "commands led to this one"
      return .end(.ended(Ending(.rejected(.tooDeep), message: message)))
    }
    return .end(.parked(by: gate, task: ask.task == nil ? nil : ask.request, first: verb, within: time))
  }

  /// The ending of a command whose time is over in the present state.
  var timedOut: Ending {
    let phase: Outcome.Phase
    switch state {
    // No worker was silent: none has registered. The command ends as it would have without waiting.
    case .awaitingHosts(_, goal: _, until: _, let ending): return ending
    case .reading, .planning: phase = openAsk.map { $0.isStep ? .step : $0.task == nil ? .handle : .task } ?? .handle
    case .building, .rebuilding: phase = .build
    case .guarding: phase = .guard
    case .intercepting: phase = .task
    case .preparing, .idle: phase = .host
    }
    return Ending(.timedOut(phase: phase, who: openAsk?.party), message: "the command's time is over")
  }

  /// The elements of a dry run: the workers that would build and show each.
  private func buildSteps(of goal: Goal, on stage: Stage, in world: World) -> [BuildStep] {
    var steps: [BuildStep] = []
    func add(_ path: Path, inside branches: [BranchName]) {
      for element in path.elements {
        let builder = goal.decisions?[element.id]?.builder
        steps.append(
          BuildStep(
            screen: world.redacted(element.screen), worker: builder?.worker, part: builder?.part,
            wasAsked: builder?.wasAsked ?? false,
            host: stage.registered(element.screen.name, in: world)?.owner.name, inside: branches))
        for branch in element.branches?.branches ?? [] { add(branch.path, inside: branches + [branch.name]) }
      }
    }
    add(goal.route.root, inside: [])
    return steps
  }
}
