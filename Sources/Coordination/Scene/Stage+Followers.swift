// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Telling workers of the route, and hearing what they show: a worker follows the state of its elements, not events
/// (specification, section "Following").
extension Stage {
  /// Tells the workers whose elements a commit has changed, and those that want whole routes, in the order of names.
  mutating func tellWorkers(since previous: Position, animated: Bool, in world: World, _ turn: inout Turn) {
    // A worker whose elements all stand in what both routes share is told nothing; of those only the last one may show in
    // another way, where it has been covered or uncovered.
    var start = previous.commonCount
    if start > 0, (start == route.root.count) != (start == previous.route.root.count) { start -= 1 }
    var lookup = RegistrationLookup(name)
    var concerned = changedWorkers(
      hosted(previous.route, from: start, &lookup, in: world), hosted(route, from: start, &lookup, in: world))
    if !world.workers.roster.routeFollowers.isEmpty {
      let known = Set(concerned.map(\.slot))
      concerned += world.workers.roster.routeFollowers.filter { $0.serves(name) && !known.contains($0.slot) }
    }
    if concerned.count > 1 { concerned.sort { $0.name < $1.name } }
    for owner in concerned { tell(owner.slot, animated: animated, in: world, &turn) }
  }

  /// An element of a route and the worker that hosts it.
  private struct Hosted {
    let owner: Owner
    let element: Element
    let visibility: Element.Visibility
    /// Its place among the elements of the route.
    let order: Int

    /// Whether a worker would be told the same of both: what branches hold is told by its own elements.
    static func areSame(_ one: Hosted, _ other: Hosted) -> Bool {
      let (mine, yours) = (one.element, other.element)
      return mine.id == yours.id && one.visibility == other.visibility && mine.hasAppeared == yours.hasAppeared
        && mine.subTree == yours.subTree && mine.screen == yours.screen
        && (mine.branches == nil && yours.branches == nil || mine.outline().branches == yours.outline().branches)
    }
  }

  /// The elements of a route from this place of the root path on that have a host, sorted by worker and, for each worker,
  /// in the order of the route.
  private func hosted(
    _ route: Route, from start: Int, _ lookup: inout RegistrationLookup, in world: World
  ) -> [Hosted] {
    var hosted: [Hosted] = []
    route.root.forEachElement(from: start) { element, visibility in
      guard let owner = lookup.host(element.screen.name, in: world) else { return }
      hosted.append(Hosted(owner: owner, element: element, visibility: visibility, order: hosted.count))
    }
    if hosted.count > 1 { hosted.sort { ($0.owner.slot.index, $0.order) < ($1.owner.slot.index, $1.order) } }
    return hosted
  }

  /// The workers whose elements differ.
  private func changedWorkers(_ before: [Hosted], _ after: [Hosted]) -> [Owner] {
    var changed: [Owner] = []
    var (old, new) = (before[...], after[...])
    while let owner = Self.firstBySlot(old.first?.owner, new.first?.owner) {
      let mine = old.prefix { $0.owner.slot == owner.slot }
      let yours = new.prefix { $0.owner.slot == owner.slot }
      if !mine.elementsEqual(yours, by: Hosted.areSame) { changed.append(owner) }
      old = old.dropFirst(mine.count)
      new = new.dropFirst(yours.count)
    }
    return changed
  }

  /// The worker that comes first by slot.
  private static func firstBySlot(_ one: Owner?, _ other: Owner?) -> Owner? {
    guard let one, let other else { return one ?? other }
    return one.slot.index <= other.slot.index ? one : other
  }

  /// The elements that a worker hosts, without what their branches hold.
  private func elements(of worker: WorkerSlot, in world: World) -> [Element] {
    var elements: [Element] = []
    var lookup = RegistrationLookup(name)
    route.root.forEachElement { element, visibility in
      guard lookup.host(element.screen.name, in: world)?.slot == worker else { return }
      elements.append(element.outline(visibility))
    }
    return elements
  }

  /// Sends a worker the state of its elements, if it has a session.
  private mutating func tell(_ worker: WorkerSlot, animated: Bool, in world: World, _ turn: inout Turn) {
    guard let session = world.workers[worker].session else { return }
    followers[worker, default: Following()].told = revision
    turn.send(
      .workerState(
        WorkerState(
          scene: name, revision: revision, elements: elements(of: worker, in: world),
          path: world.workers[worker].registration.wantsRoutes
            ? world.redacted(route.root, for: worker, in: name) : nil, animated: animated)), to: session)
  }

  /// Tells a worker everything that concerns it: when its session begins, and when its registration has changed.
  mutating func catchUp(_ worker: WorkerSlot, in world: World, _ turn: inout Turn) {
    let applied = world.workers[worker].session?.applied[name]
    if applied == Applied(epoch: world.epoch, revision: revision) {
      followers[worker, default: Following()].attends = true
    }
    tell(worker, animated: false, in: world, &turn)
    refreshPresence(in: world, &turn)
  }

  /// Tells a worker that nothing here is its own any more: it serves the scene no longer.
  mutating func letGo(of worker: WorkerSlot, in world: World, _ turn: inout Turn) {
    followers[worker] = nil
    if let session = world.workers[worker].session {
      turn.send(.workerState(world.emptyState(of: name, at: revision, for: worker)), to: session)
    }
    refreshPresence(in: world, &turn)
  }

  /// A worker says what it shows: an older state is told again.
  mutating func acknowledge(_ applied: Applied?, of worker: WorkerSlot, in world: World, _ turn: inout Turn) {
    let isUpToDate: Bool
    if let applied, applied.epoch == world.epoch {
      // A session is told only what concerns it, so its revision may lie behind that of the scene.
      isUpToDate = applied.revision >= followers[worker]?.told ?? 0
    } else {
      isUpToDate = !world.workers[worker].registration.wantsRoutes && elements(of: worker, in: world).isEmpty
    }
    guard isUpToDate else {
      // It is pinged each second, and may say so more often than that: each time all of it would be written and sent.
      if let repaired = followers[worker]?.repaired, world.time.ms(since: repaired) < Double(Limits.repairMs) { return }
      tell(worker, animated: false, in: world, &turn)
      followers[worker, default: Following()].repaired = world.time
      return
    }
    guard followers[worker]?.attends != true else { return }
    followers[worker, default: Following()].attends = true
    refreshPresence(in: world, &turn)
  }
}
