// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Why a registration is refused. Nothing of it then counts.
extension World {
  /// The refusal of a registration, if there is a reason; `treeParts` are those of its tree.
  func refusal(of registration: Registration, _ treeParts: [TreePart], from peer: Peer) -> ProtocolError? {
    if isStopping { return ProtocolError(.stopping, "the coordinator is ending; say HELLO to the next one") }
    return refusalOfName(of: registration, from: peer) ?? refusalOfScreens(of: registration)
      ?? refusalOfParts(of: registration) ?? refusalOfTree(treeParts, of: registration)
      ?? refusalOfRoots(of: registration)
  }

  private func refusalOfName(of registration: Registration, from peer: Peer) -> ProtocolError? {
    let name = registration.worker
    guard let slot = workers.slot(name) else {
      let share = workers.share(of: peer.user, capacity: settings.workersMax)
      return share.isFull ? ProtocolError(.full, share.refusal(of: peer.user, "workers", until: "end some")) : nil
    }
    if workers[slot].retired.contains(registration.incarnation) {
      return ProtocolError(.replaced, "a newer process has taken the name '\(name)'; this one is over")
    }
    if let holder = workers[slot].session, holder.uid != peer.uid {
      return ProtocolError(
        .nameTaken,
        "the worker name '\(name)' is held by pid \(holder.pid) of user \(holder.uid.map(String.init) ?? "unknown")")
    }
    return nil
  }

  private func refusalOfScreens(of registration: Registration) -> ProtocolError? {
    if registration.routables.count > Limits.routablesMax {
      return ProtocolError(.full, "a worker registers at most \(Limits.routablesMax) screens")
    }
    for screen in registration.routables.keys.sorted() where registration.routables[screen]?.hosts == true {
      if let holder = liveHolder(among: workers.roster.screens[screen, default: []].map(\.owner), besides: registration)
      {
        return ProtocolError(
          .nameTaken, "screen '\(screen)' is hosted by worker '\(holder)' already; one host for each screen of a scene")
      }
    }
    return nil
  }

  private func refusalOfRoots(of registration: Registration) -> ProtocolError? {
    for screen in registration.root {
      if let holder = liveHolder(among: workers.roster.roots[screen, default: []], besides: registration) {
        return ProtocolError(
          .nameTaken, "root '\(screen)' is installed by worker '\(holder)' already; one installer for each root name")
      }
    }
    return nil
  }

  private func refusalOfParts(of registration: Registration) -> ProtocolError? {
    for part in registration.parts.keys.sorted() {
      if let holder = liveHolder(among: workers.roster.parts[part, default: []], besides: registration) {
        return ProtocolError(
          .nameTaken, "part '\(part)' is declared by worker '\(holder)' already; one worker for each part of a scene")
      }
    }
    return nil
  }

  /// Composes the tree of each scene that the registration concerns as it would be, once for all scenes that have the same
  /// other workers. All readings together are bounded, so that no registration holds up the coordinator.
  private func refusalOfTree(_ mine: [TreePart], of registration: Registration) -> ProtocolError? {
    guard !mine.isEmpty else { return nil }
    let others = workers.inOrder.filter { workers[$0].name != registration.worker && !workers[$0].treeParts.isEmpty }
    let nodes = (mine + others.flatMap { workers[$0].treeParts }).reduce(0) { $0 + $1.nodeCount }
    guard nodes <= Limits.treesNodesMax else {
      let message = "the trees of all workers would have \(nodes) nodes; at most \(Limits.treesNodesMax) are kept"
      return ProtocolError(.full, message)
    }
    var steps = 0
    let yielded = Set(registration.parts.keys)
    for present in companies(of: others, in: registration.scenes) {
      func parts(_ slot: WorkerSlot) -> [TreePart] {
        workers[slot].treeParts.filter { part in part.name.map { !yielded.contains($0) } ?? true }
      }
      // The routes of a dead worker give way.
      let live = TreeComposition(mine + present.filter { isLive($0) }.flatMap(parts))
      let all = present.allSatisfy { isLive($0) } ? live : TreeComposition(mine + present.flatMap(parts))
      steps += live.steps + all.steps
      if let error = refusal(of: live, all, steps: steps) { return error }
    }
    return nil
  }

  private func refusal(of live: TreeComposition, _ all: TreeComposition, steps: Int) -> ProtocolError? {
    if all.excess == .depth || live.excess == .depth {
      let message =
        "parts of the tree lead to each other so that more than \(PlanReader.depthMax) nodes lie in each other"
      return ProtocolError(.full, message)
    }
    if let (first, second) = live.plan.duplicates {
      return ProtocolError(
        .malformed, "route '\(first.id)' is declared twice, by \(first.declaration) and by \(second.declaration)")
    }
    if all.excess == .steps || live.excess == .steps || steps > Limits.treeStepsMax {
      let message = "to compose the trees of its scenes, more than \(Limits.treeStepsMax) nodes would have to be read"
      return ProtocolError(.full, "\(message); serve fewer scenes, or let fewer alternatives lead to the same parts")
    }
    guard let circle = all.circle else { return nil }
    let way = circle.prefix(Limits.circleNamesMax).map(\.rawValue) + (circle.count > Limits.circleNamesMax ? ["…"] : [])
    return ProtocolError(
      .malformed,
      "parts of the tree lead in a circle: \(way.joined(separator: " → ")); "
        + "put a screen between them")
  }

  /// The workers that are present together in some scene of a registration, each such company once: in the scenes that it
  /// names, else in any scene, also in one that no worker names.
  private func companies(of others: [WorkerSlot], in scenes: [SceneName]?) -> [[WorkerSlot]] {
    var naming: [SceneName: [WorkerSlot]] = [:]
    var named: [SceneName] = []
    for slot in others {
      for scene in Set(workers[slot].registration.scenes ?? []) { naming[scene, default: []].append(slot) }
      if scenes == nil { named += workers[slot].registration.scenes ?? [] }
    }
    var companies: [[WorkerSlot]] = []
    var seen: Set<[WorkerSlot]> = []
    // Nobody names the empty one; the workers that serve all scenes are in each.
    for company in [scenes == nil ? [] : nil] + (scenes ?? named).map({ naming[$0] ?? [] }) {
      guard let company, seen.insert(company).inserted else { continue }
      let here = Set(company)
      companies.append(others.filter { workers[$0].owner.scenes == nil || here.contains($0) })
    }
    return companies
  }

  /// The live worker that holds a name in a scene of the registration.
  private func liveHolder(among owners: [Owner], besides registration: Registration) -> WorkerName? {
    owners.first { owner in
      owner.name != registration.worker && isLive(owner.slot)
        && owner.serves(anyOf: registration.scenes)
    }?.name
  }

  /// The tree that the workers of a scene make together now.
  func composition(of scene: SceneName) -> TreeComposition { composition(of: declarers(in: scene)) }

  /// The tree that these workers make together.
  func composition(of declarers: [WorkerSlot]) -> TreeComposition {
    TreeComposition(declarers.flatMap { workers[$0].treeParts })
  }

  /// The workers that declare the tree of a scene, by name.
  func declarers(in scene: SceneName) -> [WorkerSlot] {
    workers.inOrder.filter { !workers[$0].treeParts.isEmpty && workers[$0].serves(scene) }
  }
}
