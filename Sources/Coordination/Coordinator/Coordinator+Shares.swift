// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What each user holds of what all users share, for people (specification, section "Reports").
extension Coordinator {
  /// How much there is.
  var capacities: CoordinatorStatus.Capacities {
    var capacities = CoordinatorStatus.Capacities()
    capacities.outcomes = world.settings.window.rows
    capacities.outcomeBytes = world.settings.window.bytes
    capacities.waiting = Limits.queueMax - Limits.queueReserved
    capacities.scenes = world.settings.scenesMax
    capacities.workers = world.settings.workersMax
    return capacities
  }

  /// What each user holds, in the order of users.
  var userShares: [CoordinatorStatus.UserShare] {
    var shares: [User: CoordinatorStatus.UserShare] = [:]
    func count(_ user: User?, _ change: (inout CoordinatorStatus.UserShare) -> Void) {
      if let user { change(&shares[user, default: CoordinatorStatus.UserShare(user)]) }
    }
    for holding in turn.ledger.use.all {
      count(holding.user) { ($0.outcomes, $0.outcomeBytes) = (holding.rows, holding.bytes) }
    }
    for slot in scenes.inOrder {
      let scene = scenes[slot]
      count(scene.beganBy) { $0.scenes += 1 }
      for waiting in scene.queue.waiting where waiting.reason.takesQueuePlace {
        count(turn.ledger.use.user(waiting.errand.user)) { $0.waiting += 1 }
      }
    }
    for slot in world.workers.inOrder { count(world.workers[slot].user) { $0.workers += 1 } }
    return shares.sorted { $0.key < $1.key }.map(\.value)
  }
}
