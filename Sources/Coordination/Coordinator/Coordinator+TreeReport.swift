// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The tree as its scenes see it (specification, section "Reports").
extension Coordinator {
  /// One object a part, those that begin paths first, and one a scene for the parts that are missing.
  func treeReport(of wanted: SceneName?) -> [JSONValue] {
    // Also those that have not begun, where somebody says which paths they will have.
    let declared = workers.values.filter { !$0.registration.treeParts.isEmpty }
      .flatMap { $0.registration.scenes ?? ["main"] }
    let known = Set(scenes.keys).union(settings.scenes.keys).union(declared)
    return known.sorted().filter { wanted == nil || wanted == $0 }.flatMap { scene in
      let tree = composition(of: scene)
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
      ("worker", .string(part.worker.rawValue)), ("live", .bool(session(of: part.worker) != nil)),
      ("tree", part.node.document),
    ])
  }
}
