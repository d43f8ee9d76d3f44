// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The tree as its scenes see it (specification, section "Reports").
extension Coordinator {
  /// Those that are there, and those that have not begun, where somebody says which paths they will have.
  var reportedScenes: [SceneName] {
    let declared = workers.values.filter { !$0.treeParts.isEmpty }.flatMap { $0.registration.scenes ?? ["main"] }
    return Set(scenes.keys).union(settings.scenes.keys).union(declared).sorted()
  }

  /// One object for each part, those that begin paths first, and one for each scene that lacks parts.
  func treeReport(of wanted: SceneName?) -> [ReportObject] {
    reportedScenes.filter { wanted == nil || wanted == $0 }.flatMap { scene in
      let tree = composition(of: scene)
      let parts = tree.roots + tree.parts.keys.sorted().compactMap { tree.parts[$0] }
      let missing = tree.missing
      let reports: [ReportObject] = parts.map { .part(report($0, in: scene)) }
      return missing.isEmpty ? reports : reports + [.missing(MissingParts(scene: scene, parts: missing))]
    }
  }

  private func report(_ part: TreePart, in scene: SceneName) -> TreePartReport {
    TreePartReport(
      scene: scene, part: part.name, worker: part.worker, isLive: session(of: part.worker) != nil, tree: part.node)
  }
}
