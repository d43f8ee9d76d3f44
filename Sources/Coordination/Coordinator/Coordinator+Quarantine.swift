// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Workers that do not come back for good: their processes die again and again, or none has come since the restart of the
/// coordinator (specification, sections "Crash loops" and "Presence").
extension Coordinator {
  /// A process of the worker has died.
  mutating func noteDeath(of worker: WorkerSlot) {
    guard world.workers[worker].noteDeath(at: world.time, by: world.settings.crashLoop),
      let limit = world.workers[worker].quarantine?.limit
    else { return }
    turn.tell(.quarantined(world.workers[worker].name, limit))
  }

  /// A process of a quarantined worker is refused. Where it asked before, nothing is new, so that its greetings do not fill
  /// the log. False for any other worker.
  mutating func noteKnock(_ registration: Registration, from peer: Peer) -> Bool {
    guard let slot = world.workers.slot(registration.worker), world.workers[slot].uid == peer.uid,
      world.workers[slot].isQuarantined(against: registration)
    else { return false }
    if world.workers[slot].quarantine?.note(registration, from: peer, at: world.time) == true {
      turn.tell(.knocked(registration.worker, peer.process))
    }
    return true
  }

  /// CLEAR: the worker is welcome again. The answer is how it stands then.
  mutating func clear(_ clear: Clear, from peer: Peer) {
    guard let slot = world.workers.slot(clear.worker) else {
      turn.reply(.report(Report(objects: [])), to: peer)
      return
    }
    if world.workers[slot].quarantine != nil {
      world.workers[slot].quarantine = nil
      turn.tell(.released(clear.worker))
      forEachScene { scene, world, turn in
        scene.stage.refreshPresence(in: world, &turn)
        scene.settleAppearances(in: world, &turn)
      }
    }
    turn.reply(.report(Report(objects: [.worker(report(worker: slot))])), to: peer)
  }

  /// When the policies of workers run that have not come back since the restart; nil where there is nothing to do.
  var lastWishesDue: Instant? {
    guard !world.lastWishes.isEmpty else { return nil }
    let due = world.started.advanced(byMs: world.settings.hostReturnMs)
    return max(due, world.graceEnds ?? due)
  }

  /// Runs the death policies of one worker that has not come back since the restart. Many may be missed at once: the others have the
  /// next turns, at once.
  mutating func runLastWishes() {
    guard let name = world.lastWishes.keys.min(), let wish = world.lastWishes.removeValue(forKey: name) else { return }
    turn.tell(.missed(name))
    let reason = Worker.reasonOfLastWishes(of: name)
    forEachScene { scene, world, turn in
      guard wish.scenes?.contains(scene.name) ?? true else { return }
      // Root first, as those of a worker that has died.
      var due: [(element: Element, policy: Routable.DeathPolicy)] = []
      for element in scene.stage.route.allElements {
        guard let policy = wish.onDeath[element.screen.name],
          scene.stage.registered(element.screen.name, in: world) == nil
        else { continue }
        due.append((element, scene.policy(givingUp: element, policy, in: world)))
      }
      scene.apply(due, because: reason, in: world, &turn)
      scene.advance(in: world, &turn)
    }
  }
}

extension World {
  /// What becomes of the screens of a worker that does not come back after a restart, as the journal keeps it.
  func lastWishes(of name: WorkerName) -> [ScreenName: Routable.DeathPolicy] {
    guard let slot = workers.slot(name) else { return [:] }
    return workers[slot].registration.routables.filter { $0.value.hosts && $0.value.onDeath != .keep }
      .mapValues { $0.onDeath.mappingScreen(redacted) }
  }
}

extension Scene {
  /// What takes an element away whose worker is not expected back: its fallback takes its place, and where it has none, or that
  /// cannot be, the element is dismissed. The first of a path stays.
  func policy(
    givingUp element: Element, _ policy: Routable.DeathPolicy, in world: World
  ) -> Routable.DeathPolicy {
    let host = stage.registered(element.screen.name, in: world)?.owner
    return switch policy {
    case .fallback(let screen) where host == nil || stage.registered(screen.name, in: world)?.owner.slot != host?.slot:
      policy
    case .keep, .pop, .fallback: .pop
    }
  }

  /// The fallback of an element that was given up could not take its place: the element is dismissed.
  mutating func giveUpWholly(
    _ id: ElementID, _ screen: ScreenName, because reason: String, in world: World, _ turn: inout Turn
  ) {
    guard !world.isStopping, let element = stage.route.element(id), element.screen.name == screen else { return }
    apply(.pop, to: element, because: reason, in: world, &turn)
  }
}
