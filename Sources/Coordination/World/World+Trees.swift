// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What the workers of a scene declare together.
extension World {
  /// The tree that the workers of a scene make together now.
  func composition(of scene: SceneName) -> TreeComposition { composition(of: declarers(in: scene)) }

  /// The tree that these workers make together.
  func composition(of declarers: [WorkerSlot]) -> TreeComposition {
    TreeComposition(declarers.flatMap { workers[$0].treeParts })
  }

  /// The workers that declare the tree of a scene, by name.
  func declarers(in scene: SceneName) -> [WorkerSlot] {
    workers.inOrder.filter { !workers[$0].treeParts.isEmpty && workers[$0].serves(scene) }
  }
}
