// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The navigation tree of a scene: the parts that its workers declare, dead or alive (specification, section "Trees").
extension Coordinator {
  /// The tree that a scene's workers make together now.
  func composition(of scene: SceneName) -> TreeComposition {
    TreeComposition(workers.values.filter { $0.serves(scene) }.flatMap(\.treeParts))
  }

  /// Why the parts that a registration declares are refused.
  func refusalOfTree(of registration: Registration) -> ProtocolError? {
    let mine = registration.treeParts
    guard !mine.isEmpty else { return nil }
    for part in registration.parts.keys.sorted() {
      if let holder = liveHolder(of: part, in: roster.byPart, besides: registration) {
        return ProtocolError(
          .nameTaken, "part '\(part)' is declared by worker '\(holder)' already; one worker for each part of a scene")
      }
    }
    let live = Set(workers.keys.filter { workers[$0]?.connection != nil })
    let known = workers.values.flatMap { $0.registration.scenes ?? [] } + scenes.keys + settings.scenes.keys
    for scene in Set(registration.scenes ?? (known + ["main"])).sorted() {
      let others = workers.values.filter { $0.registration.worker != registration.worker && $0.serves(scene) }
        .flatMap(\.treeParts).filter { part in part.name.map { registration.parts[$0] == nil } ?? true }
      let composition = TreeComposition(mine + others)
      // Who is gone makes room.
      if let (first, second) = RoutePlan(TreeComposition(mine + others.filter { live.contains($0.worker) })).duplicates
      {
        return ProtocolError(
          .malformed, "route '\(first.id)' is declared twice, by \(first.declaration) and by \(second.declaration)")
      }
      if let circle = composition.circle {
        return ProtocolError(
          .malformed,
          "parts of the tree lead in a circle: \(circle.map(\.rawValue).joined(separator: " → ")); "
            + "put a screen between them")
      }
    }
    return nil
  }

  /// A registration has changed: so may the trees of its scenes, and then their paths are built anew.
  mutating func composeTrees() {
    for name in scenes.keys.sorted() {
      let tree = composition(of: name)
      let hasChanged = tree != self[scene: name].tree
      if hasChanged { self[scene: name].tree = tree }
      let scene = self[scene: name]
      if !tree.isDeclared {
        self[scene: name].decisions = [:]
        if hasChanged { refreshPresence(in: name) }
      } else if hasChanged || scene.route.allElements.contains(where: { scene.decisions[$0.id] == nil }) {
        enqueueBuild(in: name)
      }
    }
  }

  /// The path is built anew after what runs, as an internal command without a deadline of its own.
  private mutating func enqueueBuild(in name: SceneName) {
    guard !self[scene: name].route.root.elements.isEmpty,
      !self[scene: name].queue.contains(where: { $0.cause == .tree })
    else { return }
    var errand = internalErrand(.batch([]), in: name, cause: .tree, number: takeInternal())
    errand.deadline = now.advanced(byMs: Limits.deadlineMsMax)
    enqueueFirst(errand)
  }

  /// The path has been built anew: what the tree does not build any more is marked, or cut off.
  mutating func settleTree(_ running: Transition, isWhole: Bool, in name: SceneName) {
    guard let build = running.build else { return }
    let decided = self[scene: name].decisions
    let isTrimmed = isWhole && settings.treeChange == .trim
    let path = isTrimmed ? build.path.trimmed(by: build.decisions) : build.path
    guard path == running.base.root else {
      self[scene: name].running?.goal = Route(root: path)
      commitGoal(in: name)
      return
    }
    self[scene: name].decisions = build.decisions
    refreshPresence(in: name)
    tellTrees(previous: running.base, decided: decided, in: name)
    end(.unchanged(.same), in: name)
  }
}

extension Registration {
  /// The parts that it declares.
  var treeParts: [TreePart] {
    (tree.map { [TreePart($0, of: worker)] } ?? [])
      + parts.keys.sorted().compactMap { name in parts[name].map { TreePart($0, named: name, of: worker) } }
  }
}
