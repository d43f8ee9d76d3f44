// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Why a registration is refused. Nothing of it then counts.
extension World {
  /// The refusal of a registration, if there is a reason; `scenes` are those that exist.
  func refusal(of registration: Registration, from peer: Peer, scenes: [SceneName]) -> ProtocolError? {
    if isStopping { return ProtocolError(.stopping, "the coordinator is ending; say HELLO to the next one") }
    return refusalOfName(of: registration, from: peer) ?? refusalOfScreens(of: registration)
      ?? refusalOfTree(of: registration, scenes: scenes) ?? refusalOfRoots(of: registration)
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

  private func refusalOfTree(of registration: Registration, scenes: [SceneName]) -> ProtocolError? {
    let mine = registration.treeParts
    guard !mine.isEmpty else { return nil }
    for part in registration.parts.keys.sorted() {
      if let holder = liveHolder(among: workers.roster.parts[part, default: []], besides: registration) {
        return ProtocolError(
          .nameTaken, "part '\(part)' is declared by worker '\(holder)' already; one worker for each part of a scene")
      }
    }
    let named = workers.inOrder.flatMap { workers[$0].registration.scenes ?? [] }
    let known = named + scenes + settings.scenes.keys
    for scene in Set(registration.scenes ?? (known + ["main"])).sorted() {
      if let error = refusalOfTree(mine, of: registration, in: scene) { return error }
    }
    return nil
  }

  private func refusalOfTree(
    _ mine: [TreePart], of registration: Registration, in scene: SceneName
  ) -> ProtocolError? {
    var others: [TreePart] = []
    var live: [TreePart] = []
    for slot in workers.inOrder where workers[slot].name != registration.worker && workers[slot].serves(scene) {
      let parts = workers[slot].treeParts.filter { part in part.name.map { registration.parts[$0] == nil } ?? true }
      others += parts
      if isLive(slot) { live += parts }
    }
    // The routes of a dead worker give way.
    if let (first, second) = RoutePlan(TreeComposition(mine + live)).duplicates {
      return ProtocolError(
        .malformed, "route '\(first.id)' is declared twice, by \(first.declaration) and by \(second.declaration)")
    }
    if let circle = TreeComposition(mine + others).circle {
      return ProtocolError(
        .malformed,
        "parts of the tree lead in a circle: \(circle.map(\.rawValue).joined(separator: " → ")); "
          + "put a screen between them")
    }
    return nil
  }

  /// The live worker that holds a name in a scene of the registration.
  private func liveHolder(among owners: [Owner], besides registration: Registration) -> WorkerName? {
    owners.first { owner in
      owner.name != registration.worker && isLive(owner.slot)
        && workers[owner.slot].registration.sharesScene(with: registration)
    }?.name
  }

  /// The tree that the workers of a scene make together now.
  func composition(of scene: SceneName) -> TreeComposition {
    TreeComposition(workers.inOrder.filter { workers[$0].serves(scene) }.flatMap { workers[$0].treeParts })
  }
}
