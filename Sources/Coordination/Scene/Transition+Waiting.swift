// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Waiting for a worker to register, and what one that came changes (specification, section "Transitions").
extension Transition {
  /// Waits for a worker to register for as long as the command may, or ends it so.
  ///
  /// - Parameter draft: nil where it could not be planned without that worker.
  mutating func awaitWorkers(for draft: Draft?, goal: Goal?, or ending: Ending, in world: World) -> Move {
    if errand.isLink { return putAside(until: errand.deadline, or: ending, in: world) }
    if let stop { return .end(.ended(stop.ending)) }
    let ms = errand.isDryRun ? 0 : errand.hostWaitMs
    let until = hostsAwaitedUntil ?? min(world.time.advanced(byMs: ms), errand.deadline)
    guard until > world.time else { return .end(.ended(ending)) }
    hostsAwaitedUntil = until
    state = .awaitingHosts(draft, goal: goal, until: until, ending)
    return .wait
  }

  /// Whether it waits for a worker to register.
  var awaitsHosts: Bool { if case .awaitingHosts = state { true } else { false } }

  /// Whether it waits for a worker, and has waited long enough.
  func hasAwaitedHosts(until now: Instant) -> Bool {
    if case .awaitingHosts(_, goal: _, let until, _) = state { until <= now } else { false }
  }

  /// A worker has registered: a transition that waits for one looks again. What the worker declares of its screens counts as if it
  /// had been known from the beginning.
  mutating func lookAgain(on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    guard case .awaitingHosts(let draft, let goal, until: _, let ending) = state else {
      hasNewcomers = true
      return .wait
    }
    // Every registration makes every scene look again, and planning may take long: it is left out while the same host is missing. In a
    // changed tree the screen may need no host.
    let isTreeSame = goal.map { $0.treeVersion == stage.treeVersion } ?? true
    if isTreeSame, let lacking = ending.lacking, isUnhosted(lacking, on: stage, in: world) { return .wait }
    state = .idle(nil)
    guard let draft, !canPlanAgain else { return planAgain(on: stage, in: world, &turn) }
    return goOn(with: draft, isTreeSame ? goal : nil, on: stage, in: world, &turn)
  }

  /// Whether the command can be planned from its verb once more: nobody has answered, not by a standing answer either, so no question
  /// would be put twice and no id of a draft is known, and no step is committed.
  var canPlanAgain: Bool {
    sentAsks == 0 && revisions.isEmpty && !asked.dropFirst(askedBefore).contains(where: \.standing)
  }

  /// Plans the command as if its turn had just come. Its time to wait for workers goes on.
  private mutating func planAgain(on stage: Stage, in world: World, _ turn: inout Turn) -> Move {
    asked.removeSubrange(askedBefore...)
    (triedBackAtRoot, hasNewcomers) = (false, false)
    return begin(on: stage, in: world, &turn)
  }

  /// Goes on with a draft that answers of workers, or committed steps, have led to, where a worker has registered since. It keeps
  /// its elements.
  ///
  /// - Parameter goal: What a tree has made of it; nil where it is to be built by the present one.
  mutating func goOn(
    with draft: Draft, _ goal: Goal?, on stage: Stage, in world: World, _ turn: inout Turn
  ) -> Move {
    hasNewcomers = false
    var plan = draft.plan
    let route: Route
    do throws(Refusal) {
      route = try plan.completing(draft.route, since: base, in: stage.registry(in: world))
    } catch {
      return .end(.ended(Ending(refusal: error)))
    }
    if route != draft.route {
      let completed = Draft(plan: plan, route: route, isLast: draft.isLast, since: base)
      return consider(completed, on: stage, in: world, &turn)
    }
    if let goal { return gather(goal, on: stage, in: world, &turn) }
    return build(draft, on: stage, in: world, &turn)
  }

  /// The container whose branches a verb gives while nobody hosts it, so that nobody knows which it has; nil where the refusal
  /// has another reason, or the command could not be planned again.
  func lackedContainer(of refusal: Refusal, on stage: Stage, in world: World) -> ScreenName? {
    guard case .rejected(.noSuchBranch, message: _) = refusal, world.settings.requiresHosts,
      canPlanAgain || errand.isLink
    else { return nil }
    return plannedVerb(on: stage, in: world)?.firstScreen {
      refusal.isLackOfBranches(of: $0) && isUnhosted($0.screen.name, on: stage, in: world)
    }
  }

  /// Whether no live worker hosts a screen, and some worker needs to.
  func isUnhosted(_ screen: ScreenName, on stage: Stage, in world: World) -> Bool {
    guard let registered = stage.registered(screen, in: world) else { return true }
    return !registered.routable.isVirtual && !(registered.routable.hosts && world.isLive(registered.owner.slot))
  }

  /// What it plans: the verb, or that which takes its place.
  private func plannedVerb(on stage: Stage, in world: World) -> Verb? {
    if triedBackAtRoot {
      return world.settings.scenes[stage.name]?.backAtRoot.map { .navigator(.replace(path: $0, in: nil)) }
    }
    if case .path(let path) = errand.leadsTo { return .navigator(.replace(path: path, in: nil)) }
    return errand.command?.verb
  }
}
