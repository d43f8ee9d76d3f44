// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The tree as its scenes see it (specification, section "Reports").
extension Coordinator {
  /// Scenes that have begun or are configured, and those whose paths some worker declares.
  var reportedScenes: [SceneName] {
    let declared = world.workers.inOrder.filter { !world.workers[$0].treeParts.isEmpty }
      .flatMap { world.workers[$0].registration.scenes ?? ["main"] }
    return Set(scenes.names).union(world.settings.scenes.keys).union(declared).sorted()
  }

  /// One object for each part, those that begin paths first, and one for each scene that lacks parts.
  func treeReport(of wanted: SceneName?) -> [ReportObject] {
    reportedScenes.filter { wanted == nil || wanted == $0 }.flatMap { scene in
      let tree = world.composition(of: scene)
      let parts = tree.roots + tree.parts.keys.sorted().compactMap { tree.parts[$0] }
      let missing = tree.missing
      let reports: [ReportObject] = parts.map { .part(report($0, in: scene)) }
      return missing.isEmpty ? reports : reports + [.missing(MissingParts(scene: scene, parts: missing))]
    }
  }

  private func report(_ part: TreePart, in scene: SceneName) -> TreePartReport {
    TreePartReport(
      scene: scene, part: part.name, worker: part.worker, isLive: world.isLive(part.worker), tree: part.node)
  }
}
