// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The tree as its scenes see it (specification, section "Reports").
extension Coordinator {
  /// Scenes that have begun or are configured, and those whose paths some worker declares.
  var reportedScenes: [SceneName] {
    let declared = world.workers.inOrder.filter { !world.workers[$0].treeParts.isEmpty }
      .flatMap { world.workers[$0].registration.scenes ?? ["main"] }
    let all = Set(scenes.names).union(world.settings.scenes.keys)
    // Those that have not begun yet are told as far as there may be scenes.
    return (all.sorted() + Set(declared).subtracting(all).sorted().prefix(max(0, Limits.scenesMax - all.count)))
      .sorted()
  }

  /// One object for each part, those that begin paths first, and one for each scene that lacks parts; one more than a
  /// report holds, or a few, where there are more.
  func treeReport(of wanted: SceneName?) -> [ReportObject] {
    collect(from: wanted) { scene, tree in
      let parts = tree.roots + tree.parts.keys.sorted().compactMap { tree.parts[$0] }
      let missing = tree.missing
      let reports: [ReportObject] = parts.map { .part(report($0, in: scene)) }
      return missing.isEmpty ? reports : reports + [.missing(MissingParts(scene: scene, parts: missing))]
    }
  }

  /// The objects of the scenes and their trees in turn, until there are more than a report holds.
  func collect<Object>(from wanted: SceneName?, _ objects: (SceneName, TreeComposition) -> [Object]) -> [Object] {
    var all: [Object] = []
    var trees: [[WorkerSlot]: TreeComposition] = [:]
    for scene in reportedScenes where (wanted == nil || wanted == scene) && all.count <= Limits.reportObjectsMax {
      let declarers = world.declarers(in: scene)
      let tree = trees[declarers] ?? world.composition(of: declarers)
      trees[declarers] = tree
      all += objects(scene, tree).prefix(Limits.reportObjectsMax + 1 - all.count)
    }
    return all
  }

  private func report(_ part: TreePart, in scene: SceneName) -> TreeNode.PartReport {
    TreeNode.PartReport(
      scene: scene, part: part.name, worker: part.worker, isLive: world.isLive(part.worker),
      tree: world.redacted(part.node))
  }
}
