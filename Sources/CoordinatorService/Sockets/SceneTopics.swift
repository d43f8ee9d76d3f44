// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol

/// The topics of scenes. Each commit asks for those of its scene, so they are remembered.
struct SceneTopics {
  /// The topics of so many scenes are remembered.
  private static let scenesMax = 1024

  private var known: [SceneName: [[UInt8]]] = [:]

  /// The topic of a scene in each encoding, in the order of the encodings.
  mutating func topics(of scene: SceneName) -> [[UInt8]] {
    if let topics = known[scene] { return topics }
    let topics = Encoding.allCases.map { Topic.scene($0, scene).octets }
    if known.count >= Self.scenesMax { known.removeAll(keepingCapacity: true) }
    known[scene] = topics
    return topics
  }
}
