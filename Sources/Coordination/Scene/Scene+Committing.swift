// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Committing and publishing: one revision, in the journal before any peer hears of it.
extension Scene {
  /// Commits the goal of the present step, and says what comes next: another step, or the end.
  mutating func commit(_ goal: Transition.Goal, in world: World, _ turn: inout Turn) -> Transition.Move? {
    guard let base = running?.base else { return nil }
    let lost =
      lostHost(of: goal.route, common: goal.commonCount, goal.decisions, in: world)
      ?? deadHost(of: goal.route, in: world)
    if let lost { return .end(.ended(lost)) }
    guard goal.route != base else {
      if !goal.draft.isLast { return resumeSteps(in: world, &turn) }
      tellArrivals(of: goal, in: world, &turn)
      let isChanged = running?.revisions.isEmpty == false
      return .end(isChanged ? .committed(since: base) : .ended(Ending(.unchanged(.same))))
    }
    stage.ids = goal.draft.plan.ids
    noteDelivered(goal.draft.plan.taken)
    let decisions = decisions(of: goal, since: base)
    let previous = commit(goal.route, common: goal.commonCount, decisions: decisions, in: world, &turn)
    if goal.draft.isLast {
      tellArrivals(of: goal, in: world, &turn)
      return .end(.committed(since: previous))
    }
    noteStep(since: previous)
    recordOpen(in: world, &turn)
    return resumeSteps(in: world, &turn)
  }

  /// Commits the path that the changed tree builds, or keeps only what the tree says of it.
  mutating func commit(
    _ path: Path, _ decisions: [ElementID: TreeDecision], in world: World, _ turn: inout Turn
  ) -> Transition.Move? {
    // What it leaves undecided is to be built, also where a policy put it.
    stage.exempt = []
    // The tree may have gone since: then nothing is outside of it.
    guard stage.tree.isDeclared else {
      stage.decisions = [:]
      stage.refreshPresence(in: world, &turn)
      return .end(.ended(Ending(.unchanged(.same))))
    }
    guard path != stage.route.root else {
      let decided = stage.decisions
      stage.decisions = decisions
      stage.refreshPresence(in: world, &turn)
      stage.tellTrees(since: stage.route, decided: decided, in: world, &turn)
      return .end(.ended(Ending(.unchanged(.same))))
    }
    let route = Route(root: path)
    if let ending = refusal(of: route, in: world) ?? lostHost(of: route, common: 0, decisions, in: world) {
      // What stands is held to the changed tree all the same; what it does not build so is built anew with the next registration.
      stage.decisions = decisions.filter { stage.route.element($0.key)?.screen == $0.value.screen }
      stage.refreshPresence(in: world, &turn)
      return .end(.ended(ending))
    }
    let previous = commit(route, decisions: decisions, in: world, &turn)
    return .end(.committed(since: previous))
  }

  /// Why the path that the changed tree builds must not be committed: the tree's own screens are held to the limits and the lock
  /// as well.
  private func refusal(of route: Route, in world: World) -> Ending? {
    let common = route.root.commonCount(with: stage.route.root)
    let refusal = route.validate() ?? running?.tooLarge(route, common: common, on: stage)
    return refusal.map { Ending(refusal: $0) } ?? stage.lockEnding(route, in: world)
  }

  /// Tells the post tasks of a way to a destination.
  private mutating func tellArrivals(of goal: Transition.Goal, in world: World, _ turn: inout Turn) {
    let tasks = goal.draft.plan.postTasks
    guard !tasks.isEmpty, let errand = running?.errand else { return }
    stage.tellArrivals(tasks, of: errand, in: world, &turn)
  }

  /// The ending where an arriving element has lost its host since the goal stood: the worker has died, or hosts it no longer.
  private func lostHost(
    of route: Route, common: Int, _ decisions: [ElementID: TreeDecision]?, in world: World
  ) -> Ending? {
    guard let element = running?.missingHost(of: route, common: common, decisions, on: stage, in: world)
    else { return nil }
    guard let host = stage.registered(element.screen.name, in: world)?.owner, !world.isLive(host.slot) else {
      return Ending(.rejected(.noHost), lacking: element.screen.name)
    }
    return death(ofHostOf: element, in: world)
  }

  /// The ending where hosts are required and one that has prepared its element has died since, also where a newer process of its
  /// worker is there: that one has prepared nothing.
  private func deadHost(of route: Route, in world: World) -> Ending? {
    guard world.settings.requiresHosts, let prepared = running?.prepared else { return nil }
    let lost = prepared.first { world.session(of: $0.worker)?.incarnation != $0.incarnation }
    return lost.flatMap { route.element($0.element) }.map { death(ofHostOf: $0, in: world) }
  }

  private func death(ofHostOf element: Element, in world: World) -> Ending {
    Ending(
      .failed(who: stage.party(of: element, in: world), .died, code: nil),
      message: "the host of '\(element.screen.name)' died")
  }

  /// What the tree says of the goal, to be kept with the commit.
  private func decisions(of goal: Transition.Goal, since base: Route) -> [ElementID: TreeDecision] {
    guard stage.tree.isDeclared else { return [:] }
    if let decisions = goal.decisions { return decisions }
    return PathBuild(goal.route.root, by: stage.tree, from: base.root, keeping: stage.decisions).decisions
  }

  /// Makes a revision of the route that the running transition leads to. Returns the route before.
  ///
  /// - Parameter common: With how many elements both root paths begin, where that is known.
  private mutating func commit(
    _ route: Route, common: Int? = nil, decisions: [ElementID: TreeDecision], in world: World, _ turn: inout Turn
  ) -> Route {
    guard let (errand, asked, tokens) = commitReasons() else {
      preconditionFailure("no transition runs in \(name)")
    }
    let decided = stage.decisions
    stage.decisions = decisions
    if errand.cause != .death { stage.fallenFrom = [:] }
    let isSensitive = world.concernsSensitive(errand, asked: asked, on: route, since: stage.route)
    if isSensitive { noteSensitive() }
    let cause = Cause(
      of: errand, asked: asked, tokens: tokens, because: errand.because(isSensitive: isSensitive),
      in: world)
    let previous = stage.set(route, common: common, in: world)
    stage.noteExempt(since: previous.route, decided, byPolicyOf: errand.policy?.element)
    let revision = stage.revision
    // Any other command ends with its commit, and then its outcome says the revision.
    if errand.isStepwise { turn.ledger.change(errand.key) { $0.revisions.append(revision) } }
    turn.record(.commit(stage.commitRecord(since: previous, cause, in: world)))
    settleCommit(in: world, &turn)
    publish(since: previous, decided: decided, cause, animated: errand.isAnimated, in: world, &turn)
    return previous.route
  }

  /// Tells a commit, in this order: states to workers, events to tree nodes, the update to observers, then outcomes that
  /// waited for an appearance.
  private mutating func publish(
    since previous: Stage.Position, decided: [ElementID: TreeDecision], _ cause: Cause, animated: Bool, in world: World,
    _ turn: inout Turn
  ) {
    turn.counters.commits += 1
    if !previous.isMinor { beginIdleWait(in: world) }
    stage.tellWorkers(since: previous, animated: animated, in: world, &turn)
    stage.tellTrees(since: previous.route, decided: decided, in: world, &turn)
    turn.append(.publish(.update(stage.update(since: previous, cause, in: world)), scene: name))
    settleAppearances(in: world, &turn)
  }

  /// A stepwise command that has committed is in the journal with what it has done, so that a restart can say so.
  private func recordOpen(in world: World, _ turn: inout Turn) {
    guard let running else { return }
    var outcome = Outcome(
      running.errand.id, .failed(who: .coordinator, .restarted, code: nil),
      message: "the coordinator restarted between two steps", scene: name, on: stage, in: world)
    outcome.asked = running.asked
    outcome.revisions = running.revisions
    let isSensitive = world.concernsSensitive(running.errand, asked: running.asked, on: stage.route)
    let because = running.errand.because(isSensitive: isSensitive)
    turn.record(.open(OpenRecord(decided: DecidedRecord(outcome, of: running.errand, because: because, in: world))))
  }

  /// An element that was reported to have appeared, and the screen that it showed then.
  struct Appearance: Hashable, Sendable {
    let element: ElementID
    let screen: ScreenName
    /// That of the last state which the worker had taken; nil where it does not tell.
    var revision: Revision?
  }

  /// APPEARED: committed as a minor revision, at once or after the running transition.
  mutating func noteAppearances(_ appeared: Appeared, of worker: WorkerSlot, in world: World, _ turn: inout Turn) {
    let own = appeared.elements.compactMap { id -> Appearance? in
      guard let screen = stage.route.element(id)?.screen.name, world.isHost(worker, of: screen, in: name),
        !stage.isOutdated(id, at: appeared.revision)
      else { return nil }
      return Appearance(element: id, screen: screen, revision: appeared.revision)
    }
    guard !own.isEmpty else { return }
    stage.followers[worker, default: Stage.Following()].attends = true
    for appearance in own {
      stage.failures[appearance.element] = nil
      stage.fallenFrom[appearance.element] = nil
    }
    // Until the running transition has ended a worker can say so any number of times: the last time counts.
    for appearance in own {
      let index = appearances.firstIndex { ($0.element, $0.screen) == (appearance.element, appearance.screen) }
      if let index { appearances[index] = appearance } else { appearances.append(appearance) }
    }
    stage.refreshPresence(in: world, &turn)
    guard running == nil else { return }
    commitAppearances(in: world, &turn)
    // A command may wait until nothing moves any more.
    advance(in: world, &turn)
  }

  /// Commits the appearances that were reported meanwhile, as one minor revision.
  mutating func commitAppearances(in world: World, _ turn: inout Turn) {
    guard !appearances.isEmpty else { return }
    let reported = appearances
    appearances = []
    var (route, ids) = (stage.route, stage.ids)
    let registry = stage.registry(in: world)
    for appearance in reported {
      let id = appearance.element
      // A transition may have put another screen in its place.
      guard stage.route.element(id)?.screen.name == appearance.screen, !stage.isOutdated(id, at: appearance.revision)
      else { continue }
      if case .success(let next) = route.applying(.didAppear(.id(id)), asked: nil, ids: &ids, in: registry) {
        route = next
      }
    }
    if route != stage.route {
      let cause = Cause(kind: .appeared, verb: "appeared")
      let previous = stage.set(route, in: world)
      turn.record(.commit(stage.commitRecord(since: previous, cause, in: world)))
      publish(since: previous, decided: stage.decisions, cause, animated: false, in: world, &turn)
    }
    settleAppearances(in: world, &turn)
  }
}

extension Cause {
  /// Why the transition of an errand commits.
  fileprivate init(
    of errand: Errand, asked: [Asked], tokens: [Ask.Token], because: String?, in world: World
  ) {
    self.init(
      kind: errand.cause, command: errand.parkedID ?? (errand.isInternal ? nil : errand.id),
      verb: errand.verbText(in: world), origin: errand.origin, asked: asked, because: because, tokens: tokens,
      skippedGuards: errand.skipsGuards)
  }
}
