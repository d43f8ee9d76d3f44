// SPDX-License-Identifier: Apache-2.0

extension RoutePlan {
  /// The routes of a composed tree. A part that leads to itself is entered once on each way down. The routes of both
  /// alternatives count; a route that stands in both counts once.
  package init(_ composition: TreeComposition) {
    for part in composition.roots {
      let reader = Reader(composition: composition, worker: part.worker)
      reader.read(part.node, into: &self)
    }
  }

  /// Walks down a tree and knows the worker, the route and the screens above.
  private struct Reader {
    let composition: TreeComposition
    var worker: WorkerName
    var parent: Int?
    var screens: [ScreenName] = []
    var parts: Set<PartName> = []
    /// Routes of another alternative, which are not added again.
    var known: Set<RouteID> = []

    func read(_ node: TreeNode, into plan: inout RoutePlan) {
      switch node {
      case .empty: break
      case .screen(let screen): read(screen, into: &plan)
      case .anyOf(let nodes): for node in nodes { read(node, into: &plan) }
      case .wildcard(_, let node), .onDismiss(_, _, let node): read(node, into: &plan)
      case .conditional(_, let then, let otherwise), .dynamic(_, let then, let otherwise):
        let before = plan.nodes.count
        read(then, into: &plan)
        var other = self
        other.known.formUnion(plan.nodes[before...].map(\.id))
        other.read(otherwise, into: &plan)
      case .remote(let name):
        guard !parts.contains(name), let part = composition.parts[name] else { return }
        var inner = self
        inner.parts.insert(name)
        inner.worker = part.worker
        inner.read(part.node, into: &plan)
      }
    }

    private func read(_ screen: TreeScreen, into plan: inout RoutePlan) {
      var inner = self
      inner.screens.append(screen.name)
      if let route = screen.route {
        guard !known.contains(route.id) else { return }
        inner.parent = plan.add(route, screen: screen.name, below: parent, by: worker, at: inner.screens)
      }
      inner.read(screen.nesting, into: &plan)
    }
  }
}
