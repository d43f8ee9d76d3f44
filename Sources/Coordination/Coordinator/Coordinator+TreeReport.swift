// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The tree as its scenes see it (specification, section "Reports").
extension Coordinator {
  /// Those that are there, and those that have not begun, where somebody says which paths they will have.
  var reportedScenes: [SceneName] {
    let declared = world.workers.inOrder.filter { !world.workers[$0].treeParts.isEmpty }
      .flatMap { world.workers[$0].registration.scenes ?? ["main"] }
    return Set(scenes.names).union(world.settings.scenes.keys).union(declared).sorted()
  }

  /// One object a part, those that begin paths first, and one a scene for the parts that are missing.
  func treeReport(of wanted: SceneName?) -> [JSONValue] {
    reportedScenes.filter { wanted == nil || wanted == $0 }.flatMap { scene in
      let tree = world.composition(of: scene)
      let parts = tree.roots + tree.parts.keys.sorted().compactMap { tree.parts[$0] }
      let missing = tree.missing
      return parts.map { report($0, in: scene) }
        + (missing.isEmpty
          ? []
          : [
            .object([
              ("scene", .string(scene.rawValue)), ("missing", .array(missing.map { .string($0.rawValue) })),
            ])
          ])
    }
  }

  private func report(_ part: TreePart, in scene: SceneName) -> JSONValue {
    .object([
      ("scene", .string(scene.rawValue)), ("part", part.name.map { .string($0.rawValue) } ?? .null),
      ("worker", .string(part.worker.rawValue)), ("live", .bool(world.isLive(part.worker))),
      ("tree", part.node.document),
    ])
  }
}
