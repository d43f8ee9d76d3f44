// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// How scenes begin, and how everything ends (specification, section "Start and stop").
extension Coordinator {
  /// Takes the ledger and the scenes from the journal.
  mutating func restore(_ restored: Restored) {
    for acknowledged in restored.acknowledged.sorted(by: { $0.ageMs > $1.ageMs }) {
      turn.ledger.acknowledge(acknowledged.record, at: world.time.advanced(byMs: -acknowledged.ageMs))
    }
    // The ledger forgets the oldest outcome first, so the outcomes enter it by age. They are many, and large.
    let byAge = restored.decided.indices.sorted { restored.decided[$0].ageMs > restored.decided[$1].ageMs }
    for index in byAge {
      let decided = restored.decided[index]
      let (outcome, bodyHash) = (decided.record.outcome, decided.record.bodyHash)
      guard turn.ledger[outcome.id] == nil else { continue }
      // A row of a journal of version 1 names no owner; only its sender can have been one.
      let owner = decided.record.owner ?? decided.record.origin.uid
      let key = turn.ledger.open(
        outcome.id, bodyHash: bodyHash, scene: outcome.scene, of: decided.record.user, owner: owner)
      turn.ledger.change(key) { $0.isRestored = true }
      let remembered = turn.ledger.remembered(DecidedOutcome(outcome), of: turn.ledger.user(of: key))
      _ = turn.ledger.decide(key, remembered, at: world.time.advanced(byMs: -decided.ageMs))
    }
    for scene in restored.scenes { restore(scene) }
  }

  /// Takes a scene from the journal, with or without its last route.
  private mutating func restore(_ restored: Restored.Scene) {
    let commit = restored.commit
    let declared = world.settings.scenes[commit.scene]
    if !world.settings.scenes.isEmpty, declared == nil { return }
    let isShared = declared == nil && commit.scene != "main"
    // It has commits, however far below the revisions of scenes that begin: what it tells goes to its own row.
    let slot =
      scenes.slot(commit.scene)
      ?? scenes.add(
        commit.scene, firstID: commit.nextID, firstRevision: 0,
        beganBy: isShared ? commit.cause.origin.user ?? .address([]) : nil)
    scenes[slot].stage.revision = commit.revision
    scenes[slot].stage.majorRevision = commit.majorRevision
    scenes[slot].stage.ids = IDSource(next: commit.nextID)
    scenes[slot].stage.reservedIDs = commit.nextID
    let isRestored =
      switch declared?.restore ?? .always {
      case .always: true
      case .never: false
      case .within(let ms): restored.ageMs <= ms
      }
    // A lock that the configuration has now may keep out what it allowed then.
    let isAllowed = declared?.lock?.keepsOut(of: commit.route.root) == nil
    // A route that does not come back is not seen while the start path waits for its hosts either.
    if isRestored, isAllowed { scenes[slot].stage.replaceRoute(with: commit.route) }
    // A used answer stays used, also where its route does not come back.
    for token in commit.cause.tokens { turn.remember(used: token) }
  }

  /// Plans the start path of each declared scene that has no route. A start path whose hosts were not there in time is
  /// tried again whenever a worker registers.
  mutating func boot(addingScenes: Bool) {
    for name in world.settings.scenes.keys.sorted() {
      guard let slot = scenes.slot(name) ?? (addingScenes ? scenes.add(name, firstID: turn.firstID) : nil) else {
        continue
      }
      scenes[slot].boot(in: world, &turn)
    }
  }

  /// The process ends: running and parked commands with `failed(stopping)`; waiting ones are unconsumed and come again
  /// in the next epoch.
  mutating func stop() {
    guard !world.isStopping else { return }
    world.isStopping = true
    forEachScene { scene, world, turn in scene.stop(in: world, &turn) }
  }
}

extension Origin {
  /// The user that sent a command before the restart; nil for the coordinator itself.
  fileprivate var user: User? { self == .coordinator ? nil : uid.map(User.uid) ?? .address([]) }
}

extension DecidedRecord {
  /// The user whose share holds the outcome after a restart; nil for a command of the coordinator itself.
  fileprivate var user: User? { origin.user }
}
