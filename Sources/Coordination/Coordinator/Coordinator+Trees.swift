// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The navigation tree of a scene: the parts that its workers declare, dead or alive (specification, section "Trees").
extension Coordinator {
  /// A registration has changed: so may the trees of its scenes, and then their paths are built anew.
  mutating func composeTrees() {
    // Scenes with the same workers have one tree, which is put together once.
    var trees: [[WorkerSlot]: TreeComposition] = [:]
    forEachScene { scene, world, turn in
      let declarers = world.declarers(in: scene.name)
      let tree = trees[declarers] ?? world.composition(of: declarers)
      trees[declarers] = tree
      let hasChanged = tree != scene.stage.tree
      if hasChanged { scene.stage.tree = tree }
      if !tree.isDeclared {
        scene.stage.decisions = [:]
        if hasChanged { scene.stage.refreshPresence(in: world, &turn) }
      } else if hasChanged || scene.stage.isPartlyUndecided {
        scene.enqueueRebuild(in: world, &turn)
      }
    }
  }
}
