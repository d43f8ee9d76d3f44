// SPDX-License-Identifier: Apache-2.0

extension PlanStands {
  /// One step of a walk, with its end.
  enum Step: Hashable {
    /// The walk stays where it is.
    case stay(Int)
    /// To a place above.
    case up(Arrival)
    /// To a route below, where a sub-tree may begin.
    case down(Int, beginsSubTree: Bool)
  }

  /// The steps of a drive from a stand, or the reason why it has none.
  func steps(of drive: Drive, from start: Int) -> Result<[Step], Refusal> {
    switch drive.destination {
    case .parent:
      guard let parent = parent(of: .stand(start)) else { return .failure(.unchanged(.atRoot)) }
      return .success([.up(parent)])
    case .subTree(let id):
      guard let node = plan.index(of: id) else { return .failure(unknown(id)) }
      return .success([.down(node, beginsSubTree: true)])
    case .route(let id):
      guard plan.index(of: id) != nil else { return .failure(unknown(id)) }
      let steps = way(from: start, to: id)
      guard steps.isEmpty else { return .success(steps) }
      let here = stands[start].node.map { "'\(plan.nodes[$0].id)'" } ?? "here"
      return .failure(.rejected(.unknownRoute, message: "no way leads from \(here) to route '\(id)'"))
    }
  }

  /// The nearest way. A sub-tree is the end of the plan for the stands inside it: above it comes the place that it was
  /// driven from, and never the parent that the plan has for the same route elsewhere.
  private func way(from start: Int, to id: RouteID) -> [Step] {
    let above = ancestors(of: .stand(start))
    let isInSubTree = stands[start].beginsSubTree || above.contains(where: beginsSubTree)
    if let node = stands[start].node, !isInSubTree { return steps(of: plan.way(from: node, to: id), above) }
    if let node = stands[start].node {
      if plan.nodes[node].id == id { return [.stay(node)] }
      if let target = plan.descendant(of: node, id) { return steps(of: plan.descent(from: node, to: target), above) }
    }
    // A route inside the sub-tree is found before one beyond it, even if the walk passes the latter on its way up.
    for (index, place) in above.enumerated() {
      guard let node = node(of: place) else { continue }
      let up = above[...index].map { Step.up($0) }
      if plan.nodes[node].id == id { return up }
      if let target = plan.descendant(of: node, id) {
        return up + steps(of: plan.descent(from: node, to: target), above)
      }
    }
    return []
  }

  private func steps(of way: [RoutePlan.Step], _ above: [Arrival]) -> [Step] {
    var rest = above[...]
    return way.map { step in
      switch step {
      case .stay(let node): .stay(node)
      case .down(let node): .down(node, beginsSubTree: false)
      case .up(let node): .up(rest.popFirst() ?? .node(node))
      }
    }
  }

  private func beginsSubTree(_ place: Arrival) -> Bool {
    if case .stand(let index) = place { stands[index].beginsSubTree } else { false }
  }

  private func unknown(_ id: RouteID) -> Refusal {
    let known = plan.nodes.map(\.id.rawValue)
    let reason = known.isEmpty ? "no worker declares routes" : "the plan has no route '\(id)'"
    return .rejected(.unknownRoute, message: reason + Spelling.hint(id.rawValue, among: known))
  }
}
