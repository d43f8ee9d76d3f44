// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The end of a transition: commit and publish, or an outcome without one.
extension Coordinator {
  /// Commits the goal of the present step; then the command ends, or its next step begins.
  mutating func commitGoal(in name: SceneName) {
    guard var running = self[scene: name].running else { return }
    if let element = missingHost(of: running, in: name) {
      let who = party(of: element, in: name)
      end(.failed(who: who, .died, code: nil), message: "the host of '\(element.screen.name)' died", in: name)
      return
    }
    if running.goal == running.base {
      if running.isLastStep {
        finish(in: name)
      } else {
        resumeSteps(in: name)
      }
      return
    }
    let errand = running.errand
    let cause = Cause(
      kind: errand.cause, command: errand.parkedID ?? (errand.isInternal ? nil : errand.id),
      verb: errand.verbText, origin: errand.origin,
      asked: running.asked, because: errand.command.because, tokens: running.answered.map(\.token),
      skippedGuards: errand.command.skipsGuards)
    self[scene: name].ids = running.plan.ids
    let previous = commit(
      running.goal, cause, decisions: decisions(of: running, in: name), animated: errand.command.animated,
      verdictsOf: running, in: name)
    running.revisions.append(self[scene: name].revision)
    running.answered = []
    running.base = running.goal
    self[scene: name].running = running
    ledger[errand.id]?.revisions = running.revisions
    if running.isLastStep {
      finish(previous: previous, in: name)
    } else {
      recordOpen(running, in: name)
      resumeSteps(in: name)
    }
  }

  /// A stepwise command that has committed is in the journal with what it has done, so that a restart can say so.
  private mutating func recordOpen(_ running: Transition, in name: SceneName) {
    var outcome = outcome(
      of: running.errand.id, .failed(who: .coordinator, .restarted, code: nil), scene: name,
      message: "the coordinator restarted between two steps")
    outcome.asked = running.asked
    outcome.revisions = running.revisions
    actions.append(.record(.open(OpenRecord(decided: decidedRecord(outcome, of: running.errand)))))
  }

  /// Between two steps: minor commits enter, and a cancel or a superseder ends the command.
  private mutating func resumeSteps(in name: SceneName) {
    if let stop = self[scene: name].running?.stop {
      switch stop {
      case .cancelled: end(.cancelled, in: name)
      case .superseded(let by): end(.superseded(by: by), in: name)
      }
      return
    }
    let registry = registry(name)
    guard let step = self[scene: name].running?.plan.resume(in: registry) else { return }
    drive(step, in: name)
  }

  /// The command is done: committed, or nothing had to change.
  private mutating func finish(previous: Route? = nil, in name: SceneName) {
    guard let running = self[scene: name].running else { return }
    if running.revisions.isEmpty {
      end(.unchanged(.same), in: name)
      return
    }
    settle(running, used: true)
    self[scene: name].running = nil
    if running.link != nil { supersedeWaitingLinks(by: running.errand, in: name) }
    decide(
      running.errand, .committed, asked: running.asked, revisions: running.revisions,
      changedSince: previous ?? running.base)
  }

  /// Ends the running command without a commit (of the present step). The only other way out is ``finish(previous:in:)``.
  mutating func end(
    _ kind: Outcome.Kind, message: String? = nil, stop: TreeStop? = nil, steps: [BuildStep] = [],
    walk: [WalkStep] = [], in name: SceneName
  ) {
    guard let running = self[scene: name].running else { return }
    self[scene: name].running = nil
    let isHandled: Bool = if case .unchanged(.same) = kind { true } else { false }
    settle(running, used: isHandled)
    decide(
      running.errand, kind, message: message, asked: running.asked, revisions: running.revisions, stop: stop,
      steps: steps, walk: walk)
  }

  /// Makes a revision of a route and tells it, in this order: verdicts, states to workers, the update to observers.
  /// Returns the route before.
  @discardableResult
  mutating func commit(
    _ route: Route, _ cause: Cause, decisions: [ElementID: TreeDecision]? = nil, animated: Bool = false,
    verdictsOf running: Transition? = nil, in name: SceneName
  ) -> Route {
    let previous = self[scene: name].route
    let previousRevision = self[scene: name].revision
    let decided = self[scene: name].decisions
    if let decisions { self[scene: name].decisions = decisions }
    let isMinor = previous.differsOnlyInAppearance(from: route)
    self[scene: name].route = route
    self[scene: name].revision += 1
    if !isMinor { self[scene: name].majorRevision = previousRevision + 1 }
    self[scene: name].published = now
    self[scene: name].committed = now
    placeHosts(previous: previous, in: name)
    let scene = self[scene: name]
    counters.commits += 1
    actions.append(
      .record(
        .commit(
          CommitRecord(
            scene: name, revision: scene.revision, majorRevision: scene.majorRevision, isMinor: isMinor,
            route: Route(root: redacted(route.root)), nextID: scene.ids.next, epoch: epoch, cause: cause))))
    if let running { settle(running, used: true) }
    tellWorkers(previous: previous, animated: animated, in: name)
    tellTrees(previous: previous, decided: decided, in: name)
    actions.append(
      .publish(
        .update(
          Update(
            scene: name, epoch: epoch, previousRevision: previousRevision, revision: scene.revision,
            isMinor: isMinor, previous: redacted(previous.root), current: placed(name), cause: cause)), scene: name))
    settleAwaiting(in: name)
    return previous
  }

  /// An outcome of now, to be filled in.
  func outcome(
    of id: CommandID, _ kind: Outcome.Kind, scene name: SceneName, message: String? = nil
  ) -> Outcome {
    Outcome(
      id: id, kind: kind, message: message, scene: name, epoch: epoch, revision: scenes[name]?.revision ?? 0,
      path: placed(name), durable: isDurable)
  }

  func decidedRecord(_ outcome: Outcome, of errand: Errand) -> DecidedRecord {
    DecidedRecord(
      outcome: outcome, bodyHash: errand.bodyHash, verb: errand.verbText, origin: errand.origin,
      because: errand.command.because)
  }

  /// Gives a command its outcome: into the journal, then to those who wait for it, at once or when it has appeared.
  mutating func decide(
    _ errand: Errand, _ kind: Outcome.Kind, message: String? = nil, asked: [Asked] = [], revisions: [Revision] = [],
    changedSince previous: Route? = nil, stop: TreeStop? = nil, steps: [BuildStep] = [], walk: [WalkStep] = []
  ) {
    let name = errand.command.scene
    var outcome = outcome(of: errand.id, kind, scene: name, message: message)
    outcome.asked = asked
    outcome.revisions = revisions.count > 1 || errand.command.isStepwise ? revisions : []
    outcome.stop = stop
    outcome.steps = steps
    outcome.walk = walk
    outcome.ms = now.ms(since: errand.admitted)
    actions.append(.record(.decided(decidedRecord(outcome, of: errand))))
    let peers = ledger.decide(errand.id, outcome, bodyHash: errand.bodyHash, at: now)
    remember(outcome, of: errand)
    if let previous, errand.command.until == .appeared {
      awaitAppearance(outcome, peers: peers, since: previous, until: errand.deadline, in: name)
    } else {
      for peer in peers { reply(.outcome(outcome), to: peer) }
    }
    if let parkedID = errand.parkedID { settleParked(parkedID, by: outcome, in: name) }
    if errand.cause == .start { settleBoot(outcome, in: name) }
  }
}
