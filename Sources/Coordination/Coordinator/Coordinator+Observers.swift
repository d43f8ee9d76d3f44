// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What observers get (specification, section "Observers").
extension Coordinator {
  /// The most scenes that one keepalive lists; more take turns.
  private static let keepaliveScenesMax = 64

  /// A new subscription is answered with the state of every scene that it matches, each on its own topic.
  mutating func welcome(subscription prefix: String) {
    for name in scenes.keys.sorted() {
      for encoding in Topic.encodings(of: name, coveredBy: prefix) {
        actions.append(.publishState(state(name), encoding: encoding))
      }
    }
  }

  func state(_ name: SceneName) -> SceneState {
    let scene = self[scene: name]
    return SceneState(
      scene: name, epoch: epoch, revision: scene.revision, presenceNumber: scene.presenceNumber, path: placed(name))
  }

  /// Says where each idle scene is.
  mutating func keepAlive() {
    var positions = scenes.keys.sorted().compactMap { name -> Keepalive.Position? in
      guard let scene = scenes[name] else { return nil }
      return Keepalive.Position(scene: name, revision: scene.revision, presenceNumber: scene.presenceNumber)
    }
    if positions.count > Self.keepaliveScenesMax {
      let pages = (positions.count + Self.keepaliveScenesMax - 1) / Self.keepaliveScenesMax
      let first = Int(beats % UInt64(pages)) * Self.keepaliveScenesMax
      positions = Array(positions[first..<min(first + Self.keepaliveScenesMax, positions.count)])
    }
    actions.append(.publishKeepalive(Keepalive(epoch: epoch, positions: positions)))
  }

  /// SNAPSHOT?
  mutating func answer(_ request: SnapshotRequest, from peer: Peer) {
    let names = request.scenes.isEmpty ? scenes.keys.sorted() : request.scenes.filter { scenes[$0] != nil }.sorted()
    reply(.snapshot(Snapshot(scenes: names.map(state))), to: peer)
  }
}
