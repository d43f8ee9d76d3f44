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
    for slot in world.workers.deadOnes {
      guard let since = world.workers[slot].absentSince, since <= before, isForgettable(slot) else { continue }
      // As long as its registration counts, the content of its sensitive screens is withheld.
      guard !world.workers[slot].registration.routables.values.contains(where: \.sensitive) else { continue }
      forget(slot)
      hasForgotten = true
    }
    if hasForgotten { composeTrees() }
  }

  /// A new worker of a user whose share is full takes the place of the user's worker that has been away longest, if one of
  /// them can be forgotten.
  mutating func makePlace(for name: WorkerName, of user: User) {
    guard world.workers.slot(name) == nil, world.workers.share(of: user, capacity: world.settings.workersMax).isFull
    else { return }
    let absent = world.workers.deadOnes.filter { world.workers[$0].user == user && isForgettable($0) }
    let longest = absent.min { a, b in
      (world.workers[a].absentSince ?? world.started) < (world.workers[b].absentSince ?? world.started)
    }
    guard let longest else { return }
    forget(longest)
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
  private func isForgettable(_ slot: WorkerSlot) -> Bool {
    let worker = world.workers[slot]
    guard worker.session == nil, worker.leavingUntil == nil else { return false }
    // Else it would be welcome again, and die again.
    if worker.quarantine?.waiting(at: world.time) != nil { return false }
    return scenes.inOrder.allSatisfy { scene in
      guard worker.serves(scenes[scene].name) else { return true }
      return scenes[scene].isIndependent(of: worker, in: world)
    }
  }
}

extension Scene {
  /// Whether nothing that stands or runs in the scene has to do with a worker.
  fileprivate func isIndependent(of worker: Worker, in world: World) -> Bool {
    guard running == nil, worker.treeParts.isEmpty || stage.route.root.elements.isEmpty else { return false }
    return stage.route.allElements.allSatisfy {
      stage.registered($0.screen.name, in: world)?.owner.slot != worker.owner.slot
    }
  }
}
