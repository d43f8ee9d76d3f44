// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The navigation tree of a scene: the parts that its workers declare, dead or alive (specification, section "Trees").
extension Coordinator {
  /// The tree that a scene's workers make together now.
  func composition(of scene: SceneName) -> TreeComposition {
    TreeComposition(workers.values.filter { $0.serves(scene) }.flatMap(\.registration.treeParts))
  }
}

extension Registration {
  /// The parts that it declares.
  var treeParts: [TreePart] {
    (tree.map { [TreePart($0, of: worker)] } ?? [])
      + parts.keys.sorted().compactMap { name in parts[name].map { TreePart($0, named: name, of: worker) } }
  }
}
