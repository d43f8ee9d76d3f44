// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// What observers get (specification, section "Observers").
extension Coordinator {
  /// The most scenes that one keepalive lists; more take turns.
  static let keepaliveScenesMax = 64

  /// The names of all scenes, sorted.
  package var sceneNames: [SceneName] { scenes.names }

  /// A new subscription is answered with the state of every scene that it matches.
  mutating func welcomeObserver(of names: [SceneName], on channel: Channel) {
    for slot in names.compactMap(scenes.slot) {
      turn.append(.publishState(scenes[slot].stage.state(in: world), on: channel))
    }
  }

  /// Says where each idle scene is, and how often workers have come or gone.
  mutating func publishKeepalive() {
    keepalives += 1
    var positions = scenes.inOrder.map { slot in
      Keepalive.Position(
        scene: scenes[slot].name, revision: scenes[slot].stage.revision,
        presenceNumber: scenes[slot].stage.presenceNumber)
    }
    if positions.count > Self.keepaliveScenesMax {
      let pages = (positions.count + Self.keepaliveScenesMax - 1) / Self.keepaliveScenesMax
      let first = Int(keepalives % UInt64(pages)) * Self.keepaliveScenesMax
      positions = Array(positions[first..<min(first + Self.keepaliveScenesMax, positions.count)])
    }
    let changes = world.workers.sessionChanges
    workerNews = WorkerNews(told: changes, at: world.time)
    turn.append(.publishKeepalive(Keepalive(epoch: world.epoch, positions: positions, workerChanges: changes)))
  }

  /// SNAPSHOT?
  mutating func answer(_ request: SnapshotRequest, from peer: Peer) {
    let slots = request.scenes.isEmpty ? scenes.inOrder : Set(request.scenes).sorted().compactMap(scenes.slot)
    turn.reply(.snapshot(Snapshot(scenes: slots.map { scenes[$0].stage.state(in: world) })), to: peer)
  }
}
