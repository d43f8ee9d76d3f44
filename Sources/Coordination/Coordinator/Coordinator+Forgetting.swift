// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Giving back what is not used any more: the names of workers that stay away (specification, section "Shares").
extension Coordinator {
  /// Forgets the workers that have been silent for so long that nobody expects them back.
  mutating func forgetSilentWorkers() {
    let before = world.time.advanced(byMs: -Limits.silentWorkerMs)
    if !world.unseen.isEmpty, world.started <= before {
      for name in world.unseen.keys.sorted() { forgetRegistration(of: name) }
      world.unseen = [:]
    }
    var hasForgotten = false
    let silent = world.workers.deadOnes.filter { slot in
      guard let since = world.workers[slot].absentSince, since <= before else { return false }
      // As long as its registration counts, the content of its sensitive screens is withheld.
      return !world.workers[slot].registration.routables.values.contains(where: \.sensitive)
    }
    if silent.isEmpty { return }
    let used = UsedWorkers(scenes, in: world)
    for slot in silent where isForgettable(slot, used) {
      forget(slot)
      hasForgotten = true
    }
    guard hasForgotten else { return }
    composeTrees()
    advanceAll()
  }

  /// A worker of a user whose share is full takes the place of those of the user's workers that have been away longest, as far as
  /// they can be forgotten. Where the places of all of these are too few, none is forgotten.
  mutating func makePlace(for registration: Registration, of user: User) {
    var places = WorkerPlaces(for: registration, of: user, in: world)
    if places.isThere { return }
    let absent = world.workers.absentOnes(of: user, besides: registration.worker, since: world.started)
    if absent.isEmpty { return }
    let used = UsedWorkers(scenes, in: world)
    var forgotten: [WorkerSlot] = []
    for slot in absent where isForgettable(slot, used) {
      forgotten.append(slot)
      places.giveBack(world.workers[slot])
      if places.isThere { break }
    }
    guard places.isThere else { return }
    for slot in forgotten { forget(slot) }
    composeTrees()
  }

  /// No restart waits for a worker any more.
  mutating func forgetRegistration(of name: WorkerName) {
    guard journalled.removeValue(forKey: name) != nil else { return }
    let worker = record(of: name, uid: world.sensitive.uid(of: name))
    turn.record(.worker(worker, isRegistered: false))
  }

  private mutating func forget(_ worker: WorkerSlot) {
    let name = world.workers[worker].name
    forgetRegistration(of: name)
    world.missing.remove(name)
    world.workers.forget(worker)
    turn.asks.forget(worker)
  }

  /// Whether nothing depends on a worker without a session: no path shows its screens or is built by its tree, and no
  /// transition of its scenes runs.
  private func isForgettable(_ slot: WorkerSlot, _ used: UsedWorkers) -> Bool {
    let worker = world.workers[slot]
    guard worker.session == nil, worker.leavingUntil == nil else { return false }
    // Else it would be welcome again, and die again.
    if worker.quarantine?.waiting(at: world.time) != nil { return false }
    return !used.contains(worker)
  }
}

/// What stands or runs of workers, found once for all that are looked at: to go through all paths takes long.
private struct UsedWorkers {
  private var slots: Set<WorkerSlot> = []
  /// The scenes in which a transition runs.
  private var running: [SceneName] = []
  /// The scenes with a route.
  private var routed: [SceneName] = []

  init(_ scenes: SceneTable, in world: World) {
    for slot in scenes.inOrder {
      let scene = scenes[slot]
      if scene.running != nil { running.append(scene.name) }
      if !scene.stage.route.root.elements.isEmpty { routed.append(scene.name) }
      for element in scene.stage.route.allElements {
        if let owner = scene.stage.registered(element.screen.name, in: world)?.owner { slots.insert(owner.slot) }
      }
    }
  }

  /// Whether something that stands or runs has to do with a worker.
  func contains(_ worker: Worker) -> Bool {
    slots.contains(worker.owner.slot) || running.contains { worker.serves($0) }
      || !worker.treeParts.isEmpty && routed.contains { worker.serves($0) }
  }
}
