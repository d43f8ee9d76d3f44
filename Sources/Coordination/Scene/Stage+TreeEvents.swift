// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Telling the nodes of a tree of the elements that they built (specification, section "Appearing and dismissal").
extension Stage {
  /// Tells the workers whose nodes want to know of it that a commit, or another tree, has changed their elements.
  /// `decided` is what the tree said of the elements before.
  func tellTrees(since previous: Route, decided: [ElementID: TreeDecision], in world: World, _ turn: inout Turn) {
    guard !decided.isEmpty || !decisions.isEmpty else { return }
    let before = previous.placements
    for (hook, element) in dismissals(since: previous, decided) {
      tell(hook.worker, hook.hook.key, .dismissed, element, behind: before.path(to: element.id), in: world, &turn)
    }
    let placements = route.placements
    for (id, placement) in placements.sorted(by: { $0.key < $1.key }) {
      guard let builder = decisions[id]?.builder, let key = builder.onAppear,
        let kind = placement.appearance(since: before[id])
      else { continue }
      tell(builder.worker, key, kind, placement.element, behind: placements.path(to: id), in: world, &turn)
    }
  }

  /// The elements that count as dismissed, topmost first, and the node that hears of each.
  private func dismissals(
    since previous: Route, _ decided: [ElementID: TreeDecision]
  ) -> [(hook: TreeDecision.OwnedHook, element: Element)] {
    let successors = Dictionary(
      route.placements.values.compactMap { placement in placement.before.map { ($0, placement.element) } }
    ) { first, _ in first }
    var found: [(TreeDecision.OwnedHook, Element)] = []
    for placement in previous.placements.values.sorted(by: { $0.order > $1.order }) {
      let element = placement.element
      guard let hooks = decided[element.id]?.builder?.onDismiss, !hooks.isEmpty, let before = placement.before,
        route.element(before.element) != nil, decisions[before.element]?.isOutside != true
      else { continue }
      let successor = successors[before]
      let kept = successor.flatMap { decisions[$0.id]?.builder?.onDismiss } ?? []
      for hook in hooks where hook.hook.name == nil || hook.hook.name == element.screen.name {
        if successor?.screen != element.screen || !kept.contains(hook) { found.append((hook, element)) }
      }
    }
    return found
  }

  private func tell(
    _ worker: WorkerName, _ key: TreeKey, _ kind: TreeNode.Event.Kind, _ element: Element, behind path: Path,
    in world: World, _ turn: inout Turn
  ) {
    guard let slot = world.workers.slot(worker), let session = world.session(of: slot) else { return }
    turn.send(
      .treeEvent(
        TreeNode.Event(
          scene: name, revision: revision, key: key, kind: kind, element: element.id,
          screen: world.redacted(element.screen, for: slot, in: name),
          route: world.redacted(path, for: slot, in: name))), to: session)
  }
}

/// An element and its neighbours on its path.
private struct Placement {
  /// The place behind an element: on its path, or first in one of its branches.
  struct Spot: Hashable {
    var element: ElementID
    var branch: BranchName?
  }

  var element: Element
  /// Behind which element; nil for the first of the root path.
  var before: Spot?
  /// Whether a pushed element covers it.
  var isCovered: Bool
  /// Counts the elements, root first.
  var order: Int

  /// Whether the element has appeared since it had another placement.
  func appearance(since old: Placement?) -> TreeNode.Event.Kind? {
    guard element.hasAppeared else { return nil }
    guard let old, old.element.hasAppeared else { return .appeared(isInitial: true) }
    return old.isCovered && !isCovered ? .appeared(isInitial: false) : nil
  }
}

extension [ElementID: Placement] {
  /// The path that leads to an element, itself left out, through containers without their branches.
  fileprivate func path(to id: ElementID) -> Path {
    var path = Path([])
    var next = self[id]?.before
    while let spot = next, let placement = self[spot.element] {
      var element = placement.element
      element.branches = nil
      path.elements.insert(element, at: 0)
      next = placement.before
    }
    return path
  }
}

extension Route {
  /// Every element and its neighbours, by id.
  fileprivate var placements: [ElementID: Placement] {
    var placements: [ElementID: Placement] = [:]
    root.collect(into: &placements, behind: nil)
    return placements
  }
}

extension Path {
  fileprivate func collect(into placements: inout [ElementID: Placement], behind first: Placement.Spot?) {
    var before = first
    for (index, element) in elements.enumerated() {
      let isCovered = index + 1 < elements.count && !elements[index + 1].screen.presentation.isSheet
      placements[element.id] = Placement(
        element: element, before: before, isCovered: isCovered, order: placements.count)
      for branch in element.branches?.branches ?? [] {
        branch.path.collect(into: &placements, behind: Placement.Spot(element: element.id, branch: branch.name))
      }
      before = Placement.Spot(element: element.id)
    }
  }
}
