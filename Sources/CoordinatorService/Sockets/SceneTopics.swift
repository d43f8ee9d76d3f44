// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import SocketGate
import WireProtocol

/// The topics of scenes, and who subscribes to them. Each commit asks for those of its scene, so they are remembered.
struct SceneTopics {
  /// The topics of so many scenes are remembered.
  private static let scenesMax = 1024

  private var known: [SceneName: [Audience]] = [:]

  /// Who gets the updates of a scene in each encoding, in the order of the encodings.
  mutating func audiences(of scene: SceneName, _ keeper: Gatekeeper) -> [Audience] {
    if let index = known.index(forKey: scene) {
      keeper.renew(&known.values[index])
      return known.values[index]
    }
    var audiences = Encoding.allCases.map { Audience(of: Topic.scene($0, scene).octets) }
    keeper.renew(&audiences)
    if known.count >= Self.scenesMax { known.removeAll(keepingCapacity: true) }
    known[scene] = audiences
    return audiences
  }
}
